/** Takes due deliveries and prepares their attempts for sending. */
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
import type { DeliveryReason, Expectation, HeaderPair } from '../wire.ts'
import { copiesFor } from './aftermath.ts'
import type { AttemptRecord, AttemptStore } from './attempts.ts'
import { type Composed, compose, composeFaulty, expectedOf } from './compose.ts'
import type { EventStore } from './event-store.ts'
import { tellBeginning, tellDelivery } from './news.ts'
import type { DeliveryRecord } from './record.ts'
import { placeOf } from './retry.ts'
import { settingsFor } from './settings.ts'
import { signedSecond } from './signed-second.ts'
import type { DeliveryStore, DueDelivery } from './store.ts'
import { traceparentOf } from './trace.ts'

/** One attempt of a claim. A fault may send several copies at once. */
export interface ClaimedAttempt extends Pick<Composed, 'request'> {
  record: AttemptRecord
  /** What a correct receiver does with it. */
  expects: Expectation
  /** Whether a fault prevents sending. */
  isDropped: boolean
}

/** A delivery whose attempts are recorded as begun and may now be sent. */
export interface Claim {
  delivery: DeliveryRecord
  subscription: SubscriptionRecord
  attempts: ClaimedAttempt[]
  timeoutMs: number
}

export interface ClaimNeeds {
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
  /** Whether the attempt was moved forward from a later due time. */
  wasHastened(record: DeliveryRecord): boolean
  save(tx: Transaction, record: DeliveryRecord): void
  /** The second in which an attempt is signed, if something other than the clock decides. */
  signedAt?: ((attemptId: string) => number | undefined) | undefined
}

/** Takes due deliveries, and records their attempts as begun. Runs inside a transaction and sends nothing. */
export function createClaims(needs: ClaimNeeds) {
  const { config, clock, outside, ids, recipes, events, deliveries, attempts, save } = needs
  const userAgent = `webhook-sandbox/${needs.version}`

  /** The exact body of a delivery, and its edited headers. */
  function contentOf(delivery: DeliveryRecord): { body: Buffer; headers: HeaderPair[] | null } {
    const edits = deliveries.editsOf(delivery.id)
    return {
      body: edits.body ?? Buffer.from(events.textOf(delivery.eventId)?.payload ?? '', 'utf8'),
      headers: edits.headers,
    }
  }

  /** The event that a replay sends in this attempt. A retry sends the same as the first attempt. */
  function earlierThan(record: DeliveryRecord, number: number): { id: string; body: Buffer } | null {
    const first = number > 1 ? replayedIn(attempts.changesOf(record.seq, 1)) : undefined
    if (first === null) return null
    const before = deliveries.before(record, first)
    return before ? { id: before.eventId, body: contentOf(before).body } : null
  }

  const randomOf = (id: string) => (label: string) => seededFraction(needs.seed(), `fault:${id}:${label}`)

  /** Prepares the next attempt of a delivery and records it as begun. */
  function begin(
    tx: Transaction,
    due: DueDelivery,
    { subscription, recipe, number, signedAt, fault, timing }: Begun,
  ): ClaimedAttempt {
    const { record, body, headers, traceparent } = due
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
      traceparent: traceparentOf({ eventId: record.eventId, traceparent }, id),
    }
    const { request, changes } =
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
    const expects = expectedOf({ edits: headers, isEdited: record.isEdited, recipe }, fault)
    return { request, expects, record: attempt, isDropped: fault !== null && isDropped(fault) }
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
    const timing = { copy, hastened: needs.wasHastened(record) }
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

  /** A delivery that cannot be prepared must not block others: it ends with the reason. */
  function claimed(tx: Transaction, due: DueDelivery, subscription: SubscriptionRecord): Claim[] {
    const unsendable = (reason: DeliveryReason) => {
      save(tx, { ...due.record, state: 'failed', reason, nextAttemptAt: null, finishedAt: clock.now() })
      return []
    }
    if (lacksRecipe(recipes, due.record.scheme, due.record.schemeOptions))
      return unsendable({ code: 'recipe_missing' })
    try {
      // If preparing one copy fails, the copies recorded before it are undone.
      if (due.record.fault !== null) return [tx.undoable(() => claimOne(tx, due, subscription))]
      return [claimOne(tx, due, subscription)]
    } catch (error) {
      if (toFailure(error).code === 'storage') throw error
      return unsendable({ code: 'unsendable', text: error instanceof Error ? error.message : `${error}` })
    }
  }

  return {
    contentOf,

    /**
     * Takes the deliveries that a subscription's lane may start now, and records their attempts as begun.
     */
    claim(tx: Transaction, subscription: SubscriptionRecord, limit: number): Claim[] {
      const { ordered } = settingsFor(config.delivery, subscription)
      const asked = { subscriptionId: subscription.id, now: clock.now(), limit, ordered }
      return deliveries.due(asked).flatMap((due) => claimed(tx, due, subscription))
    },
  }
}

interface Begun {
  subscription: SubscriptionRecord
  recipe: Recipe
  number: number
  /** Unix seconds. */
  signedAt: number
  fault: Fault | null
  timing: Timing
}
