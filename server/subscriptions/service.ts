import type { Clock } from '../clock.ts'
import type { Transaction } from '../database/writer.ts'
import type { Ledger } from '../delivery/ledger.ts'
import type { DeliveryStore } from '../delivery/store.ts'
import type { Ids } from '../ids.ts'
import { type SubscriptionRecord, type SubscriptionStore, subscriptionWire } from './store.ts'

/** Changes subscriptions with all that follows from it, for the platform's API and the sandbox's own alike. */
export function createSubscriptionService(needs: {
  clock: Clock
  ids: Ids
  subscriptions: SubscriptionStore
  deliveries: DeliveryStore
  ledger: Ledger
  wake(): void
}) {
  const { clock, ids, subscriptions, deliveries, ledger } = needs

  function cancelOpen(tx: Transaction, record: SubscriptionRecord, reason: string) {
    for (const delivery of deliveries.openOf(record.id)) ledger.cancel(tx, delivery, reason)
  }

  return {
    find: subscriptions.find,
    of: subscriptions.of,

    create(
      tx: Transaction,
      given: Partial<SubscriptionRecord> & Pick<SubscriptionRecord, 'identity' | 'url' | 'events'>,
    ): SubscriptionRecord {
      const now = clock.now()
      const record: SubscriptionRecord = {
        description: '',
        version: '0.1',
        enabled: true,
        scheme: 'standard-webhooks',
        ordered: false,
        concurrency: null,
        timeoutMs: null,
        retryDelays: null,
        ...given,
        seq: tx.seq(),
        id: ids.uuid(),
        secret: ids.secret(),
        createdAt: now,
        updatedAt: now,
      }
      subscriptions.put(record)
      tx.announce('subscription', subscriptionWire(record), record.seq)
      return record
    },

    /** Without changes nothing moves, the time of the last change included. Disabling cancels what still waits. */
    change(
      tx: Transaction,
      record: SubscriptionRecord,
      changes: Partial<SubscriptionRecord>,
    ): SubscriptionRecord {
      if (Object.keys(changes).length === 0) return record
      const changed = { ...record, ...changes, updatedAt: clock.now() }
      subscriptions.put(changed)
      if (record.enabled && !changed.enabled) cancelOpen(tx, record, 'the subscription was disabled')
      tx.announce('subscription', subscriptionWire(changed))
      tx.afterCommit(needs.wake)
      return changed
    },

    /** Removes it and cancels what still waits. */
    remove(tx: Transaction, record: SubscriptionRecord): SubscriptionRecord {
      cancelOpen(tx, record, 'the subscription was deleted')
      subscriptions.remove(record.id)
      tx.announce('subscription', { id: record.id, deleted: true })
      return record
    },
  }
}
export type SubscriptionService = ReturnType<typeof createSubscriptionService>
