/** Creates the stores that share one database. */
import { createEarlierRequests } from './capture/earlier.ts'
import { createEndpointStore } from './capture/endpoints.ts'
import { createExchangeStore } from './capture/exchanges/store.ts'
import { createSeenStore } from './capture/mistakes/seen-store.ts'
import { createCaptureStore } from './capture/store.ts'
import { createWebhookIds } from './capture/webhook-ids.ts'
import { createCheckStore } from './check/store.ts'
import { createCounts } from './database/counts.ts'
import type { Database } from './database/open.ts'
import type { SearchSource } from './database/search.ts'
import { createAttemptStore } from './delivery/attempts.ts'
import { createEventStore } from './delivery/event-store.ts'
import { createRuleStore } from './delivery/rules/rule-store.ts'
import { createDeliveryStore } from './delivery/store.ts'
import { createCallStore } from './platform/calls/store.ts'
import { createRunStore } from './simulator/runs/store.ts'
import type { SubscriptionStore } from './subscriptions/store.ts'

/** The stores of all parts. The subscription store exists before, since the writer makes it forget undone changes. */
export function createStores(
  database: Database,
  { subscriptions, now }: { subscriptions: SubscriptionStore; now(): number },
) {
  const exchanges = createExchangeStore(database)
  const webhookIds = createWebhookIds(database)
  const counts = createCounts(database)
  const attempts = createAttemptStore(database)
  return {
    counts,
    subscriptions,
    events: createEventStore(database, now),
    deliveries: createDeliveryStore(database, { attemptIndex: attempts.searchable.index, now }),
    attempts,
    endpoints: createEndpointStore(database),
    exchanges,
    captures: createCaptureStore(database, { exchanges, webhookIds, counts, now }),
    webhookIds,
    seen: createSeenStore(database, webhookIds),
    earlier: createEarlierRequests(database, webhookIds),
    calls: createCallStore(database, now),
    rules: createRuleStore(database),
    runs: createRunStore(database, now),
    checks: createCheckStore(database, now),
  }
}

/** The searchable stores, by the names of their progress marks in the database. */
export const searchSources = (stores: Stores): Record<string, SearchSource> => ({
  events: stores.events.searchable,
  deliveries: stores.deliveries.searchable,
  attempts: stores.attempts.searchable,
  captures: stores.captures.searchable,
  calls: stores.calls.searchable,
})
export type Stores = ReturnType<typeof createStores>
