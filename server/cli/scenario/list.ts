import { jsonLine } from '../../words/printable.ts'
import { commandLine, createClient, inCommands, type TargetFlags } from '../client.ts'
import { printLines } from '../print-lines.ts'
import { joined, span } from '../spans.ts'
import type { Shell } from '../terminal.ts'
import { saySteps } from './lines.ts'
import { readScenarios } from './named.ts'

export interface ScenarioListFlags extends TargetFlags {
  json?: true
}

/** Prints the scenarios that there are, with what is wrong with those that cannot be run. */
export async function scenarioList(flags: ScenarioListFlags, { terminal, environment }: Shell) {
  const client = createClient(flags, environment)
  const scenarios = await readScenarios(client)
  if (flags.json) {
    for (const scenario of scenarios) terminal.out(jsonLine(scenario))
    return
  }
  const wide = Math.max(0, ...scenarios.map(({ name }) => name.length))
  for (const { name, title, source, steps, problems } of scenarios) {
    const line = joined(
      [
        span(name.padEnd(wide), 'bold'),
        span(title),
        problems.length > 0 ? span('cannot be run', 'red') : span(saySteps(steps), 'gray'),
        source === 'user' ? span('yours', 'gray') : undefined,
      ],
      '  ',
    )
    const wrong = problems.map((problem) => [span(`  ${inCommands(problem, flags, client.base)}`, 'red')])
    printLines(terminal, [line, ...wrong])
  }
  terminal.log(`\nrun one: ${commandLine('scenario run <name>', flags)}`)
}
