import type { Outside } from '../../../server/outside.ts'
import { mixOf, type Weights } from '../../../server/simulator/traffic/mix.ts'
import { arrivalAt, choiceOf, type Rhythm } from '../../../server/simulator/traffic/schedule.ts'
import type { EventRow, Traffic } from '../../../server/wire.ts'
import { toIso } from '../../../server/words/time.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'

export const start = '2026-01-01T00:00:00Z'
const startedAt = Date.parse(start) * 1000

/** A sandbox whose clock stands at {@link start}. */
export async function standing(config: Record<string, unknown> = {}, outside?: Outside) {
  const sandbox = await startSandbox(config, outside)
  await sandbox.clock({ mode: 'manual', set: start })
  return sandbox
}

export const order = async (sandbox: TestSandbox, body: Record<string, unknown>) =>
  (await sandbox.post<{ traffic: Traffic }>('/sandbox/traffic', body)).traffic
export const trafficOf = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ traffic: Traffic }>('/sandbox/traffic')).traffic

/** Time, name and run of each event that traffic made, oldest first. */
export async function made(sandbox: TestSandbox, query = '') {
  const { events } = await sandbox.get<{ events: EventRow[] }>(
    `/sandbox/events?source=traffic&limit=500${query}`,
  )
  return events.toReversed().map(({ occurred_at, event }) => `${occurred_at} ${event}`)
}

/** What the schedule says of the first `count` arrivals that start at {@link start}. */
export function planned(rhythm: Rhythm, events: Weights, count: number): string[] {
  const mix = mixOf(events)
  let offset = 0
  return Array.from({ length: count }, (_, number) => {
    offset = arrivalAt(rhythm, number, offset)
    return `${toIso(startedAt + Math.floor(offset))} ${mix.choose(choiceOf(rhythm.seed, number))}`
  })
}
