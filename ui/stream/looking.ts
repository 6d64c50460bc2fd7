import { isOwn } from '../kit/address.ts'
import type { Entry } from '../live/entries.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { postEvent, type Triggered } from '../live/routes.ts'
import { openThing, place } from '../place/navigation.ts'
import { rows } from './stream.ts'

/** The one delivery that was just fired by hand, until its outcome has been shown. */
let awaited: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
// Who goes elsewhere or does something else meanwhile is not called back.
place.subscribe(stopLooking)
for (const act of ['keydown', 'pointerdown']) addEventListener(act, stopLooking, true)
/** As long as a slow machine may take, ms. */
const patienceMs = 15_000

function stopLooking(): void {
  awaited = null
  clearTimeout(timer)
}

/** Opens the capture that the awaited delivery led to, or the delivery when it went somewhere else. */
export function lookAt(fresh: readonly Entry[]): void {
  if (awaited === null) return
  const found =
    fresh.find((entry) => entry.kind === 'capture' && entry.data.delivery_id === awaited) ??
    fresh.find(
      (entry) =>
        entry.kind === 'delivery' &&
        entry.id === awaited &&
        entry.data.last_outcome !== null &&
        !isOwn(entry.data.url, location),
    )
  if (found === undefined) return
  stopLooking()
  openThing(found.id)
}

/**
 * Shows what came of something fired by hand. One delivery is waited for, and may be in the list already;
 * of several none speaks for the others, so the event opens, which lists them all.
 */
export function lookFor({ events = [], deliveries = [] }: Triggered): void {
  const event = events[0]
  const delivery = deliveries[0]
  if (event === undefined) return
  if (delivery === undefined || deliveries.length > 1) {
    openThing(event.id, 'related')
    return
  }
  lookForDelivery(delivery.id)
}

/** Opens what comes of one delivery that was just made; it may be in the list already. */
export function lookForDelivery(id: string): void {
  awaited = id
  clearTimeout(timer)
  timer = setTimeout(stopLooking, patienceMs)
  lookAt(rows.between(Math.max(0, rows.length - 200), rows.length).reverse())
}

/** Fires one event with its example values, to one subscription where it is named, and opens what comes of it. */
export async function sendEvent(event: string, to?: { subscription_id: string }): Promise<void> {
  const before = place.value
  const fired = await attemptTo(postEvent({ event, ...to }))
  if (fired === null) return
  said.value = `Sent ${event}`
  if (place.value === before) lookFor(fired)
}
