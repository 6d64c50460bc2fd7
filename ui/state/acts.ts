import { effect, signal } from '@preact/signals'
import type { DeliveryRow } from '../../server/wire.ts'
import type { Problem, Result } from './api.ts'
import { actOn, type DeliveryAct } from './delivery-routes.ts'
import { link } from './live.ts'
import { lookFor } from './looking.ts'
import { place } from './navigation.ts'
import { postEvent } from './routes.ts'

/** The last refusal, until it is closed or something else is done. */
export const refusal = signal<Problem | null>(null)
effect(() => {
  if (link.value.state === 'live' && refusal.peek()?.code === 'not_reached') refusal.value = null
})
/** A line for those who cannot see what changed; screen readers speak it. */
export const said = signal('')

/** Runs an act whose refusal belongs on top of the page; answers its value, or null. */
export async function attemptTo<T>(act: Promise<Result<T>>): Promise<T | null> {
  const result = await act
  refusal.value = result.ok ? null : result.problem
  return result.ok ? result.value : null
}

/** Fires one event with its example values, to one subscription where it is named, and opens what comes of it. */
export async function sendEvent(event: string, to?: { subscription_id: string }): Promise<void> {
  const before = place.value
  const fired = await attemptTo(postEvent({ event, ...to }))
  if (fired === null) return
  said.value = `Sent ${event}`
  if (place.value === before) lookFor(fired)
}

/** What can be done to a delivery in a state. */
export function actsAt(state: DeliveryRow['state']): DeliveryAct[] {
  if (state === 'pending' || state === 'retrying') return ['attempt-now', 'cancel']
  return state === 'sending' ? ['release', 'abort', 'cancel'] : []
}

/** Tries a delivery at once, ends it, or cuts or releases the attempt under way; says whether it was done. */
export async function actOnDelivery(id: string, act: DeliveryAct): Promise<boolean> {
  const answer = await attemptTo(actOn(id, act))
  if (answer === null) return false
  said.value = (await import('./done-words.ts')).doneWords(act, answer.delivery)
  return true
}
