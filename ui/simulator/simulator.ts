/** The state of scenarios, runs and traffic, kept up to date by live frames. */

import { computed, signal } from '@preact/signals'
import type { Run, Scenario, Traffic } from '../../server/wire.ts'
import type { Problem } from '../live/api.ts'
import { getRunning, getRuns, getScenarios, getTraffic } from '../live/routes/simulator.ts'
import { put } from '../live/settings.ts'
import { besideTold, takeTold } from '../live/told.ts'

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

/** Applies a live frame or a response about a run. A response may be older than a frame, so an ended run stays ended. */
export const takeRun = (run: Run): void =>
  takeTold(() => {
    const known = runs.value?.find(({ id }) => id === run.id)
    if (run.state !== 'running' || known === undefined || known.state === 'running')
      runs.value = put(runs.value, run, ({ id }) => id === run.id)
  })

/** Applies a live frame about the traffic. */
export const takeTraffic = (now: Traffic): void =>
  takeTold(() => {
    traffic.value = now
  })

/** The last run that this page started. */
export const begunHere = signal<string | null>(null)

/** A run that advances the clock at its own speed. */
interface Mover {
  id: string
  scenario: string
  speed: number
}

/** The newest such run, or null. */
export const mover = computed<Mover | null>(() => {
  for (const { id, scenario, speed, state, paused } of runs.value ?? [])
    if (state === 'running' && !paused && speed !== null) return { id, scenario, speed }
  return null
})
