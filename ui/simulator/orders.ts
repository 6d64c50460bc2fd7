/** Starts and steers runs and traffic. */

import type { Run, Traffic } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import type { RunWords, TrafficWords } from '../live/routes/running.ts'
import { postRun, postRunAct, postTraffic, type RunAct } from '../live/routes/running.ts'
import { undoable } from '../live/undo.ts'
import { begunHere, runs, takeRun, takeTraffic, traffic } from './simulator.ts'

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
  step: 'Ran one step',
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
