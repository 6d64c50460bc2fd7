import type { DeliveryRow, Outcome } from '../wire.ts'

/** Statuses by which receivers refuse what they cannot verify. */
const signatureRefusals: readonly number[] = [400, 401, 403]
const isSignatureRefusal = (outcome: Outcome | null) =>
  outcome?.kind === 'responded' && signatureRefusals.includes(outcome.status)

/** The newest delivery to a subscription that went wrong, and how many answers in a row spoke of the signature. */
export interface Trouble {
  row: DeliveryRow
  refusals: number
}

/** What the newest deliveries to each subscription came to, as far as somebody has to act. */
export function createTroubles() {
  const bySubscription = new Map<string, Trouble>()
  /** When each delivery that waits is due, by its id. */
  const waiting = new Map<string, string>()
  /** Attempts that count already, since news of a delivery repeats what was. */
  const counted = new Map<string, number>()

  function take(row: DeliveryRow): void {
    const { id, state, subscription_id, last_outcome, next_attempt_at, fault } = row
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
