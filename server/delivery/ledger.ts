/** Records what becomes of deliveries: the ends of attempts, cancellations and recovery after a kill. */
import type { Sent } from '../client/send.ts'
import type { Clock } from '../clock/clock.ts'
import { seededFraction } from '../database/ids.ts'
import type { Transaction } from '../database/writer.ts'
import { faultOf } from '../faults/read-once.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { DeliveryReason } from '../wire.ts'
import { aftermath, type Ending, interrupted, type Settled } from './aftermath.ts'
import type { AttemptRecord, AttemptStore } from './attempts.ts'
import { type Claim, type ClaimNeeds, createClaims } from './claims.ts'
import { tellDelivery, tellEnd } from './news.ts'
import type { DeliveryRecord } from './record.ts'
import { settingsFor } from './settings.ts'
import type { DeliveryStore } from './store.ts'

export type LedgerNeeds = Omit<ClaimNeeds, 'save' | 'wasHastened'>

/** Records what becomes of deliveries. Everything here runs inside a transaction and sends nothing. */
export function createLedger(needs: LedgerNeeds) {
  const { config, clock, outside, deliveries, attempts } = needs
  const ends = createAttemptEnds({ attempts })

  function save(tx: Transaction, record: DeliveryRecord) {
    deliveries.update(record)
    tellDelivery(tx, deliveries, record)
  }
  const hastened = createHastened({ clock, save })
  const claims = createClaims({ ...needs, save, wasHastened: hastened.take })

  return {
    ...claims,
    endSome: ends.endSome,

    /**
     * Records how the attempts of a claim ended and what follows. `sents` are in the order of its attempts.
     * `subscription` is its current state.
     */
    settle(tx: Transaction, claim: Claim, sents: readonly Sent[], subscription: SubscriptionRecord): Settled {
      const ended = claim.attempts.map(({ record, expects }, index) => ({
        record,
        expects,
        sent: sents[index] ?? interrupted('unknown'),
      }))
      const { delivery } = claim
      const { record, settled } = aftermath({
        delivery,
        fault: faultOf(delivery),
        policy: settingsFor(config.delivery, subscription).policy,
        attempts: ended,
        endedBefore: () => attempts.endsBefore(delivery.seq, ended[0]?.record.number ?? 0),
        now: clock.now(),
        wallTime: outside.wallTime(),
        random: (label) => seededFraction(needs.seed(), `${label}:${ended.at(-1)?.record.id}`),
      })
      const isOpen = deliveries.settle(record)
      const now = isOpen ? undefined : deliveries.at(delivery.seq)
      // The delivery was cancelled while the attempt was under way. The attempt is recorded if the delivery
      // still exists, and the delivery's end does not change.
      if (!isOpen && now === undefined) return 'open'
      for (const one of ended) ends.end(tx, one.record, one.sent, { mayBeKnown: ended.length > 1 })
      if (now === undefined) {
        // The destination of a pending delivery may have changed meanwhile.
        const isSame = subscription === claim.subscription
        const url = (isSame ? undefined : deliveries.at(delivery.seq)?.url) ?? record.url
        tellDelivery(tx, deliveries, { ...record, url })
        return settled
      }
      const { attemptsMade, attemptsMax, lastOutcome, lastDurationMs } = record
      save(tx, { ...now, attemptsMade, attemptsMax, lastOutcome, lastDurationMs })
      return 'open'
    },

    /** Ends a delivery that has not ended. */
    cancel(tx: Transaction, record: DeliveryRecord, reason: DeliveryReason): DeliveryRecord {
      hastened.forget(record.id)
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

    hasten: hastened.hasten,
    forgetHastened: hastened.forgetAll,

    ...createLaneWide({ clock, deliveries }),

    /**
     * After a kill: attempts without an end are closed as interrupted, and their deliveries are due at once.
     */
    recover(tx: Transaction) {
      const cut = interrupted('killed')
      const left = attempts.unfinished()
      // Also announced, since a reconnecting client shows them as under way.
      for (const attempt of left) ends.end(tx, attempt, cut, { mayBeKnown: false })
      // Only deliveries with an unfinished attempt are being sent. There may be a million others.
      for (const seq of new Set(left.map(({ deliverySeq }) => deliverySeq))) {
        const record = deliveries.at(seq)
        if (record?.state !== 'sending') continue
        // Some of the copies that were sent together may have ended.
        const ends = attempts.endsBefore(seq, record.attemptsBegun + 1)
        const attemptsMade = ends.filter((one) => one.outcome.kind !== 'interrupted').length
        save(tx, {
          ...record,
          attemptsMade,
          state: attemptsMade > 0 ? 'retrying' : 'pending',
          lastOutcome: cut.outcome,
          // Due since its creation, so that it goes before later deliveries.
          nextAttemptAt: Math.min(record.createdAt, clock.now()),
        })
      }
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>

/**
 * Makes deliveries due at once. Remembers those with a fault, since their attempts mention it. A restart forgets this, which
 * rarely matters: most are sent in the same transaction.
 */
function createHastened({
  clock,
  save,
}: {
  clock: Clock
  save(tx: Transaction, record: DeliveryRecord): void
}) {
  /** The time at which it was made due, by delivery id. */
  const times = new Map<string, number>()

  return {
    /** Makes a pending delivery due since its creation, so that it goes before later deliveries. */
    hasten(tx: Transaction, record: DeliveryRecord): DeliveryRecord {
      const now = clock.now()
      const nextAttemptAt = Math.min(record.createdAt, now)
      if (record.fault !== null && (record.nextAttemptAt ?? 0) > now) times.set(record.id, nextAttemptAt)
      const due: DeliveryRecord = { ...record, nextAttemptAt }
      save(tx, due)
      return due
    },
    /**
     * Whether the current attempt was moved forward. Can be asked once. After a rollback the time differs.
     */
    take({ id, nextAttemptAt }: DeliveryRecord): boolean {
      const time = times.get(id)
      times.delete(id)
      return time !== undefined && time === nextAttemptAt
    },
    forget: (id: string) => void times.delete(id),
    /** After a reset other deliveries have these ids, and maybe these times. */
    forgetAll: () => times.clear(),
  }
}

/** A bulk change announces at most this many deliveries, the oldest. Lists show the others. */
const toldAtMost = 1000

/** Changes all unfinished deliveries of a subscription. Runs inside a transaction and sends nothing. */
const createLaneWide = ({ clock, deliveries }: { clock: Clock; deliveries: DeliveryStore }) => ({
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

  /** Sends deliveries for its old URL to a new one. */
  redirect(tx: Transaction, { id, url }: Pick<SubscriptionRecord, 'id' | 'url'>, to: string) {
    const told = deliveries.openOf(id, toldAtMost).filter((record) => record.url === url)
    deliveries.redirect(id, { from: url, to })
    for (const record of told) tellDelivery(tx, deliveries, { ...record, url: to })
  },
})

/** Records how attempts ended, and announces each once. */
function createAttemptEnds({ attempts }: { attempts: AttemptStore }) {
  /** `mayBeKnown`: the attempt was sent together with others, so its end may be recorded already. */
  function end(
    tx: Transaction,
    record: AttemptRecord,
    sent: Ending,
    { mayBeKnown }: { mayBeKnown: boolean },
  ) {
    if (mayBeKnown && attempts.at(record.seq)?.outcome !== null) return
    attempts.finish(record.seq, sent)
    tellEnd(tx, attempts, record, sent)
  }

  return {
    end,
    /**
     * Records the ended attempts of a claim while others continue. `sents` are in the positions of the
     * attempts.
     */
    endSome(
      tx: Transaction,
      claim: { attempts: readonly { record: AttemptRecord }[] },
      sents: readonly (Sent | undefined)[],
    ) {
      for (const [place, { record }] of claim.attempts.entries()) {
        const sent = sents[place]
        if (sent) end(tx, record, sent, { mayBeKnown: true })
      }
    },
  }
}
