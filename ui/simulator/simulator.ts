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

/** Newest first; null until they have been read. */
export const runs = signal<Run[] | null>(null)
/** In the sandbox's order; null until they have been read. */
export const scenarios = signal<Scenario[] | null>(null)
export const scenariosProblem = signal<Problem | null>(null)
export const traffic = signal<Traffic | null>(null)

/** Whether there are runs older than those that were read. */
export const olderRuns = signal(false)
const moreRunning = signal(false)

export const running = computed(() => (runs.value ?? []).filter(({ state }) => state === 'running'))
/** How many runs are under way: `3`, or `100+` where not all of them have been read. */
export const runningCount = computed(() => `${running.value.length}${moreRunning.value ? '+' : ''}`)

/** Reads the scenarios anew: their files may have changed. */
export async function readScenarios(): Promise<void> {
  const known = await getScenarios()
  scenariosProblem.value = known.ok ? null : known.problem
  if (known.ok) scenarios.value = known.value.scenarios
}

/** Reads what runs and what can be run. */
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
      // What has ended meanwhile stays so: a frame may have overtaken the list.
      for (const run of runs.value ?? [])
        if (read.has(run.id) && run.state !== 'running') read.set(run.id, run)
      runs.value = [...read.values()].toSorted((a, b) => b.seq - a.seq)
      olderRuns.value = newest.value.next !== null
      moreRunning.value = underWay.value.next !== null
    }
    if (told.ok) traffic.value = told.value.traffic
  })

/** Takes in a live frame about a run. */
export const takeRun = (run: Run): void =>
  takeTold(() => {
    runs.value = put(runs.value, run, (other) => other.id === run.id)
  })

/** Takes in a live frame about the traffic. */
export const takeTraffic = (now: Traffic): void =>
  takeTold(() => {
    traffic.value = now
  })

/** The run that this page began last. */
export const begunHere = signal<string | null>(null)

/** Begins a run and lists it, unless the live frame was faster. */
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
  resume: 'Goes on',
  stop: 'Stopped',
} as const satisfies Record<RunAct, string>

/** Holds a run, lets it go on, or ends it. */
export async function actOnRun(id: string, act: RunAct): Promise<void> {
  if ((await attemptTo(postRunAct(id, act))) !== null) said.value = done[act]
}

/** Starts traffic in place of what runs, or stops it. */
export async function orderTraffic(order: TrafficWords): Promise<Result<unknown>> {
  const told = await postTraffic(order)
  if (!told.ok) return told
  takeTraffic(told.value.traffic)
  said.value = order.rate === 0 ? 'Traffic stopped' : 'Traffic started'
  return told
}
