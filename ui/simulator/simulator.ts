/** The state of scenarios, runs and traffic, kept up to date by live frames. */

import { computed, signal } from '@preact/signals'
import type { Run, Scenario, Traffic } from '../../server/wire.ts'
import type { Problem, Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import type { RunWords, TrafficWords } from '../live/routes/simulator.ts'
import {
  getRunning,
  getRuns,
  getScenarios,
  getTraffic,
  postRun,
  postRunAct,
  postTraffic,
  type RunAct,
} from '../live/routes/simulator.ts'
import { put } from '../live/settings.ts'
import { besideTold, takeTold } from '../live/told.ts'
import { undoable } from '../live/undo.ts'

/** Newest first. Null until loaded. */
export const runs = signal<Run[] | null>(null)
/** In the order of the sandbox. Null until loaded. */
export const scenarios = signal<Scenario[] | null>(null)
export const scenariosProblem = signal<Problem | null>(null)
export const traffic = signal<Traffic | null>(null)

/** Whether older runs exist that are not loaded. */
export const olderRuns = signal(false)
const moreRunning = signal(false)

export const running = computed(() => (runs.value ?? []).filter(({ state }) => state === 'running'))
/** Number of running runs: `3`, or `100+` if some are not loaded. */
export const runningCount = computed(() => `${running.value.length}${moreRunning.value ? '+' : ''}`)

/** Loads the scenarios again, because their files may have changed. */
export async function readScenarios(): Promise<void> {
  const known = await getScenarios()
  scenariosProblem.value = known.ok ? null : known.problem
  if (known.ok) scenarios.value = known.value.scenarios
}

/** Loads runs, scenarios and traffic. */
export const readSimulator = (): Promise<void> =>
  besideTold(async () => {
    const [newest, underWay, told] = await Promise.all([
      getRuns(),
      getRunning(),
      getTraffic(),
      readScenarios(),
    ])
    if (newest.ok && underWay.ok) {
      const read = new Map([...newest.value.runs, ...underWay.value.runs].map((run) => [run.id, run]))
      // A live frame may be newer than the list, so finished runs stay finished.
      for (const run of runs.value ?? [])
        if (read.has(run.id) && run.state !== 'running') read.set(run.id, run)
      runs.value = [...read.values()].toSorted((a, b) => b.seq - a.seq)
      olderRuns.value = newest.value.next !== null
      moreRunning.value = underWay.value.next !== null
    }
    if (told.ok) traffic.value = told.value.traffic
  })

/** Applies a live frame about a run. */
export const takeRun = (run: Run): void =>
  takeTold(() => {
    runs.value = put(runs.value, run, (other) => other.id === run.id)
  })

/** Applies a live frame about the traffic. */
export const takeTraffic = (now: Traffic): void =>
  takeTold(() => {
    traffic.value = now
  })

/** The last run that this page started. */
export const begunHere = signal<string | null>(null)

/** Starts a run and lists it. The live frame may have listed the run already. */
export async function startRun(scenario: string, order: RunWords): Promise<Result<{ run: Run }>> {
  const begun = await postRun(scenario, order)
  if (begun.ok && !runs.value?.some(({ id }) => id === begun.value.run.id)) takeRun(begun.value.run)
  if (begun.ok) {
    begunHere.value = begun.value.run.id
    said.value = `Running ${scenario}`
  }
  return begun
}

const done = {
  pause: 'Paused',
  step: 'One step',
  resume: 'Resumed',
  stop: 'Stopped',
} as const satisfies Record<RunAct, string>

export async function actOnRun(id: string, act: RunAct): Promise<void> {
  if ((await attemptTo(postRunAct(id, act))) !== null) said.value = done[act]
}

/** Starts traffic, which replaces running traffic, or stops it, with Undo. */
export async function orderTraffic(order: TrafficWords): Promise<Result<unknown>> {
  const before = traffic.value
  const done = await setTraffic(order)
  if (!done.ok) return done
  const again = before?.running ? trafficAgain(before) : { rate: 0 }
  undoable(said.value, () => attemptTo(setTraffic(again)))
  return done
}

/** The order that starts the same traffic. */
const trafficAgain = ({ rate, shape, events, seed, fault }: Traffic): TrafficWords => ({
  rate,
  shape,
  events,
  seed,
  ...(fault !== null && { fault }),
})

async function setTraffic(order: TrafficWords): Promise<Result<unknown>> {
  const told = await postTraffic(order)
  if (!told.ok) return told
  takeTraffic(told.value.traffic)
  said.value = order.rate === 0 ? 'Traffic stopped' : 'Traffic started'
  return told
}
