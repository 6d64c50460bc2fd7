import { type EndpointStore, newEndpoint } from './capture/endpoints.ts'
import type { Clock } from './clock/clock.ts'
import type { Transaction } from './database/writer.ts'
import type { Key } from './platform/auth.ts'
import type { SubscriptionService } from './subscriptions/service.ts'

/** Gives a new database an endpoint `demo` and a subscription to it for every event, so that the first click shows something. */
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
