import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { SearchIndex } from '../database/list.ts'
import type { Transaction } from '../database/writer.ts'
import type { EventStore } from '../events/store.ts'
import { type Ids, seededFraction } from '../ids.ts'
import type { Outside } from '../outside.ts'
import type { Recipes } from '../signing/recipes.ts'
import { sign } from '../signing/sign.ts'
import type { SubscriptionRecord } from '../subscriptions/store.ts'
import type { HeaderPair } from '../wire.ts'
import { type AttemptRecord, type AttemptStore, attemptWire } from './attempts.ts'
import { attemptsOf, nextStep, retryAfterMs } from './retry.ts'
import { type Outgoing, type Sent, wireHeaders } from './send.ts'
import { settingsFor } from './settings.ts'
import { type DeliveryRecord, type DeliveryStore, deliveryWire } from './store.ts'

/** An attempt that is written down as begun and may now be made. */
export interface Claim {
  delivery: DeliveryRecord
  attempt: AttemptRecord
  subscription: SubscriptionRecord
  request: Outgoing
  timeoutMs: number
}

export interface LedgerNeeds {
  config: Config
  version: string
  clock: Clock
  outside: Outside
  ids: Ids
  seed(): number
  recipes: Recipes
  events: EventStore
  deliveries: DeliveryStore
  attempts: AttemptStore
  searchIndex: SearchIndex
}

/** Writes down what becomes of deliveries. Everything here runs inside a transaction and sends nothing. */
export function createLedger(needs: LedgerNeeds) {
  const { config, clock, outside, deliveries, attempts } = needs

  function save(tx: Transaction, record: DeliveryRecord) {
    deliveries.update(record)
    tx.announce('delivery', deliveryWire(record))
  }

  /** The second that is signed: never the one of the attempt before, so that a repeat is told from a replay. */
  function signedAt(delivery: DeliveryRecord): number {
    const now = config.delivery.timestamps === 'wall' ? outside.wallTime() : clock.now()
    const second = Math.floor(now / 1_000_000)
    const last = delivery.lastSignedAt === null ? 0 : Math.floor(delivery.lastSignedAt / 1_000_000)
    return Math.max(second, last + 1) * 1_000_000
  }

  function compose(
    delivery: DeliveryRecord,
    subscription: SubscriptionRecord,
    signedAtTime: number,
  ): Outgoing {
    const { body, headers } = contentOf(delivery)
    const signable = { id: delivery.eventId, timestamp: String(signedAtTime / 1_000_000), body }
    const ours: HeaderPair[] = [
      ['content-type', 'application/json'],
      ['user-agent', `webhook-sandbox/${needs.version}`],
      ...sign(needs.recipes[delivery.scheme], subscription.secret, signable),
    ]
    return {
      url: delivery.url,
      headers: wireHeaders(delivery.url, withEdits(ours, headers ?? []), body),
      body,
    }
  }

  /** The exact bytes of a delivery and the headers it was edited to carry. */
  function contentOf(delivery: DeliveryRecord): { body: Buffer; headers: HeaderPair[] | null } {
    const edits = deliveries.editsOf(delivery.id)
    return {
      body: edits.body ?? Buffer.from(needs.events.payloadOf(delivery.eventId) ?? '', 'utf8'),
      headers: edits.headers,
    }
  }

  return {
    contentOf,

    /** Takes what a subscription's lane may start now, and writes each down as an attempt begun. */
    claim(tx: Transaction, subscription: SubscriptionRecord, free: number): Claim[] {
      const now = clock.now()
      const settings = settingsFor(config.delivery, subscription)
      const due = deliveries.due({
        subscriptionId: subscription.id,
        now,
        limit: free,
        ordered: settings.ordered,
      })
      return due.map((record) => {
        const signed = signedAt(record)
        const number = attempts.nextNumber(record.id)
        const attempt: AttemptRecord = {
          seq: tx.seq(),
          id: needs.ids.attempt(record.id, number),
          deliveryId: record.id,
          number,
          startedAt: now,
          signedAt: signed,
          durationMs: null,
          outcome: null,
        }
        const request = compose(record, subscription, signed)
        attempts.start(attempt, request)
        tx.announce('attempt', attemptWire(attempt), attempt.seq)
        const delivery: DeliveryRecord = {
          ...record,
          state: 'sending',
          nextAttemptAt: null,
          lastSignedAt: signed,
        }
        save(tx, delivery)
        return { delivery, attempt, subscription, request, timeoutMs: settings.timeoutMs }
      })
    },

    /** Writes down how an attempt ended and what follows. */
    settle(tx: Transaction, claim: Claim, sent: Sent) {
      const finished: AttemptRecord = { ...claim.attempt, outcome: sent.outcome, durationMs: sent.durationMs }
      attempts.finish(finished, sent.response)
      needs.searchIndex.add(finished.seq, claim.delivery.seq, ...attemptTexts(claim.request, sent))
      tx.announce('attempt', attemptWire(finished))

      const record = deliveries.find(claim.delivery.id)
      if (!record) return
      const { policy } = settingsFor(config.delivery, claim.subscription)
      const interrupted = sent.outcome.kind === 'interrupted'
      const made: DeliveryRecord = {
        ...record,
        attemptsMade: record.attemptsMade + (interrupted ? 0 : 1),
        attemptsMax: attemptsOf(policy),
        lastOutcome: sent.outcome,
        lastDurationMs: sent.durationMs,
      }
      // Cancelled while the attempt was under way: what it brought is recorded, the end stands.
      if (record.state !== 'sending') return save(tx, made)

      const step = nextStep(policy, {
        attemptsMade: made.attemptsMade,
        outcome: sent.outcome,
        askedMs: sent.response ? retryAfterMs(sent.response.headers, outside.wallTime()) : undefined,
        random: seededFraction(needs.seed(), `jitter:${finished.id}`),
      })
      const now = clock.now()
      switch (step.kind) {
        case 'done':
          return save(tx, { ...made, state: 'succeeded', reason: null, finishedAt: now })
        case 'give-up':
          return save(tx, { ...made, state: 'failed', reason: step.reason, finishedAt: now })
        case 'retry':
          return save(tx, {
            ...made,
            state: 'retrying',
            reason: step.reason,
            nextAttemptAt: now + step.delayMs * 1000,
          })
      }
    },

    /** Ends a delivery that has not ended yet. */
    cancel(tx: Transaction, record: DeliveryRecord, reason: string): DeliveryRecord {
      const ended: DeliveryRecord = {
        ...record,
        state: 'cancelled',
        reason,
        nextAttemptAt: null,
        finishedAt: clock.now(),
      }
      save(tx, ended)
      return ended
    },

    /** Makes a waiting delivery due now. */
    hasten(tx: Transaction, record: DeliveryRecord): DeliveryRecord {
      const due: DeliveryRecord = { ...record, nextAttemptAt: clock.now() }
      save(tx, due)
      return due
    },

    /** Sends waiting deliveries to another address; used when the sandbox's own has changed. */
    redirect(tx: Transaction, from: string, to: string) {
      for (const record of deliveries.waitingForUrlsFrom(from))
        save(tx, { ...record, url: to + record.url.slice(from.length) })
    },

    /** After a kill: attempts without an end are closed as interrupted, and their deliveries are due at once. */
    recover(tx: Transaction) {
      const outcome = { kind: 'interrupted', detail: 'the sandbox was stopped during the attempt' } as const
      for (const attempt of attempts.unfinished())
        attempts.finish({ ...attempt, outcome, durationMs: 0 }, null)
      for (const record of deliveries.sending()) {
        save(tx, {
          ...record,
          state: record.attemptsMade > 0 ? 'retrying' : 'pending',
          lastOutcome: outcome,
          nextAttemptAt: clock.now(),
        })
      }
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>

function attemptTexts(request: Outgoing, sent: Sent): string[] {
  const values = [...request.headers, ...(sent.response?.headers ?? [])].map(([, value]) => value)
  return [request.url, request.body.toString('utf8'), ...values, sent.response?.body.toString('utf8') ?? '']
}

/** Edited headers replace those of the same name where they stand; new ones follow. */
function withEdits(ours: readonly HeaderPair[], edits: readonly HeaderPair[]): HeaderPair[] {
  const edited = (name: string) => edits.filter(([key]) => key.toLowerCase() === name.toLowerCase())
  const kept = ours.flatMap((pair) => (edited(pair[0]).length > 0 ? edited(pair[0]) : [pair]))
  const names = new Set(ours.map(([name]) => name.toLowerCase()))
  return [...kept, ...edits.filter(([name]) => !names.has(name.toLowerCase()))]
}
