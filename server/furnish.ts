/** Creates the contents of a new database, and updates its addresses when the sandbox's port changes. */
import type { Key } from './api/given.ts'
import { type EndpointStore, newEndpoint } from './capture/endpoints.ts'
import type { Clock } from './clock/clock.ts'
import type { Transaction } from './database/writer.ts'
import type { DeliveryStore } from './delivery/store.ts'
import { movedReceivers } from './http/origins.ts'
import type { SubscriptionService } from './subscriptions/service.ts'
import type { SubscriptionStore } from './subscriptions/store.ts'

/** Creates the endpoint `demo` and a subscription to it for every event, so that the first trigger shows a result. */
export function createFurnisher(needs: {
  clock: Clock
  endpoints: EndpointStore
  service: SubscriptionService
  key: Key
  baseUrl(): string
}) {
  return (tx: Transaction, kept: readonly string[] = []) => {
    if (!kept.includes('endpoints')) {
      needs.endpoints.put(newEndpoint('demo', { seq: tx.seq(), createdAt: needs.clock.now() }))
    }
    if (!kept.includes('subscriptions')) {
      needs.service.create(tx, {
        identity: needs.key.identity,
        url: `${needs.baseUrl()}/in/demo`,
        events: ['*'],
        description: 'The built-in receiver',
      })
    }
  }
}

/** Updates addresses of the sandbox's own endpoints after its port has changed, whichever host name they use. */
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
