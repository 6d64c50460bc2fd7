import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { SearchIndex } from '../database/list.ts'
import type { Transaction } from '../database/writer.ts'
import { attemptsOf } from '../delivery/retry.ts'
import { settingsFor } from '../delivery/settings.ts'
import {
  type DeliveryEdits,
  type DeliveryRecord,
  type DeliveryStore,
  deliveryWire,
} from '../delivery/store.ts'
import type { Ids } from '../ids.ts'
import { matches } from '../subscriptions/matching.ts'
import type { SubscriptionRecord, SubscriptionStore } from '../subscriptions/store.ts'
import type { DeliveryRow, Event, EventSource } from '../wire.ts'
import type { EventStore } from './store.ts'

/** Something that happened, and who is to hear of it. */
export interface Happening {
  event: string
  payload: Record<string, unknown>
  source: EventSource
  occurredAt: number
  /** Only this subscription, whatever its patterns; undefined asks every enabled one. */
  to?: SubscriptionRecord | undefined
  /** Only the subscriptions of this identity: the owner of what a call has changed. */
  identity?: string | undefined
}

/** Writes events and their deliveries, inside the transaction of whatever caused them. */
export function createEmitter(needs: {
  config: Config
  clock: Clock
  ids: Ids
  events: EventStore
  deliveries: DeliveryStore
  subscriptions: SubscriptionStore
  searchIndex: SearchIndex
  wake(): void
}) {
  const { config, clock, ids, events, deliveries, subscriptions, searchIndex } = needs

  /** Makes one delivery of an event that is already written. */
  function deliver(
    tx: Transaction,
    event: { id: string; event: string },
    to: { subscription: SubscriptionRecord; url?: string | undefined; edits?: DeliveryEdits },
  ): DeliveryRow {
    const now = clock.now()
    const record: DeliveryRecord = {
      seq: tx.seq(),
      id: ids.next('dlv'),
      eventId: event.id,
      event: event.event,
      subscriptionId: to.subscription.id,
      url: to.url ?? to.subscription.url,
      scheme: to.subscription.scheme,
      state: 'pending',
      attemptsMade: 0,
      attemptsMax: attemptsOf(settingsFor(config.delivery, to.subscription).policy),
      nextAttemptAt: now,
      lastOutcome: null,
      lastDurationMs: null,
      lastSignedAt: null,
      reason: null,
      createdAt: now,
      finishedAt: null,
    }
    deliveries.insert(record, to.edits)
    searchIndex.add(
      record.seq,
      record.seq,
      record.id,
      record.eventId,
      record.event,
      record.url,
      record.subscriptionId,
    )
    const row = deliveryWire(record)
    tx.announce('delivery', row, record.seq)
    tx.afterCommit(needs.wake)
    return row
  }

  return {
    deliver,
    /** Writes one event and one delivery for each enabled subscription that wants it. */
    emit(tx: Transaction, happening: Happening): { event: Event; deliveries: DeliveryRow[] } {
      const payload = JSON.stringify(happening.payload)
      const { event, source, occurredAt, identity } = happening
      const row = events.insert({ seq: tx.seq(), id: ids.next('evt'), event, occurredAt, source, payload })
      searchIndex.add(row.seq, row.seq, row.id, event, payload)
      tx.announce('event', row, row.seq)
      const to = happening.to
        ? [happening.to]
        : subscriptions
            .enabled()
            .filter((one) => (identity ?? one.identity) === one.identity && matches(one.events, event))
      return {
        event: { ...row, payload: happening.payload },
        deliveries: to.map((subscription) => deliver(tx, row, { subscription })),
      }
    },
  }
}
export type Emitter = ReturnType<typeof createEmitter>
