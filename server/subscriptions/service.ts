/** Changes subscriptions, with all consequences for their deliveries and fault rules. */
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Ids } from '../database/ids.ts'
import type { Transaction } from '../database/writer.ts'
import { fail } from '../failures.ts'
import { publicKeyOf } from '../signing/key-pairs.ts'
import { recipeWith } from '../signing/options.ts'
import type { Recipes } from '../signing/recipes.ts'
import { canSign } from '../signing/secret-flaw.ts'
import type { DeliveryReason, DisabledReason, Subscription } from '../wire.ts'
import { type HandshakeRecord, type SubscriptionRecord, subscriptionWire } from './record.ts'
import { isSentAlike, type SubscriptionStore } from './store.ts'

/** How many earlier secrets are remembered, to explain a signature made with one of them. */
const rememberedSecrets = 5
/**
 * How many earlier secrets may sign beside the current one. Each adds a signature to the header, and receivers limit header
 * sizes.
 */
const overlappingSecrets = 20

/** Why a subscription is disabled until its receiver passes the handshake. */
export const failedHandshake: DisabledReason = { code: 'handshake_failed' }

/** What a change of a subscription does to its deliveries and to its fault rules. */
interface Consequences {
  ledger: {
    cancelAll(tx: Transaction, subscriptionId: string, reason: DeliveryReason): unknown
    redirect(tx: Transaction, subscription: SubscriptionRecord, url: string): unknown
  }
  rulebook: { removeNaming(tx: Transaction, subscriptionId: string): unknown }
}

/** A part that sends deliveries, and so must know when a subscription changes. */
interface Follower {
  wakeIn(tx: Transaction, subscriptionId: string): void
  /** Stops waiting for the subscription's attempts under way. */
  letGoAll(subscriptionId: string): void
}

/** Changes subscriptions for the platform's API and the sandbox's own API alike. */
export function createSubscriptionService(
  needs: Consequences & {
    config: Config
    clock: Clock
    ids: Ids
    recipes: Recipes
    subscriptions: SubscriptionStore
  },
) {
  const { config, clock, ids, recipes, subscriptions, ledger } = needs
  const followers: Follower[] = []

  /** The JSON of a subscription under `/sandbox`. */
  const wireOf = (record: SubscriptionRecord): Subscription =>
    subscriptionWire(record, {
      publicKey: publicKeyOf(recipeWith(recipes, record.scheme, record.schemeOptions), record.secret),
      sameAddress: subscriptions.atSameAddress(record),
      health: subscriptions.healthOf(record.id),
    })

  /** Announces the other subscriptions at the address of a changed one, whose `same_address` changes with it. */
  function announceOthers(tx: Transaction, record: SubscriptionRecord) {
    for (const other of subscriptions.atSameAddress(record)) tx.announce('subscription', () => wireOf(other))
  }

  /** The secret of a new subscription that names none. */
  function newSecret({
    scheme,
    schemeOptions,
  }: Pick<SubscriptionRecord, 'scheme' | 'schemeOptions'>): string {
    const { default_secret } = config.signing
    const isFit =
      default_secret !== null && canSign(recipeWith(recipes, scheme, schemeOptions), default_secret)
    return isFit ? default_secret : ids.secret()
  }

  function cancelAll(tx: Transaction, { id }: SubscriptionRecord, reason: DeliveryReason) {
    ledger.cancelAll(tx, id, reason)
    tx.afterCommit(() => {
      for (const { letGoAll } of followers) letGoAll(id)
    })
  }

  function put(tx: Transaction, record: SubscriptionRecord): SubscriptionRecord {
    const before = subscriptions.find(record.id)
    const isMoved = before !== undefined && !isSentAlike(before, record)
    if (isMoved) announceOthers(tx, before)
    subscriptions.put(record)
    tx.announce('subscription', () => wireOf(record))
    if (isMoved) announceOthers(tx, record)
    for (const { wakeIn } of followers) wakeIn(tx, record.id)
    return record
  }

  /** The earlier secrets after a change: the current secret, which signs until the overlap ends, and the remembered ones. */
  function retired({ secret, oldSecrets }: SubscriptionRecord, overlapMs: number) {
    const now = clock.now()
    return [{ secret, until: now + overlapMs * 1000 }, ...oldSecrets].filter(
      ({ until }, at) => at < rememberedSecrets || until > now,
    )
  }

  return {
    /** Registers the engine, which is created later: it uses this service to count failures. */
    follow: (follower: Follower) => void followers.push(follower),
    find: subscriptions.find,
    of: subscriptions.of,
    all: subscriptions.all,
    wireOf,

    create(
      tx: Transaction,
      given: Partial<SubscriptionRecord> & Pick<SubscriptionRecord, 'identity' | 'url' | 'events'>,
    ): SubscriptionRecord {
      const now = clock.now()
      const signed = { scheme: 'standard-webhooks', schemeOptions: {}, ...given } as const
      const record: SubscriptionRecord = {
        description: '',
        version: '0.1',
        enabled: true,
        oldSecrets: [],
        fault: null,
        failedInARow: 0,
        disabledReason: null,
        ordered: false,
        concurrency: null,
        timeoutMs: null,
        retryDelays: null,
        handshake: null,
        lastHandshake: null,
        ...signed,
        seq: tx.seq(),
        id: given.id ?? ids.uuid(),
        secret: given.secret ?? newSecret(signed),
        createdAt: now,
        updatedAt: now,
      }
      subscriptions.put(record)
      tx.announce('subscription', () => wireOf(record), record.seq)
      announceOthers(tx, record)
      return record
    },

    /**
     * Without a difference nothing changes, not even the time of the last change. Disabling cancels pending deliveries. A new
     * URL applies to pending deliveries too. A replaced secret no longer signs.
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

    /** Disables the subscription, but keeps its pending deliveries until it is enabled again. */
    rest: (tx: Transaction, record: SubscriptionRecord, disabledReason: DisabledReason): SubscriptionRecord =>
      put(tx, { ...record, enabled: false, disabledReason, updatedAt: clock.now() }),

    /**
     * Records how a handshake ended, or null if none was sent. A subscription that waits for its handshake is enabled if the
     * receiver passed. A failed handshake disables it, but keeps its pending deliveries.
     */
    shaken(tx: Transaction, record: SubscriptionRecord, last: HandshakeRecord | null): SubscriptionRecord {
      const after = last === null ? record : { ...record, lastHandshake: last }
      const waits = record.disabledReason?.code === 'handshake_failed'
      if (last !== null && last.verdict.code !== 'ok')
        return put(tx, record.enabled ? { ...after, enabled: false, disabledReason: failedHandshake } : after)
      return put(tx, waits ? { ...after, enabled: true, failedInARow: 0, disabledReason: null } : after)
    },

    /** Sets the number of consecutive failures. This does not count as a user's change. */
    countFailures: (tx: Transaction, record: SubscriptionRecord, failedInARow: number): SubscriptionRecord =>
      put(tx, { ...record, failedInARow }),

    /**
     * Creates a new secret. The previous secret also signs for `overlapMs` on the sandbox's clock, if the
     * scheme can carry two signatures. Refused if too many secrets sign already.
     */
    rotateSecret(tx: Transaction, record: SubscriptionRecord, overlapMs: number): SubscriptionRecord {
      const now = clock.now()
      const signing = record.oldSecrets.filter(({ until }) => until > now).length
      if (overlapMs > 0 && signing >= overlappingSecrets)
        fail('secrets_overlap', `${signing} earlier secrets still sign beside the current one.`)
      return put(tx, {
        ...record,
        secret: ids.secret(),
        oldSecrets: retired(record, overlapMs),
        updatedAt: now,
      })
    },

    /** Removes the subscription with the fault rules that name it, and cancels its pending deliveries. */
    remove(tx: Transaction, record: SubscriptionRecord): SubscriptionRecord {
      cancelAll(tx, record, { code: 'subscription_deleted' })
      needs.rulebook.removeNaming(tx, record.id)
      announceOthers(tx, record)
      subscriptions.remove(record.id)
      tx.announce('subscription', () => ({ id: record.id, deleted: true }))
      return record
    },
  }
}
export type SubscriptionService = ReturnType<typeof createSubscriptionService>
