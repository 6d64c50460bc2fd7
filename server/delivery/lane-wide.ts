import type { Clock } from '../clock/clock.ts'
import type { Transaction } from '../database/writer.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { DeliveryReason } from '../wire.ts'
import { tellDelivery } from './news.ts'
import type { DeliveryStore } from './store.ts'

/** When many change at once, the oldest are told one by one; of the others the lists tell. */
const toldAtMost = 1000

/** What becomes of all deliveries of a subscription that have not ended. Runs inside a transaction and sends nothing. */
export const createLaneWide = ({ clock, deliveries }: { clock: Clock; deliveries: DeliveryStore }) => ({
  /** Ends them. */
  cancelAll(tx: Transaction, subscriptionId: string, reason: DeliveryReason) {
    const told = deliveries.openOf(subscriptionId, toldAtMost)
    const now = clock.now()
    deliveries.cancelOpen(subscriptionId, { reason, now })
    for (const record of told) {
      const ended = { ...record, nextAttemptAt: null, finishedAt: now }
      tellDelivery(tx, deliveries, { ...ended, state: 'cancelled', reason })
    }
  },

  /** Has those that go to its address go to another one. */
  redirect(tx: Transaction, { id, url }: Pick<SubscriptionRecord, 'id' | 'url'>, to: string) {
    const told = deliveries.openOf(id, toldAtMost).filter((record) => record.url === url)
    deliveries.redirect(id, { from: url, to })
    for (const record of told) tellDelivery(tx, deliveries, { ...record, url: to })
  },
})
