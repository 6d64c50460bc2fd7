/** The commands below `scenario`: list and show scenarios, run them, and show and steer runs. */

import { withQuery } from '../../library/ask.ts'
import type { Run, Scenario } from '../../wire.ts'
import { printableLines } from '../../words/printable.ts'
import { joined, type Line, span } from '../../words/spans.ts'
import { reportable } from '../ci-reports.ts'
import { type CommandContext, type Making, rowsAsJson, rowsAsJsonUnless } from '../command.ts'
import { tellNothing } from '../nothing-found.ts'
import { printLines } from '../print-lines.ts'
import { collect, fraction, whole } from '../values.ts'
import { fitted, widthOf } from '../width.ts'
import { labelWidth, runHead, runState, saySteps, stepLine, stepWords } from './lines.ts'
import { type RunAct, readScenario, readScenarios, runPath } from './named.ts'
import { scenarioRun } from './run.ts'

/** The commands that steer a run, with their descriptions. */
const runActs: Record<RunAct, string> = {
  pause: 'pause a run after its current step',
  step: 'run one step of a paused run',
  resume: 'resume a paused run',
  stop: 'end a run',
}

export function addScenarioCommands({ speaking, group }: Making) {
  const scenario = group(
    'scenario',
    'list, show or run scenarios: scripts of calls, events, waits and expectations',
  )

  speaking('list', 'list the scenarios, with the problems of those that cannot run', scenario)
    .json(rowsAsJson)
    .action(list)

  speaking('show', 'show the variables and steps of a scenario', scenario)
    .argument('<name>', 'name of the scenario, such as retry-ladder')
    .option('--text', 'print the file of the scenario, to copy for your own')
    .action(show)

  const running = speaking(
    'run',
    'run scenarios one after the other; exit code 1 unless all succeed',
    scenario,
  )
    .argument('[name...]', 'names of scenarios, as list prints them')
    .option('--all', 'run all scenarios')
    .option(
      '--set <name=value>',
      'set a variable; name:=value reads JSON, for values other than text; repeatable',
      collect,
      [],
    )
    .option(
      '--seed <number>',
      'seed for the data of the run, such as 42; the same seed makes the same data',
      whole,
    )
    .option(
      '--speed <number>',
      'how many seconds of waiting pass in one real second, such as 60; without it, no waiting',
      fraction,
    )
    .option('--subscription <id>', 'deliver to this subscription instead of to a receiver of the run')
    .option('--paused', 'pause before the first step')
    .option('--no-wait', 'start the run, and return at once')
  reportable(running).action(scenarioRun)

  speaking('runs', 'list the newest runs, newest last, or show one run with its steps', scenario)
    .argument('[id]', 'id of the run, such as run_…')
    .json(rowsAsJsonUnless('an id'))
    .action(runs)

  for (const [act, description] of Object.entries(runActs))
    speaking(act, description, scenario)
      .argument('<id>', 'id of the run, such as run_…')
      .action(async (id, _flags, { client, tell }) => {
        const answer = await client.post<{ run: Run }>(runPath(id, act), 'run', {})
        const { run } = answer
        const last = run.steps.findLast(({ state }) => state !== 'pending')
        const step = last ? [stepLine(last, { width: labelWidth([last]) })] : []
        tell(answer, () => [[runState(run), ...runHead(run)], ...step])
      })
}

async function list(_flags: object, { client, terminal, json, tellEach }: CommandContext) {
  const scenarios = await readScenarios(client)
  if (json) return tellEach(scenarios, ({ name }) => name)
  const wide = Math.max(0, ...scenarios.map(({ name }) => name.length))
  for (const { name, title, source, steps, problems } of scenarios) {
    const line = joined(
      [
        span(name.padEnd(wide), 'bold'),
        span(title),
        problems.length > 0 ? span('cannot run', 'red') : span(saySteps(steps), 'gray'),
        source === 'user' ? span('yours', 'gray') : undefined,
      ],
      '  ',
    )
    printLines(terminal, [line, ...problemLines(problems)])
  }
  terminal.log(`\nRun a scenario with: ${client.command('scenario run NAME')}`)
}

const problemLines = (problems: readonly string[]): Line[] =>
  problems.map((problem) => [span(`  ${problem}`, 'red')])

async function show(name: string, flags: { text?: true }, { client, terminal, json, tell }: CommandContext) {
  const answer = await readScenario(name, client)
  const { scenario } = answer
  if (flags.text && !json) {
    for (const line of printableLines(scenario.text.replace(/\n$/, ''))) terminal.out(line)
    return
  }
  tell(answer, () => scenarioLines(scenario))
  if (scenario.problems.length === 0 && !json)
    terminal.log(`\nRun the scenario with: ${client.command(`scenario run ${name}`)}`)
}

function scenarioLines({ title, description, file, set, steps, problems }: Scenario): Line[] {
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
    ...(problems.length > 0 ? [[], [span('cannot run', 'red')]] : []),
    ...problemLines(problems),
  ]
}

const listedAtMost = 20

/** Prints the newest runs, or one run with its steps and the records of each step. */
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
