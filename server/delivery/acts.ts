import type { Transaction, Writer } from '../database/writer.ts'
import type { Emitter } from '../events/emit.ts'
import { fail } from '../failures.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { DeliveryRow, HeaderPair } from '../wire.ts'
import type { Ledger } from './ledger.ts'
import { type DeliveryRecord, type DeliveryStore, deliveryWire } from './store.ts'

/** What a resend sends in place of what was sent before. */
export interface ResendEdits {
  body?: string | Record<string, unknown> | undefined
  headers?: Record<string, string> | HeaderPair[] | undefined
  url?: string | undefined
}

/** What people do to deliveries by hand. */
export function createDeliveryActs(needs: {
  writer: Writer
  deliveries: DeliveryStore
  subscriptions: SubscriptionStore
  ledger: Ledger
  emitter: Emitter
  wake(): void
}) {
  const { writer, deliveries, subscriptions, ledger, emitter } = needs

  const found = (id: string): DeliveryRecord =>
    deliveries.find(id) ?? fail('delivery_unknown', `No delivery has the id ${id}.`)

  function open(id: string): DeliveryRecord {
    const record = found(id)
    if (record.finishedAt !== null)
      fail('delivery_finished', `The delivery ${id} has ended: ${record.state}.`)
    return record
  }

  const act = (work: (tx: Transaction) => DeliveryRecord): Promise<DeliveryRow> =>
    writer.write((tx) => {
      tx.afterCommit(needs.wake)
      return deliveryWire(work(tx))
    })

  return {
    /** Sends again as a new delivery of the same event, edited first where asked, and signed anew. */
    resend(id: string, { body, headers, url }: ResendEdits): Promise<DeliveryRow> {
      return writer.write((tx) => {
        const record = found(id)
        const subscription =
          subscriptions.find(record.subscriptionId) ??
          fail(
            'subscription_unknown',
            `The subscription ${record.subscriptionId} of this delivery is gone, and its secret with it.`,
            'Make a subscription and trigger the event again.',
          )
        if (!subscription.enabled) {
          fail(
            'invalid_field',
            `The subscription ${subscription.id} is disabled.`,
            'Enable it with PATCH /api/v0.1/webhooks/{id} and resend.',
          )
        }
        const before = deliveries.editsOf(id)
        const edits = {
          body:
            body === undefined
              ? before.body
              : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8'),
          headers:
            headers === undefined
              ? before.headers
              : Array.isArray(headers)
                ? headers
                : Object.entries(headers),
        }
        return emitter.deliver(
          tx,
          { id: record.eventId, event: record.event },
          { subscription, url: url ?? record.url, edits },
        )
      })
    },

    /** Tries a waiting delivery at once. */
    attemptNow: (id: string) =>
      act((tx) => {
        const record = open(id)
        if (record.state === 'sending') fail('delivery_under_way', `An attempt of ${id} is under way.`)
        return ledger.hasten(tx, record)
      }),

    /** Ends a delivery; an attempt under way is still recorded. */
    cancel: (id: string) => act((tx) => ledger.cancel(tx, open(id), 'cancelled by hand')),
  }
}
export type DeliveryActs = ReturnType<typeof createDeliveryActs>
