import { jsonLine, printableLines } from '../../words/printable.ts'
import { commandLine, createClient, inCommands, type TargetFlags } from '../client.ts'
import { printLines } from '../print-lines.ts'
import { type Line, span } from '../spans.ts'
import type { Shell } from '../terminal.ts'
import { fitted, widthOf } from '../width.ts'
import { labelWidth, stepWords } from './lines.ts'
import { readScenarios, scenarioNamed } from './named.ts'

export interface ScenarioShowFlags extends TargetFlags {
  text?: true
  json?: true
}

/** Prints what a scenario does, or its file. */
export async function scenarioShow(name: string, flags: ScenarioShowFlags, shell: Shell) {
  const { terminal, environment } = shell
  const client = createClient(flags, environment)
  const scenario = scenarioNamed(name, await readScenarios(client))
  if (flags.json) return terminal.out(jsonLine({ scenario }))
  const { title, description, file, text, set, steps, problems } = scenario
  if (flags.text) {
    for (const line of printableLines(text.replace(/\n$/, ''))) terminal.out(line)
    return
  }
  const variables = Object.entries(set)
  const width = Math.max(0, ...variables.map(([key]) => widthOf(key)))
  const lines: Line[] = [
    [span(title, 'bold'), span(`  ${file}`, 'gray')],
    ...printableLines(description.trim()).map((line) => [span(line)]),
    ...(variables.length > 0 ? [[], [span('variables', 'gray')]] : []),
    ...variables.map(([key, value]) => [
      span(`  ${fitted(key, width)}`, 'bold'),
      span(`  ${JSON.stringify(value)}`),
    ]),
    ...(steps.length > 0 ? [[], [span('steps', 'gray')]] : []),
    ...steps.map((step) => [span('  '), ...stepWords(step, labelWidth(steps))]),
    ...(problems.length > 0 ? [[], [span('cannot be run', 'red')]] : []),
    ...problems.map((problem) => [span(`  ${inCommands(problem, flags, client.base)}`, 'red')]),
  ]
  printLines(terminal, lines)
  if (problems.length === 0) terminal.log(`\nrun it: ${commandLine(`scenario run ${name}`, flags)}`)
}
