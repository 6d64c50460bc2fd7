/** Opens the result of an event that the user triggered by hand. */
import { signal } from '@preact/signals'
import { isOwnAddress } from '../../server/words/address.ts'
import { createTimer } from '../kit/pace.ts'
import type { Entry } from '../live/entries.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { postEvent, type Triggered } from '../live/routes.ts'
import { openThing, place } from '../place/navigation.ts'
import type { Place } from '../place/place.ts'
import { rows } from './stream.ts'

/** The time a slow machine may take, ms. */
const patienceMs = 15_000
/** The delivery that the user just triggered, until its outcome is shown, and the place at that time. */
const awaited = signal<{ id: string; from: Place } | null>(null)
const patience = createTimer()

function stopLooking(): void {
  awaited.value = null
  patience.clear()
}

/** Opens the capture of the awaited delivery, or the delivery if another server received it. */
export function lookAt(fresh: readonly Entry[]): void {
  // The page does not switch if the user navigates or acts in the meantime.
  const { id, from } = awaited.peek() ?? {}
  if (from !== place.peek()) return
  const found =
    fresh.find((entry) => entry.kind === 'capture' && entry.data.delivery_id === id) ??
    fresh.find(
      (entry) =>
        entry.kind === 'delivery' &&
        entry.id === id &&
        entry.data.last_outcome !== null &&
        !isOwnAddress(entry.data.url, location.origin),
    )
  if (found === undefined) return
  stopLooking()
  openThing(found.id)
}

/**
 * Shows the result of a trigger. One delivery opens once it has an outcome, even if it is already listed. For several
 * deliveries the event opens, which lists them.
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

/** Opens the result of a delivery that was just created, even if it is already listed. */
export function lookForDelivery(id: string): void {
  awaited.value = { id, from: place.peek() }
  patience.set(patienceMs, stopLooking)
  for (const act of ['keydown', 'pointerdown'])
    addEventListener(act, stopLooking, { capture: true, once: true })
  lookAt(rows.between(Math.max(0, rows.length - 200), rows.length).reverse())
}

/** Triggers an event with its example values, optionally for one subscription, and opens the result. */
export async function sendEvent(event: string, to?: { subscription_id: string }): Promise<void> {
  const before = place.value
  const fired = await attemptTo(postEvent({ event, ...to }))
  if (fired === null) return
  said.value = `Sent ${event}`
  if (place.value === before) lookFor(fired)
}
