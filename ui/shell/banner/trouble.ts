import type { DeliveryRow } from '../../../server/wire.ts'
import type { Trouble } from './banner.ts'
import { signatureRefusals } from './trouble-banner.ts'

/** What the newest deliveries to each subscription came to, so far as it calls for somebody. */
export function createTroubles() {
  const bySubscription = new Map<string, Trouble>()
  /** When each delivery that waits is due, by its id. */
  const waiting = new Map<string, string>()
  /** Attempts that count already, since news of a delivery repeats what was. */
  const counted = new Map<string, number>()

  function take(row: DeliveryRow): void {
    const { id, state, subscription_id, last_outcome: outcome, next_attempt_at, fault } = row
    if ((state === 'retrying' || state === 'pending') && next_attempt_at !== null)
      waiting.set(id, next_attempt_at)
    else waiting.delete(id)
    const known = bySubscription.get(subscription_id)
    if (known !== undefined && known.row.seq > row.seq) return
    if (state === 'succeeded' || (state === 'cancelled' && known?.row.id === id)) {
      bySubscription.delete(subscription_id)
      return
    }
    // What was broken on purpose is refused on purpose.
    const isBad = state === 'wrongly_accepted' || (fault === null && /^(failed|retrying)$/.test(state))
    if (!isBad) return
    const isRefusal = outcome?.kind === 'responded' && signatureRefusals.includes(outcome.status)
    const isNew = counted.get(id) !== row.attempts_made
    if (counted.size > 1000) counted.clear()
    counted.set(id, row.attempts_made)
    const before = known?.refusals ?? 0
    bySubscription.set(subscription_id, { row, refusals: isRefusal ? before + (isNew ? 1 : 0) : 0 })
  }

  return {
    take,
    /** Those of subscriptions that there are still. */
    among: (ids: ReadonlySet<string>) =>
      [...bySubscription.values()].filter(({ row }) => ids.has(row.subscription_id)),
    waiting: () => [...waiting.values()],
    clear() {
      bySubscription.clear()
      waiting.clear()
      counted.clear()
    },
  }
}
