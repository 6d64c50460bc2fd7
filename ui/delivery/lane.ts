import type { DeliveryRow } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { getDelivery, listRows } from '../live/routes.ts'
import { subscriptions } from '../live/settings.ts'
import { waitedSeconds } from '../stream/under-way.ts'

/** Of those in front so many are looked at; only one that was let go of makes way for the next. */
const mostRead = 5

/** What a delivery waits behind, and for how many seconds that has been under way: null where it waits itself. */
export interface Ahead {
  first: DeliveryRow
  underWay: (() => number) | null
}

/**
 * What is in front of a delivery that is due: the oldest of its subscription that has an attempt under way. In an ordered lane
 * one that waits for its own next attempt holds up what is behind it as well. Null where there is none.
 */
export async function aheadOf(id: string, subscription: string): Promise<Result<Ahead | null>> {
  const isOrdered = subscriptions.value?.find((one) => one.id === subscription)?.ordered === true
  const state = isOrdered ? 'pending,sending,retrying' : 'sending'
  const found = await listRows('delivery', {
    subscription_id: subscription,
    state,
    order: 'oldest',
    limit: mostRead,
  })
  if (!found.ok) return found
  let isBehind = true
  for (const first of found.value.rows) {
    if (first.id === id) isBehind = false
    else if (first.state !== 'sending' && isBehind) return { ok: true, value: { first, underWay: null } }
    if (first.state !== 'sending') continue
    const read = await getDelivery(first.id, 0)
    if (!read.ok) return read
    const attempt = read.value.delivery.attempts.findLast(
      ({ outcome, released }) => outcome === null && !released,
    )
    if (attempt !== undefined) return { ok: true, value: { first, underWay: () => waitedSeconds(attempt) } }
  }
  return { ok: true, value: null }
}
