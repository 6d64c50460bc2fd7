/** What the command `check` leaves: the report in each form that was asked for, and the exit code. */
import { readFileSync } from 'node:fs'
import { type ReportForm, reportAs } from '../check/reports/forms.ts'
import { githubReport } from '../check/reports/github.ts'
import { textReport } from '../check/reports/text.ts'
import { exitCodeOf, type FailOn, isFailure } from '../check/score.ts'
import { StartError } from '../failures.ts'
import type { Check } from '../wire.ts'
import { outlineOf } from '../words/check-outline.ts'
import { plural } from '../words/plural.ts'
import { addToSummary, type CiFlags, printAnnotations, writeReport } from './ci-reports.ts'
import type { ProgramNeeds } from './command.ts'
import { printJson, printLines } from './print-lines.ts'

/** The flags of the command about its report. */
export interface ReportFlags extends CiFlags {
  failOn: FailOn
  json?: true
  html?: string
  md?: string
  ctrf?: string
}

/** Prints and writes the report in every form that was asked for. */
export async function report(
  check: Check,
  { isGone, counted, ...flags }: ReportFlags & { isGone: boolean; counted: string },
  { terminal, environment, calledAs }: ProgramNeeds,
) {
  const { failOn, json, github } = flags
  if (json) printJson(terminal, { check })
  else printLines(terminal, textReport(check, { failOn, prefix: calledAs, isGone, counted }))
  if (github) printAnnotations(githubReport(check, failOn), { terminal, json: json === true })
  const files: [ReportForm, string | undefined][] = [
    ['junit', flags.junit],
    ['html', flags.html],
    ['md', flags.md],
    ['ctrf', flags.ctrf],
  ]
  for (const [form, file] of files)
    if (file !== undefined) await writeReport(file, reportAs(form, check, failOn).text)
  if (github || (flags.md !== undefined && environment.GITHUB_ACTIONS))
    addToSummary(reportAs('md', check, failOn).text, environment)
}

/** Reads the report of an earlier check. */
export function readBaseline(file: string): Check {
  try {
    const read: { check?: Check } = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(read.check?.probes)) return read.check
  } catch (error) {
    throw new StartError(
      `The baseline cannot be read: ${error instanceof Error ? error.message : error}.`,
      'Write one with: webhook-sandbox check URL --json > baseline.json',
    )
  }
  throw new StartError(
    `${file} is not a report of a check.`,
    'Write one with: webhook-sandbox check URL --json > baseline.json',
  )
}

/** Ends with the exit code of the check. */
export function judge(check: Check, { failOn, json }: ReportFlags) {
  const code = exitCodeOf(check, failOn)
  if (code === 0) return
  // A receiver that refuses the valid delivery has one problem, whatever else follows from it.
  const { problems, warnings } = outlineOf(check)
  const failures = [...problems, ...warnings].filter((probe) => isFailure(probe, failOn)).length
  const said =
    code === 1
      ? `The check found ${plural(failures, 'problem')}.`
      : json
        ? (check.reason ?? 'The check judged nothing.')
        : 'The check could not be made.'
  throw new StartError(said, 'docs/check.md explains each probe.', code)
}
