import { commandLine, createClient, inCommands, type TargetFlags } from '../client.ts'
import { jsonLine } from '../printable.ts'
import { joined, paint, span } from '../spans.ts'
import type { Shell } from '../terminal.ts'
import { saySteps } from './lines.ts'
import { readScenarios } from './named.ts'

export interface ScenarioListFlags extends TargetFlags {
  json?: true
}

/** Prints the scenarios that there are, with what is wrong with those that cannot be run. */
export async function scenarioList(flags: ScenarioListFlags, { terminal, environment }: Shell) {
  const scenarios = await readScenarios(createClient(flags, environment))
  if (flags.json) {
    for (const scenario of scenarios) terminal.out(jsonLine(scenario))
    return
  }
  const colour = terminal.colour ?? false
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
    terminal.out(paint(line, { colour }))
    for (const problem of problems)
      terminal.out(paint([span(`  ${inCommands(problem, flags)}`, 'red')], { colour }))
  }
  terminal.log(`\nrun one: ${commandLine('scenario run <name>', flags)}`)
}
