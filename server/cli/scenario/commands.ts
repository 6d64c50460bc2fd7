import type { Making, ProgramNeeds } from '../making.ts'
import { collect, fraction, whole } from '../values.ts'
import { type RunAct, runActs, type ScenarioActFlags, scenarioAct } from './act.ts'
import { type ScenarioListFlags, scenarioList } from './list.ts'
import { type ScenarioRunFlags, scenarioRun } from './run.ts'
import { type ScenarioRunsFlags, scenarioRuns } from './runs.ts'
import { type ScenarioShowFlags, scenarioShow } from './show.ts'

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
