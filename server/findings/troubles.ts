/** Keeps the newest failure of each subscription. */
import type { DeliveryRow, Outcome } from '../wire.ts'

/** The statuses with which receivers refuse a signature. */
const signatureRefusals: readonly number[] = [400, 401, 403]
const isSignatureRefusal = (outcome: Outcome | null) =>
  outcome?.kind === 'responded' && signatureRefusals.includes(outcome.status)

/** The newest failed delivery to a subscription, and how many responses in a row mentioned the signature. */
export interface Trouble {
  row: DeliveryRow
  refusals: number
}

/** Watches deliveries, and keeps the newest failure of each subscription as long as the user has to act. */
export function createTroubles() {
  const bySubscription = new Map<string, Trouble>()
  /** The due time of each waiting delivery, by id. */
  const waiting = new Map<string, string>()
  /** The attempts already counted: a delivery is announced several times. */
  const counted = new Map<string, number>()

  function take(row: DeliveryRow): void {
    const { id, state, subscription_id, last_outcome, next_attempt_at, fault, check_id } = row
    // A check reports by itself what its deliveries show.
    if (check_id !== null) return
    if ((state === 'retrying' || state === 'pending') && next_attempt_at !== null)
      waiting.set(id, next_attempt_at)
    else waiting.delete(id)
    const known = bySubscription.get(subscription_id)
    if (known !== undefined && known.row.seq > row.seq) return
    if (state === 'succeeded' || (state === 'cancelled' && known?.row.id === id)) {
      bySubscription.delete(subscription_id)
      return
    }
    // A fault explains its own refusal.
    const isBad =
      state === 'wrongly_accepted' || (fault === null && (state === 'failed' || state === 'retrying'))
    if (!isBad) return
    const isNew = counted.get(id) !== row.attempts_made
    if (counted.size > 1000) counted.clear()
    counted.set(id, row.attempts_made)
    const refusals = isSignatureRefusal(last_outcome) ? (known?.refusals ?? 0) + (isNew ? 1 : 0) : 0
    bySubscription.set(subscription_id, { row, refusals })
  }

  return {
    take,
    /** The failures of the given subscriptions. */
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
