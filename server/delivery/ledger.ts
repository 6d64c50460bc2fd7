import type { Sent } from '../client/send.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { type Ids, seededFraction } from '../database/ids.ts'
import type { Transaction } from '../database/writer.ts'
import { toFailure } from '../failures.ts'
import { replayedIn } from '../faults/content.ts'
import type { Fault } from '../faults/fault.ts'
import { faultOf } from '../faults/read-once.ts'
import { copiesOf, isDropped, type Timing, touches } from '../faults/schedule.ts'
import type { Outside } from '../outside.ts'
import { lacksRecipe, recipeWith } from '../signing/options.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes } from '../signing/recipes.ts'
import { type SubscriptionRecord, secretsOf } from '../subscriptions/record.ts'
import type { DeliveryReason, HeaderPair } from '../wire.ts'
import { aftermath, copiesFor, interrupted, type Settled } from './aftermath.ts'
import { createAttemptEnds } from './attempt-ends.ts'
import type { AttemptRecord, AttemptStore } from './attempts.ts'
import { type Composed, compose, composeFaulty } from './compose.ts'
import type { EventStore } from './event-store.ts'
import { createHastened } from './hastened.ts'
import { createLaneWide } from './lane-wide.ts'
import { tellBeginning, tellDelivery } from './news.ts'
import type { DeliveryRecord } from './record.ts'
import { placeOf } from './retry.ts'
import { settingsFor } from './settings.ts'
import { signedSecond } from './signed-second.ts'
import type { DeliveryStore, DueDelivery } from './store.ts'

/** One attempt of a claim; several where a fault sends copies at the same moment. */
export interface ClaimedAttempt extends Pick<Composed, 'request' | 'expectsRefusal'> {
  record: AttemptRecord
  /** Whether a fault keeps it from leaving. */
  isDropped: boolean
}

/** A delivery whose attempts are written down as begun and may now be made. */
export interface Claim {
  delivery: DeliveryRecord
  subscription: SubscriptionRecord
  attempts: ClaimedAttempt[]
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
  /** The second that an attempt is signed at where something else than the clock says so. */
  signedAt?: ((attemptId: string) => number | undefined) | undefined
}

/** Writes down what becomes of deliveries. Everything here runs inside a transaction and sends nothing. */
export function createLedger(needs: LedgerNeeds) {
  const { config, clock, outside, ids, recipes, events, deliveries, attempts } = needs
  const userAgent = `webhook-sandbox/${needs.version}`
  const ends = createAttemptEnds({ attempts })

  function save(tx: Transaction, record: DeliveryRecord) {
    deliveries.update(record)
    tellDelivery(tx, deliveries, record)
  }
  const hastened = createHastened({ clock, save })

  /** The exact bytes of a delivery and the headers it was edited to carry. */
  function contentOf(delivery: DeliveryRecord): { body: Buffer; headers: HeaderPair[] | null } {
    const edits = deliveries.editsOf(delivery.id)
    return {
      body: edits.body ?? Buffer.from(events.textOf(delivery.eventId)?.payload ?? '', 'utf8'),
      headers: edits.headers,
    }
  }

  /** What a replay brings in an attempt of this number: a repeat brings what the first one brought. */
  function earlierThan(record: DeliveryRecord, number: number): { id: string; body: Buffer } | null {
    const first = number > 1 ? replayedIn(attempts.changesOf(record.seq, 1)) : undefined
    if (first === null) return null
    const before = deliveries.before(record, first)
    return before ? { id: before.eventId, body: contentOf(before).body } : null
  }

  const randomOf = (id: string) => (label: string) => seededFraction(needs.seed(), `fault:${id}:${label}`)

  /** Makes the next attempt of a delivery and writes it down as begun. */
  function begin(
    tx: Transaction,
    due: DueDelivery,
    { subscription, recipe, number, signedAt, fault, timing }: Begun,
  ): ClaimedAttempt {
    const { record, body, headers } = due
    const now = clock.now()
    const id = ids.attempt(record.id, number)
    const made = {
      url: record.url,
      event: record.event,
      eventId: record.eventId,
      body,
      edits: headers,
      recipe,
      secrets: secretsOf(subscription, now),
      signedAt,
      userAgent,
    }
    const { request, changes, expectsRefusal } =
      fault === null
        ? compose(made)
        : composeFaulty(made, {
            fault,
            earlier: () => earlierThan(record, number),
            random: randomOf(id),
            steady: randomOf(record.id),
            timing,
          })
    const attempt: AttemptRecord = {
      seq: tx.seq(),
      id,
      deliverySeq: record.seq,
      deliveryId: record.id,
      number,
      startedAt: now,
      signedAt: signedAt * 1_000_000,
      durationMs: null,
      outcome: null,
      phases: null,
      fault: fault?.text ?? null,
    }
    attempts.start(attempt, request, { body: request.body === body ? null : request.body, changes })
    tellBeginning(tx, attempts, attempt)
    return { request, expectsRefusal, record: attempt, isDropped: fault !== null && isDropped(fault) }
  }

  function claimOne(tx: Transaction, due: DueDelivery, subscription: SubscriptionRecord): Claim {
    const { record } = due
    const fault = faultOf(record)
    const copies = copiesFor(fault)
    const { rung, copy } = placeOf(record.attemptsMade, copies)
    const touching = fault !== null && touches(fault, rung) ? fault : null
    const together = touching && copiesOf(touching).gapMs === 0 ? Math.max(1, copies.n - copy + 1) : 1
    const recipe = recipeWith(recipes, record.scheme, record.schemeOptions)
    const now = config.delivery.timestamps === 'wall' ? outside.wallTime() : clock.now()
    const timing = { copy, hastened: hastened.take(record) }
    const made: ClaimedAttempt[] = []
    let signedAt = record.lastSignedAt
    for (let count = 1; count <= together; count++) {
      const number = record.attemptsBegun + count
      const second =
        needs.signedAt?.(ids.attempt(record.id, number)) ??
        signedSecond(recipe, { now, lastSignedAt: signedAt, fault: touching })
      signedAt = second * 1_000_000
      made.push(begin(tx, due, { subscription, recipe, number, signedAt: second, fault: touching, timing }))
    }
    const begun = record.attemptsBegun + together
    const delivery: DeliveryRecord = {
      ...record,
      state: 'sending',
      nextAttemptAt: null,
      lastSignedAt: signedAt,
      attemptsBegun: begun,
    }
    deliveries.begin(record.seq, { signedAt: signedAt ?? 0, begun })
    tellDelivery(tx, deliveries, delivery)
    return {
      delivery,
      subscription,
      attempts: made,
      timeoutMs: settingsFor(config.delivery, subscription).timeoutMs,
    }
  }

  /** A delivery that cannot be made must not keep the others from leaving: it ends with the reason. */
  function claimed(tx: Transaction, due: DueDelivery, subscription: SubscriptionRecord): Claim[] {
    const unsendable = (reason: DeliveryReason) => {
      save(tx, { ...due.record, state: 'failed', reason, nextAttemptAt: null, finishedAt: clock.now() })
      return []
    }
    if (lacksRecipe(recipes, due.record.scheme, due.record.schemeOptions))
      return unsendable({ code: 'recipe_missing' })
    try {
      // Copies may be written down by half when one cannot be made.
      if (due.record.fault !== null) return [tx.undoable(() => claimOne(tx, due, subscription))]
      return [claimOne(tx, due, subscription)]
    } catch (error) {
      if (toFailure(error).code === 'storage') throw error
      return unsendable({ code: 'unsendable', text: error instanceof Error ? error.message : `${error}` })
    }
  }

  return {
    contentOf,
    endSome: ends.endSome,

    /** Takes what a subscription's lane may start now, and writes each down as begun. */
    claim(tx: Transaction, subscription: SubscriptionRecord, limit: number): Claim[] {
      const { ordered } = settingsFor(config.delivery, subscription)
      const asked = { subscriptionId: subscription.id, now: clock.now(), limit, ordered }
      return deliveries.due(asked).flatMap((due) => claimed(tx, due, subscription))
    },

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

interface Begun {
  subscription: SubscriptionRecord
  recipe: Recipe
  number: number
  /** Unix seconds. */
  signedAt: number
  fault: Fault | null
  timing: Timing
}
