/** Describes the record of a run and its steps. */
import type { Run, RunState, RunStep } from '../../wire.ts'
import { toIso, toIsoOrNull } from '../../words/time.ts'
import { allSteps, movesClock, type Scenario, type Step } from '../scenarios/scenario.ts'
import { summaryOf } from '../scenarios/summary.ts'

/** The progress of a step. Times are in microseconds. */
export interface StepRecord extends Omit<RunStep, 'started_at' | 'finished_at'> {
  startedAt: number | null
  finishedAt: number | null
}

/** One execution of a scenario. Each change makes a new object. Times are in microseconds. */
export interface RunRecord {
  seq: number
  id: string
  scenario: string
  title: string
  state: RunState
  /** Whether it waits for step or resume. An ended run does not. */
  paused: boolean
  seed: number
  speed: number | null
  identity: string
  subscriptionId: string
  /** Its own receiver, or null with a named subscription. */
  endpoint: string | null
  set: Readonly<Record<string, unknown>>
  /** The ids of its fault rules and armed errors. */
  standing: { rules: readonly string[]; armed: readonly string[] }
  detail: string | null
  steps: readonly StepRecord[]
  startedAt: number
  finishedAt: number | null
}

/** The JSON of a run under `/sandbox`. */
export const runWire = ({
  subscriptionId,
  standing: _,
  steps,
  startedAt,
  finishedAt,
  ...run
}: RunRecord): Run => ({
  ...run,
  subscription_id: subscriptionId,
  steps: steps.map(({ startedAt: began, finishedAt: ended, ...step }) => ({
    ...step,
    started_at: toIsoOrNull(began),
    finished_at: toIsoOrNull(ended),
  })),
  moves_clock: movesClock(steps),
  started_at: toIso(startedAt),
  finished_at: toIsoOrNull(finishedAt),
})

/** The fields of a step in a summary: no bodies, which may be long. */
const summed = [
  'call',
  'status',
  'event',
  'count',
  'wait',
  'expect',
  'where',
  'exactly',
  'fault',
  'on',
  'arm',
  'method',
  'path',
  'times',
  'repeat',
]

/** What a run shows of a step. The values contain their references until the step begins. */
export const shownOf = (step: Pick<Step, 'kind' | 'given' | 'branches' | 'note'>) => ({
  summary: summaryOf(step),
  note: step.note,
  given: Object.fromEntries(Object.entries(step.given).filter(([key]) => summed.includes(key))),
})

/** The steps of a scenario before it runs. */
export const freshSteps = ({ steps }: Scenario): StepRecord[] =>
  allSteps(steps).map((step) => ({
    index: step.index,
    name: step.name,
    kind: step.kind,
    ...shownOf(step),
    state: 'pending',
    detail: null,
    result: {},
    round: null,
    startedAt: null,
    finishedAt: null,
    refs: [],
  }))

/** A run with one step changed. */
export const withStep = (run: RunRecord, index: string, change: Partial<StepRecord>): RunRecord => ({
  ...run,
  steps: run.steps.map((step) => (step.index === index ? { ...step, ...change } : step)),
})

/** A run at its end: unreached steps are skipped, and the current step ends. */
export function finished(
  run: RunRecord,
  { state, detail, now }: { state: Exclude<RunState, 'running'>; detail: string | null; now: number },
): RunRecord {
  const failed = run.steps.find((step) => step.state === 'failed')
  const steps = run.steps.map((step): StepRecord => {
    if (step.state === 'pending') return { ...step, state: 'skipped' }
    if (step.state !== 'running') return step
    return failed?.index.startsWith(`${step.index}.`)
      ? { ...step, state: 'failed', detail: `step ${failed.index} (${failed.name}) failed`, finishedAt: now }
      : { ...step, state: 'stopped', finishedAt: now }
  })
  return { ...run, state, paused: false, detail, steps, finishedAt: now }
}
