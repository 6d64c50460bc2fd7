import type { Run, RunStep, Scenario } from '../../server/wire.ts'
import { startStub } from './stub.ts'

/** A step of the story that is told here: its number, its name and how it stands. */
export const step = (index: string, over: Partial<RunStep> = {}): RunStep => ({
  index,
  name: `step-${index}`,
  kind: 'call',
  summary: `POST /things/${index}`,
  note: null,
  given: {},
  state: 'pending',
  detail: null,
  result: {},
  round: null,
  started_at: null,
  finished_at: null,
  refs: [],
  ...over,
})
const at = '2030-01-01T09:00:00.000000Z'
export const done = (index: string, detail: string | null = null): RunStep =>
  step(index, { state: 'succeeded', detail, started_at: at, finished_at: at })

export const runOf = (scenario: string, over: Partial<Run> = {}): Run => ({
  id: `run_${scenario}`,
  seq: 1,
  scenario,
  title: 'A story',
  state: 'running',
  paused: false,
  seed: 7,
  speed: null,
  identity: `run_${scenario}`,
  subscription_id: 'sub',
  endpoint: scenario,
  set: {},
  detail: null,
  steps: [step('1'), step('2'), step('2.1')],
  moves_clock: false,
  started_at: at,
  finished_at: null,
  ...over,
})

const scenarioOf = (name: string, problems: string[]): Scenario => ({
  name,
  title: `The story of ${name}`,
  description: 'Something happens.\nThen it is over.',
  source: 'shipped',
  file: `${name}.yaml`,
  text: `# comment\ntitle: The story of ${name}\n`,
  set: problems.length > 0 ? {} : { amount: '21.93', n: 3, on: true },
  problems,
  steps: problems.length > 0 ? [] : [step('1'), step('2'), step('2.1')],
  moves_clock: false,
})

/** A server that knows scenarios `good`, `other` and `broken`, and whose runs go as the test says. */
export async function startStories(runs: Record<string, Run> = {}) {
  let seq = 100
  const current = new Map<string, Run>()
  const problem = 'broken.yaml, step 3 (customer), line 7: bodi is not a key of a call step'
  const scenarios = [scenarioOf('good', []), scenarioOf('other', []), scenarioOf('broken', [problem])]
  const refusal = (message: string) => ({ error: { code: 'scenario_unknown', message, fix: 'Correct it.' } })
  const names = ['good', 'other']
  const stub = await startStub({
    'GET /sandbox/health': { platform: {}, seq },
    'GET /sandbox/scenarios': { scenarios, next: null },
    ...Object.fromEntries(
      scenarios.map((scenario) => [`GET /sandbox/scenarios/${scenario.name}`, { scenario }]),
    ),
    ...Object.fromEntries(
      ['goood', 'othr'].map((name) => [
        `GET /sandbox/scenarios/${name}`,
        refusal(`No scenario is named ${name}.`),
      ]),
    ),
    'POST /sandbox/scenarios/broken/run': refusal(problem),
    ...Object.fromEntries(
      names.flatMap((name) => {
        const begun = () => {
          const run = runs[name] ?? runOf(name)
          current.set(name, run)
          return { run }
        }
        const acted = (over: Partial<Run>) => () => {
          const run = { ...(current.get(name) ?? runOf(name)), ...over }
          tell(run)
          return { run }
        }
        return [
          [`POST /sandbox/scenarios/${name}/run`, begun],
          [`GET /sandbox/runs/run_${name}`, () => ({ run: current.get(name) })],
          [`POST /sandbox/runs/run_${name}/stop`, acted({ state: 'stopped', detail: 'stopped by hand' })],
          [`POST /sandbox/runs/run_${name}/pause`, acted({ paused: true })],
          [`POST /sandbox/runs/run_${name}/resume`, acted({ paused: false })],
        ]
      }),
    ),
  })
  function tell(run: Run) {
    current.set(run.scenario, run)
    stub.tell({ seq: ++seq, kind: 'run', data: run })
  }
  const forget = () => stub.tell({ seq: ++seq, kind: 'reset', data: { kept: [] } })
  return { ...stub, tell, forget }
}
