/** The options `--junit` and `--github` of commands that judge, and the reports that they leave. */
import { appendFileSync } from 'node:fs'
import { StartError } from '../failures.ts'
import { writePrivate } from '../private-files.ts'
import { annotationLine, annotationsOf } from '../reports/annotations.ts'
import { junitOf } from '../reports/junit.ts'
import { markdownOf } from '../reports/markdown.ts'
import { isProblem, type ReportCase } from '../reports/report.ts'
import { toIso } from '../words/time.ts'
import type { Declared } from './command.ts'
import type { LongShell, Shell } from './terminal.ts'
import { wrongCall } from './wrong-call.ts'

export interface CiFlags {
  junit?: string | undefined
  github?: true | undefined
}

export const ciHelp = {
  junit: 'write a JUnit report',
  github: 'print annotations for GitHub Actions, and add the result to the summary of the job',
}

/** Adds the options to a command for a running sandbox. */
export const reportable = <Arguments extends unknown[], Options extends [string, unknown], Always>(
  command: Declared<Arguments, Options, Always>,
) => command.option('--junit <file>', ciHelp.junit).option('--github', ciHelp.github)

/** Adds cases to the reports of a command. The cases are only made if a report is wanted. */
export type AddCases = (make: () => readonly ReportCase[] | Promise<readonly ReportCase[]>) => Promise<void>

/**
 * Runs the work of a command, and writes its reports, also if it fails. An error that no case shows is a case of its own. Work that
 * adds no case, because a signal stopped it, leaves no report.
 * @param of the command, and what it judges
 */
export async function reporting(
  of: { suite: string; name: string },
  { junit, github }: CiFlags,
  shell: LongShell & { json: boolean },
  work: (add: AddCases) => Promise<void>,
): Promise<void> {
  if (junit === undefined && !github) return work(async () => {})
  const { outside, environment } = shell
  const startedAt = toIso(outside.wallTime())
  const began = outside.elapsed()
  const cases: ReportCase[] = []
  const ms = () => outside.elapsed() - began

  async function write() {
    if (cases.length === 0) return
    const report = { name: `webhook-sandbox ${of.suite}`, startedAt, ms: ms(), cases }
    if (junit !== undefined) await writeReport(junit, junitOf(report))
    if (!github) return
    printAnnotations(annotationsOf(report).map(annotationLine), shell)
    addToSummary(markdownOf(report), environment)
  }

  try {
    await work(async (make) => void cases.push(...(await make())))
  } catch (error) {
    if (error instanceof StartError && !cases.some(isProblem))
      cases.push({ ...of, ms: ms(), status: 'error', message: error.message, details: error.fix })
    await write()
    throw error
  }
  await write()
}

export async function writeReport(file: string, text: string) {
  try {
    await writePrivate(file, [text])
  } catch (error) {
    throw new StartError(
      `The report could not be written: ${error instanceof Error ? error.message : error}.`,
      'Name a file in a folder that exists.',
      wrongCall,
    )
  }
}

/** Prints annotations. The runner reads both streams, and with `--json` stdout holds the document alone. */
export function printAnnotations(
  lines: readonly string[],
  { terminal, json }: Pick<Shell, 'terminal'> & { json: boolean },
) {
  for (const line of lines) (json ? terminal.log : terminal.out)(line)
}

/** Adds Markdown to the summary of the job that runs the command, if GitHub Actions runs it. */
export function addToSummary(text: string, { GITHUB_STEP_SUMMARY }: Shell['environment']) {
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, text)
}
