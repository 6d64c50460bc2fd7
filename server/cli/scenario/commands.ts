import type { Run } from '../../wire.ts'
import { jsonLine, printableLines } from '../../words/printable.ts'
import { commandLine, createClient, inCommands, type TargetFlags, withQuery } from '../client.ts'
import type { Making, ProgramNeeds } from '../making.ts'
import { tellNothing } from '../nothing-found.ts'
import { printLines } from '../print-lines.ts'
import { joined, type Line, span } from '../spans.ts'
import type { Shell } from '../terminal.ts'
import { collect, fraction, whole } from '../values.ts'
import { fitted, widthOf } from '../width.ts'
import { type RunAct, runActs, type ScenarioActFlags, scenarioAct } from './act.ts'
import { labelWidth, runHead, runState, saySteps, stepLine, stepWords } from './lines.ts'
import { readScenarios, runPath, scenarioNamed } from './named.ts'
import { type ScenarioRunFlags, scenarioRun } from './run.ts'

/** The commands below `scenario`. */
export function addScenarioCommands({ speaking, group }: Making, needs: ProgramNeeds) {
  const scenario = group('scenario', 'scripts of calls, events, waits and expectations')

  speaking('list', 'list the scenarios, with what is wrong with those that cannot be run', scenario)
    .option('--json', 'print each as one line of JSON')
    .action((flags: ScenarioListFlags) => scenarioList(flags, needs))

  speaking('show', 'print what a scenario does', scenario)
    .argument('<name>', 'what list printed')
    .option('--text', 'print its file instead, to begin one of your own with')
    .option('--json', 'print it as JSON')
    .action((name: string, flags: ScenarioShowFlags) => scenarioShow(name, flags, needs))

  speaking('run', 'run scenarios one after the other; exit code 1 unless each succeeds', scenario)
    .argument('[name...]', 'what list printed')
    .option('--all', 'run all of them')
    .option('--set <name=value>', 'a variable; name:=json for what is no text; may be repeated', collect, [])
    .option('--seed <number>', 'makes its data repeatable', whole)
    .option('--speed <number>', 'how many seconds of a wait pass in one; at once without it', fraction)
    .option('--subscription <id>', 'deliver to this subscription instead of a receiver of its own')
    .option('--paused', 'begin paused, before the first step')
    .option('--no-wait', 'only begin it')
    .option('--json', 'print each run as one line of JSON at its end')
    .action((names: string[], flags: ScenarioRunFlags) => scenarioRun(names, flags, needs))

  speaking('runs', 'print the newest runs, the newest last, or one with its steps', scenario)
    .argument('[id]', 'what run printed, such as run_…')
    .option('--json', 'print each as one line of JSON')
    .action((id: string | undefined, flags: ScenarioRunsFlags) => scenarioRuns(id, flags, needs))

  for (const [act, description] of Object.entries(runActs))
    speaking(act, description, scenario)
      .argument('<id>', 'what run printed, such as run_…')
      .option('--json', 'print the run as JSON')
      .action((id: string, flags: ScenarioActFlags) => scenarioAct({ act: act as RunAct, id }, flags, needs))
}

interface ScenarioListFlags extends TargetFlags {
  json?: true
}

/** Prints the scenarios that there are, with what is wrong with those that cannot be run. */
async function scenarioList(flags: ScenarioListFlags, { terminal, environment }: Shell) {
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

interface ScenarioShowFlags extends TargetFlags {
  text?: true
  json?: true
}

/** Prints what a scenario does, or its file. */
async function scenarioShow(name: string, flags: ScenarioShowFlags, shell: Shell) {
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

interface ScenarioRunsFlags extends TargetFlags {
  json?: true
}

const listedAtMost = 20

/** Prints the newest runs, the newest last, or one with its steps and the records that these made and met. */
async function scenarioRuns(id: string | undefined, flags: ScenarioRunsFlags, shell: Shell) {
  const { terminal, environment } = shell
  const client = createClient(flags, environment)
  const print = (lines: readonly Line[]) => printLines(terminal, lines)
  if (id !== undefined) {
    const answer = await client.get<{ run: Run }>(runPath(id), 'run')
    return flags.json ? terminal.out(jsonLine(answer)) : print(detailLines(answer.run))
  }
  const path = withQuery('/sandbox/runs', { limit: listedAtMost })
  const { runs } = await client.get<{ runs: Run[] }>(path, 'runs')
  if (runs.length === 0) tellNothing(terminal, 'runs')
  const rows = runs.toReversed()
  if (flags.json) for (const run of rows) terminal.out(jsonLine(run))
  else print(rows.map((run) => [runState(run), ...runHead(run), ...why(run)]))
}

const why = ({ detail }: Run): Line => (detail === null ? [] : [span(`  ${detail}`)])

function detailLines(run: Run): Line[] {
  const width = labelWidth(run.steps)
  return [
    [runState(run), ...runHead(run), ...why(run)],
    ...run.steps.flatMap((step): Line[] => [
      stepLine(step, { width }),
      ...step.refs.map(({ kind, id }): Line => [span(`${' '.repeat(11)}${kind} ${id}`, 'gray')]),
    ]),
  ]
}
