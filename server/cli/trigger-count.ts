import type { Triggered } from '../simulator/trigger/trigger.ts'
import { type CatalogueEvent, type DeliveryRow, type Event, firedAtMost } from '../wire.ts'
import { fitsPattern } from '../words/pattern.ts'
import type { Client } from './client.ts'
import type { CommandContext } from './command.ts'
import { span } from './spans.ts'

/** So many events are made by one request at most, so that it is soon answered, and with all that it made. */
export const listedAtMost = 1000

/** What all requests have made so far; beyond {@link listedAtMost} the events without their payloads. */
export interface Fired {
  counts: Triggered['counts']
  events: Pick<Event, 'id' | 'event'>[]
  deliveries: DeliveryRow[]
}

export interface FireRequest {
  event: string
  with_history?: true | undefined
}
/** More than what comes before any one event. */
const historyAtMost = 20

/**
 * Fires as many as are wanted, in requests of a bounded size: how far it is can be seen, and it can be broken off between.
 * Returns as well what kept the rest from being fired.
 */
export async function fire(
  { request, count, signal }: { request: FireRequest; count: number; signal: AbortSignal },
  { client, terminal }: Pick<CommandContext, 'client' | 'terminal'>,
): Promise<{ fired: Fired; trouble?: unknown }> {
  const fired: Fired = { counts: { events: 0, deliveries: 0 }, events: [], deliveries: [] }

  async function once(some: number, isAll: boolean) {
    const body = { ...request, count: some }
    const { counts, events, deliveries } = await client.post<Triggered>('/sandbox/events', 'counts', body)
    fired.counts.events += counts.events
    fired.counts.deliveries += counts.deliveries
    fired.events.push(...(isAll ? events : events.map(({ id, event }) => ({ id, event }))))
    fired.deliveries.push(...deliveries)
  }

  async function all() {
    const kinds = await kindsOf(client, request.event)
    // More than the sandbox takes is asked for at once, so that it refuses before any is fired.
    if (kinds * count > firedAtMost) return once(count, false)
    const events = kinds * (request.with_history ? historyAtMost : 1)
    const each = Math.max(1, Math.floor(listedAtMost / events))
    let left = count
    do {
      await once(Math.min(left, each), count <= each)
      left -= each
      if (left > 0) terminal.live?.([[span(`${count - left} of ${count} fired`, 'gray')]])
    } while (left > 0 && !signal.aborted)
  }

  try {
    await all()
    return { fired }
  } catch (trouble) {
    return { fired, trouble }
  } finally {
    terminal.live?.([])
  }
}

/** How many events of the catalogue a pattern means. */
async function kindsOf(client: Client, pattern: string): Promise<number> {
  if (!pattern.includes('*')) return 1
  const path = '/sandbox/catalogue/events'
  const { events } = await client.get<{ events: CatalogueEvent[] }>(path, 'events')
  return Math.max(1, events.filter(({ event }) => fitsPattern(pattern, event)).length)
}
