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

/** Writes down what becomes of deliveries. Everything here runs inside a transaction and sends nothing. */
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
     * Writes down how the attempts of a claim ended and what follows. `sents` stand in the order of its attempts; `subscription`
     * is as it is now.
     */
    settle(tx: Transaction, claim: Claim, sents: readonly Sent[], subscription: SubscriptionRecord): Settled {
      const ended = claim.attempts.map(({ record, expectsRefusal }, index) => ({
        record,
        expectsRefusal,
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
      // Cancelled while the attempt was under way: what it brought is recorded, unless that has gone since, and the end stands.
      if (!isOpen && now === undefined) return 'open'
      for (const one of ended) ends.end(tx, one.record, one.sent, { mayBeKnown: ended.length > 1 })
      if (now === undefined) {
        // What waits may have been sent elsewhere meanwhile.
        const isSame = subscription === claim.subscription
        const url = (isSame ? undefined : deliveries.at(delivery.seq)?.url) ?? record.url
        tellDelivery(tx, deliveries, { ...record, url })
        return settled
      }
      const { attemptsMade, attemptsMax, lastOutcome, lastDurationMs } = record
      save(tx, { ...now, attemptsMade, attemptsMax, lastOutcome, lastDurationMs })
      return 'open'
    },

    /** Ends a delivery that has not ended yet. */
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

    /** After a kill: attempts without an end are closed as interrupted, and their deliveries are due at once. */
    recover(tx: Transaction) {
      const cut = interrupted('killed')
      const left = attempts.unfinished()
      // Told as well: a client that comes back has them under way.
      for (const attempt of left) ends.end(tx, attempt, cut, { mayBeKnown: false })
      // What is being sent has an attempt without an end; there may be a million others.
      for (const seq of new Set(left.map(({ deliverySeq }) => deliverySeq))) {
        const record = deliveries.at(seq)
        if (record?.state !== 'sending') continue
        // Of copies that left together some may have ended.
        const ends = attempts.endsBefore(seq, record.attemptsBegun + 1)
        const attemptsMade = ends.filter((one) => one.outcome.kind !== 'interrupted').length
        save(tx, {
          ...record,
          attemptsMade,
          state: attemptsMade > 0 ? 'retrying' : 'pending',
          lastOutcome: cut.outcome,
          // As old as it is, so that it goes before what came later.
          nextAttemptAt: Math.min(record.createdAt, clock.now()),
        })
      }
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>

/**
 * Makes deliveries due, and remembers those with a fault, since their attempts tell of it. Forgotten at a restart: what was
 * hastened has nearly always left in the same transaction.
 */
function createHastened({
  clock,
  save,
}: {
  clock: Clock
  save(tx: Transaction, record: DeliveryRecord): void
}) {
  /** The time that it was made due at, by the delivery's id. */
  const times = new Map<string, number>()

  return {
    /** Makes a waiting delivery due: as old as it is, so that it goes before what came later. */
    hasten(tx: Transaction, record: DeliveryRecord): DeliveryRecord {
      const now = clock.now()
      const nextAttemptAt = Math.min(record.createdAt, now)
      if (record.fault !== null && (record.nextAttemptAt ?? 0) > now) times.set(record.id, nextAttemptAt)
      const due: DeliveryRecord = { ...record, nextAttemptAt }
      save(tx, due)
      return due
    },
    /** Whether the attempt that is made now was due later; asked once. What was undone has another time. */
    take({ id, nextAttemptAt }: DeliveryRecord): boolean {
      const time = times.get(id)
      times.delete(id)
      return time !== undefined && time === nextAttemptAt
    },
    forget: (id: string) => void times.delete(id),
    /** After a reset others have their ids, and maybe their times. */
    forgetAll: () => times.clear(),
  }
}

/** When many change at once, the oldest are told one by one; of the others the lists tell. */
const toldAtMost = 1000

/** What becomes of all deliveries of a subscription that have not ended. Runs inside a transaction and sends nothing. */
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

  /** Has those that go to its address go to another one. */
  redirect(tx: Transaction, { id, url }: Pick<SubscriptionRecord, 'id' | 'url'>, to: string) {
    const told = deliveries.openOf(id, toldAtMost).filter((record) => record.url === url)
    deliveries.redirect(id, { from: url, to })
    for (const record of told) tellDelivery(tx, deliveries, { ...record, url: to })
  },
})

/** Writes down how attempts ended, and tells of it, once each. */
function createAttemptEnds({ attempts }: { attempts: AttemptStore }) {
  /** `mayBeKnown`: it left together with others, so that it may have been written down before them. */
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
    /** Writes down those of a claim's attempts that have ended, while others go on; `sents` stand in their places. */
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
