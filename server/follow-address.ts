import type { Transaction } from './database/writer.ts'
import type { DeliveryStore } from './delivery/store.ts'
import { movedReceivers } from './http/origins.ts'
import type { SubscriptionService } from './subscriptions/service.ts'
import type { SubscriptionStore } from './subscriptions/store.ts'

/** The sandbox's own endpoints move with its port: has what was aimed at them follow, by whatever name it was. */
export function followAddress(
  tx: Transaction,
  needs: { subscriptions: SubscriptionStore; service: SubscriptionService; deliveries: DeliveryStore },
  { from, to }: { from: string; to: string },
) {
  const { subscriptions, service, deliveries } = needs
  const moved = movedReceivers(from, to)
  for (const record of subscriptions.all()) {
    const url = moved(record.url)
    if (url !== undefined) service.change(tx, record, { url })
  }
  deliveries.follow(moved)
}
