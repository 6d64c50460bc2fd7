import type { Run, RunState, RunStep } from '../../wire.ts'
import { toIso, toIsoOrNull } from '../../words/time.ts'
import { allSteps, movesClock, type Scenario } from '../scenarios/scenario.ts'

/** How a step of a run goes. Times in microseconds. */
export interface StepRecord extends Omit<RunStep, 'started_at' | 'finished_at'> {
  startedAt: number | null
  finishedAt: number | null
}

/** One execution of a scenario. Replaced at each change, never changed. Times in microseconds. */
export interface RunRecord {
  seq: number
  id: string
  scenario: string
  title: string
  state: RunState
  /** Whether it waits for step or resume; one that has ended does not. */
  paused: boolean
  seed: number
  speed: number | null
  identity: string
  subscriptionId: string
  /** Its own receiver; null where a subscription was named. */
  endpoint: string | null
  set: Readonly<Record<string, unknown>>
  /** The ids of the standing rules and armed errors that it has made. */
  standing: { rules: readonly string[]; armed: readonly string[] }
  detail: string | null
  steps: readonly StepRecord[]
  startedAt: number
  finishedAt: number | null
}

/** A run as `/sandbox` tells it. */
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

/** What a summary says of a step: no body, which may be long. */
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
]

/** The steps of a scenario before any is run. */
export const freshSteps = ({ steps }: Scenario): StepRecord[] =>
  allSteps(steps).map(({ index, name, kind, summary, given }) => ({
    index,
    name,
    kind,
    summary,
    given: Object.fromEntries(Object.entries(given).filter(([key]) => summed.includes(key))),
    state: 'pending',
    detail: null,
    result: {},
    round: null,
    startedAt: null,
    finishedAt: null,
    refs: [],
  }))

/** A run with one of its steps changed. */
export const withStep = (run: RunRecord, index: string, change: Partial<StepRecord>): RunRecord => ({
  ...run,
  steps: run.steps.map((step) => (step.index === index ? { ...step, ...change } : step)),
})

/** A run at its end: what was not reached is skipped, what was under way ended with it. */
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
