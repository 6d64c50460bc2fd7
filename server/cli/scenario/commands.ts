import type { Run, Scenario } from '../../wire.ts'
import { printableLines } from '../../words/printable.ts'
import { joined, type Line, span } from '../../words/spans.ts'
import { type Client, withQuery } from '../client.ts'
import type { CommandContext, Making } from '../command.ts'
import { tellNothing } from '../nothing-found.ts'
import { printLines } from '../print-lines.ts'
import { collect, fraction, whole } from '../values.ts'
import { fitted, widthOf } from '../width.ts'
import { labelWidth, runHead, runState, saySteps, stepLine, stepWords } from './lines.ts'
import { type RunAct, readScenarios, runPath, scenarioNamed } from './named.ts'
import { scenarioRun } from './run.ts'

/** What can be done to a run under way, and how it is explained. */
const runActs: Record<RunAct, string> = {
  pause: 'let a run wait after the step under way',
  step: 'let a paused run do one step',
  resume: 'let a paused run go on',
  stop: 'end a run',
}

/** The commands below `scenario`. */
export function addScenarioCommands({ speaking, group }: Making) {
  const scenario = group('scenario', 'scripts of calls, events, waits and expectations')

  speaking('list', 'list the scenarios, with what is wrong with those that cannot be run', scenario).action(
    list,
  )

  speaking('show', 'print what a scenario does', scenario)
    .argument('<name>', 'what list printed')
    .option('--text', 'print its file instead, to begin one of your own with')
    .action(show)

  speaking('run', 'run scenarios one after the other; exit code 1 unless each succeeds', scenario)
    .argument('[name...]', 'what list printed')
    .option('--all', 'run all of them')
    .option('--set <name=value>', 'a variable; name:=json for what is no text; may be repeated', collect, [])
    .option('--seed <number>', 'makes its data repeatable', whole)
    .option('--speed <number>', 'how many seconds of a wait pass in one; at once without it', fraction)
    .option('--subscription <id>', 'deliver to this subscription instead of a receiver of its own')
    .option('--paused', 'begin paused, before the first step')
    .option('--no-wait', 'only begin it')
    .action(scenarioRun)

  speaking('runs', 'print the newest runs, the newest last, or one with its steps', scenario)
    .argument('[id]', 'what run printed, such as run_…')
    .action(runs)

  for (const [act, description] of Object.entries(runActs))
    speaking(act, description, scenario)
      .argument('<id>', 'what run printed, such as run_…')
      .action(async (id, _flags, { client, tell }) => {
        const answer = await client.post<{ run: Run }>(runPath(id, act), 'run', {})
        const { run } = answer
        const last = run.steps.findLast(({ state }) => state !== 'pending')
        const step = last ? [stepLine(last, { width: labelWidth([last]) })] : []
        tell(answer, () => [[runState(run), ...runHead(run)], ...step])
      })
}

/** Prints the scenarios that there are, with what is wrong with those that cannot be run. */
async function list(_flags: object, { client, terminal, json, tellEach }: CommandContext) {
  const scenarios = await readScenarios(client)
  if (json) return tellEach(scenarios, ({ name }) => name)
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
    printLines(terminal, [line, ...problemLines(problems, client)])
  }
  terminal.log(`\nrun one: ${client.command('scenario run <name>')}`)
}

const problemLines = (problems: readonly string[], { inCommands }: Client): Line[] =>
  problems.map((problem) => [span(`  ${inCommands(problem)}`, 'red')])

/** Prints what a scenario does, or its file. */
async function show(name: string, flags: { text?: true }, { client, terminal, json, tell }: CommandContext) {
  const scenario = scenarioNamed(name, await readScenarios(client))
  if (flags.text && !json) {
    for (const line of printableLines(scenario.text.replace(/\n$/, ''))) terminal.out(line)
    return
  }
  tell({ scenario }, () => scenarioLines(scenario, client))
  if (scenario.problems.length === 0 && !json)
    terminal.log(`\nrun it: ${client.command(`scenario run ${name}`)}`)
}

function scenarioLines({ title, description, file, set, steps, problems }: Scenario, client: Client): Line[] {
  const variables = Object.entries(set)
  const width = Math.max(0, ...variables.map(([key]) => widthOf(key)))
  return [
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
    ...problemLines(problems, client),
  ]
}

const listedAtMost = 20

/** Prints the newest runs, the newest last, or one with its steps and the records that these made and met. */
async function runs(id: string | undefined, _flags: object, context: CommandContext) {
  const { client, terminal, tell, tellEach } = context
  if (id !== undefined) {
    const answer = await client.get<{ run: Run }>(runPath(id), 'run')
    return tell(answer, () => detailLines(answer.run))
  }
  const path = withQuery('/sandbox/runs', { limit: listedAtMost })
  const { runs } = await client.get<{ runs: Run[] }>(path, 'runs')
  if (runs.length === 0) tellNothing(terminal, 'runs')
  tellEach(runs.toReversed(), (run) => [runState(run), ...runHead(run), ...why(run)])
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
