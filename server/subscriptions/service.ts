import type { Clock } from '../clock/clock.ts'
import type { Ids } from '../database/ids.ts'
import type { Transaction } from '../database/writer.ts'
import { fail } from '../failures.ts'
import { publicKeyOf } from '../signing/key-pairs.ts'
import { recipeWith } from '../signing/options.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { DeliveryReason, DisabledReason, Subscription } from '../wire.ts'
import { type SubscriptionRecord, subscriptionWire } from './record.ts'
import type { SubscriptionStore } from './store.ts'

/** How many secrets before the present one are remembered, so that a signature by one of them can be explained. */
const rememberedSecrets = 5
/** How many secrets may sign beside the present one: each has a signature in the header, and receivers bound their headers. */
const overlappingSecrets = 20

/** What a change of a subscription does to its deliveries and to the fault rules that name it. */
interface Consequences {
  ledger: {
    cancelAll(tx: Transaction, subscriptionId: string, reason: DeliveryReason): unknown
    redirect(tx: Transaction, subscription: SubscriptionRecord, url: string): unknown
  }
  rulebook: { removeNaming(tx: Transaction, subscriptionId: string): unknown }
}

/** Sends for subscriptions, and so has to know when one changes. */
interface Follower {
  wakeIn(tx: Transaction, subscriptionId: string): void
  /** Stops waiting for the attempts under way of a subscription. */
  letGoAll(subscriptionId: string): void
}

/** Changes subscriptions with all that follows from it, for the platform's API and the sandbox's own alike. */
export function createSubscriptionService(
  needs: Consequences & { clock: Clock; ids: Ids; recipes: Recipes; subscriptions: SubscriptionStore },
) {
  const { clock, ids, recipes, subscriptions, ledger } = needs
  const followers: Follower[] = []

  /** A subscription as `/sandbox` tells it. */
  const wireOf = (record: SubscriptionRecord): Subscription =>
    subscriptionWire(
      record,
      publicKeyOf(recipeWith(recipes, record.scheme, record.schemeOptions), record.secret),
    )

  function cancelAll(tx: Transaction, { id }: SubscriptionRecord, reason: DeliveryReason) {
    ledger.cancelAll(tx, id, reason)
    tx.afterCommit(() => {
      for (const { letGoAll } of followers) letGoAll(id)
    })
  }

  function put(tx: Transaction, record: SubscriptionRecord): SubscriptionRecord {
    subscriptions.put(record)
    tx.announce('subscription', () => wireOf(record))
    for (const { wakeIn } of followers) wakeIn(tx, record.id)
    return record
  }

  /** The secrets before the next one: the present secret, which also signs for the overlap, and those that are remembered. */
  function retired({ secret, oldSecrets }: SubscriptionRecord, overlapMs: number) {
    const now = clock.now()
    return [{ secret, until: now + overlapMs * 1000 }, ...oldSecrets].filter(
      ({ until }, at) => at < rememberedSecrets || until > now,
    )
  }

  return {
    /** The engine follows: it ends deliveries, of which the service counts failures, and so is made after it. */
    follow: (follower: Follower) => void followers.push(follower),
    find: subscriptions.find,
    of: subscriptions.of,
    wireOf,

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
        schemeOptions: {},
        oldSecrets: [],
        fault: null,
        failedInARow: 0,
        disabledReason: null,
        ordered: false,
        concurrency: null,
        timeoutMs: null,
        retryDelays: null,
        ...given,
        seq: tx.seq(),
        id: ids.uuid(),
        secret: given.secret ?? ids.secret(),
        createdAt: now,
        updatedAt: now,
      }
      subscriptions.put(record)
      tx.announce('subscription', () => wireOf(record), record.seq)
      return record
    },

    /**
     * Without changes nothing moves, the time of the last change included. Disabling cancels what still waits; what waits for
     * its address follows it to a new one. A secret that is replaced signs no more.
     */
    change(
      tx: Transaction,
      record: SubscriptionRecord,
      changes: Partial<SubscriptionRecord>,
    ): SubscriptionRecord {
      if (Object.keys(changes).length === 0) return record
      const isReenabled = !record.enabled && changes.enabled === true
      const changed = put(tx, {
        ...record,
        ...(isReenabled && { failedInARow: 0, disabledReason: null }),
        ...(changes.secret !== undefined &&
          changes.secret !== record.secret && { oldSecrets: retired(record, 0) }),
        ...changes,
        updatedAt: clock.now(),
      })
      if (record.enabled && !changed.enabled)
        cancelAll(tx, record, { code: 'subscription_disabled', by: changed.disabledReason })
      if (record.url !== changed.url) ledger.redirect(tx, record, changed.url)
      return changed
    },

    /** Disables it, but what waits is kept until it is enabled again. */
    rest: (tx: Transaction, record: SubscriptionRecord, disabledReason: DisabledReason): SubscriptionRecord =>
      put(tx, { ...record, enabled: false, disabledReason, updatedAt: clock.now() }),

    /** Counts deliveries that were given up in a row; nothing that a person has changed. */
    countFailures: (tx: Transaction, record: SubscriptionRecord, failedInARow: number): SubscriptionRecord =>
      put(tx, { ...record, failedInARow }),

    /**
     * Gives it a new secret. The one before also signs for `overlapMs` more on the sandbox's clock, where the scheme can carry two;
     * refused where too many do already.
     */
    rotateSecret(tx: Transaction, record: SubscriptionRecord, overlapMs: number): SubscriptionRecord {
      const now = clock.now()
      const signing = record.oldSecrets.filter(({ until }) => until > now).length
      if (overlapMs > 0 && signing >= overlappingSecrets)
        fail('secrets_overlap', `${signing} secrets before the present one sign as well.`)
      return put(tx, {
        ...record,
        secret: ids.secret(),
        oldSecrets: retired(record, overlapMs),
        updatedAt: now,
      })
    },

    /** Removes it with the standing rules that name it, and cancels what still waits. */
    remove(tx: Transaction, record: SubscriptionRecord): SubscriptionRecord {
      cancelAll(tx, record, { code: 'subscription_deleted' })
      needs.rulebook.removeNaming(tx, record.id)
      subscriptions.remove(record.id)
      tx.announce('subscription', () => ({ id: record.id, deleted: true }))
      return record
    },
  }
}
export type SubscriptionService = ReturnType<typeof createSubscriptionService>
