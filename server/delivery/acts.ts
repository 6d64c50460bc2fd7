/** What users do to deliveries: resend, cancel, attempt now, abort and release. */
import { changeAll, pagesOf } from '../api/many.ts'
import { failUnknown } from '../api/unknown-id.ts'
import type { Clock } from '../clock/clock.ts'
import type { Filters } from '../database/asking.ts'
import type { Search } from '../database/search.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { fail } from '../failures.ts'
import { editedAway } from '../faults/edited.ts'
import type { Fault } from '../faults/fault.ts'
import { parseFault } from '../faults/grammar.ts'
import { recipeWith } from '../signing/options.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { DeliveryRow, HeaderPair } from '../wire.ts'
import { call, said } from '../words/act.ts'
import { toIso } from '../words/time.ts'
import type { Emitter } from './emit.ts'
import type { Engine } from './engine.ts'
import type { Ledger } from './ledger.ts'
import { tellDelivery } from './news.ts'
import { type DeliveryRecord, deliveryWire } from './record.ts'
import type { DeliveryEdits, DeliveryStore } from './store.ts'

/** The result of an act on many deliveries. */
interface DoneToMany {
  /** Empty above 1,000. */
  deliveries: DeliveryRow[]
  counts: { deliveries: number; skipped: number }
}
/** Selects the deliveries of an act by the filters of their list. */
export interface Meant {
  filters: Filters
  /** Only deliveries created since this time, in microseconds of the sandbox's clock. */
  since: number | undefined
  /** Only deliveries with at most this `seq`. */
  upTo: number | undefined
  /** Aborted once the client is gone; changes made by then stay. */
  signal: AbortSignal
}

/** Deliveries changed in one transaction, so that no other writer waits long. */
const batch = 100

/** Applies an act to all deliveries that match and exist now, oldest first. */
export function createToMany(needs: {
  deliveries: Pick<DeliveryStore, 'at' | 'matchingInTurns' | 'newest'>
  writer: Writer
  search: Pick<Search, 'caughtUp'>
  engine: Pick<Engine, 'steadily'>
}) {
  const { deliveries, writer, search, engine } = needs

  return async function toMany(
    { filters, since, upTo = Number.MAX_SAFE_INTEGER, signal }: Meant,
    work: (tx: Transaction, record: DeliveryRecord) => DeliveryRow | undefined,
  ): Promise<DoneToMany> {
    if (filters.q !== undefined) await search.caughtUp()
    const pages = pagesOf(deliveries.matchingInTurns, {
      filters: { ...filters, since: since === undefined ? undefined : toIso(since) },
      upTo: Math.min(deliveries.newest(), upTo),
      limit: batch,
      isOver: () => signal.aborted,
    })
    const { answers, done, skipped } = await engine.steadily(() =>
      changeAll(pages, { writer, at: deliveries.at }, work),
    )
    return { deliveries: answers, counts: { deliveries: done, skipped } }
  }
}

/** What a resend changes compared with the original delivery. */
export interface ResendEdits {
  body?: string | undefined
  body_base64?: string | undefined
  headers?: Record<string, string> | HeaderPair[] | undefined
  url?: string | undefined
  fault?: string | undefined
}

function editedBody({ body, body_base64 }: Pick<ResendEdits, 'body' | 'body_base64'>): Buffer | null {
  if (body_base64 !== undefined) return Buffer.from(body_base64, 'base64')
  return body === undefined ? null : Buffer.from(body, 'utf8')
}

/** An empty list is no edit, but removes the edits of an earlier resend. */
function editedHeaders(headers: Record<string, string> | HeaderPair[]): HeaderPair[] | null {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers)
  return pairs.length === 0 ? null : pairs
}

const isWaiting = ({ state }: DeliveryRecord) => state === 'pending' || state === 'retrying'
const waitingStates = 'pending,retrying'
const openStates = 'pending,sending,retrying'

/** The acts of users on deliveries. */
export function createDeliveryActs(needs: {
  clock: Clock
  writer: Writer
  deliveries: DeliveryStore
  subscriptions: SubscriptionStore
  ledger: Ledger
  emitter: Emitter
  engine: Engine
  search: Search
  recipes: Recipes
}) {
  const { clock, writer, deliveries, subscriptions, ledger, emitter, engine, recipes } = needs
  const toMany = createToMany(needs)

  const found = (id: string): DeliveryRecord => deliveries.find(id) ?? failUnknown('delivery_unknown', id)

  function open(id: string): DeliveryRecord {
    const record = found(id)
    if (record.finishedAt !== null)
      fail('delivery_finished', `The delivery ${id} has already ended: ${record.state}.`)
    return record
  }

  const notUnderWay = (record: DeliveryRecord): never =>
    fail('delivery_not_under_way', `No attempt of ${record.id} is under way: it is ${record.state}.`)

  const act = (work: (tx: Transaction) => DeliveryRecord): Promise<DeliveryRow> =>
    writer.write((tx) => {
      const record = work(tx)
      engine.wakeIn(tx, record.subscriptionId)
      return deliveryWire(record)
    })

  function refuseDisabled({ id, enabled }: SubscriptionRecord, next: string) {
    if (enabled) return
    const move = said`Enable it with ${call('changeSubscription', { id, status: 'enabled' })}, ${next}.`
    fail('invalid_field', `The subscription ${id} is disabled.`, move)
  }

  function makeAgain(
    tx: Transaction,
    record: DeliveryRecord,
    to: { subscription: SubscriptionRecord; url: string; edits: DeliveryEdits; fault: string | null },
  ): DeliveryRow {
    const event = { seq: record.eventSeq, id: record.eventId, event: record.event, summary: record.summary }
    return deliveryWire(emitter.deliver(tx, event, to))
  }

  function refuseEditedAway(
    fault: Fault,
    { scheme, schemeOptions }: SubscriptionRecord,
    edits: DeliveryEdits,
  ) {
    const found = editedAway(fault, recipeWith(recipes, scheme, schemeOptions), edits.headers ?? [])
    if (found)
      fail(
        'fault_invalid',
        `${found.fault} sets the header ${found.header}, and would replace your value.`,
        'Leave out the fault or the header. "headers": {} removes the headers of an earlier resend.',
      )
  }

  /** The delivery that must end first, because the subscription is ordered. */
  function firstBefore({ id, subscriptionId }: DeliveryRecord): DeliveryRecord | undefined {
    if (!subscriptions.find(subscriptionId)?.ordered) return undefined
    const released = engine.releasedOf(subscriptionId)
    const open = deliveries.openOf(subscriptionId, released.size + 1)
    const first = open.find((one) => !released.has(one.id))
    // A released delivery may wait for its retry while a later delivery is under way.
    return first?.id === id ? engine.underWayIn(subscriptionId) : first
  }

  const cancelIn = (tx: Transaction, record: DeliveryRecord) =>
    ledger.cancel(tx, record, { code: 'cancelled_by_hand' })

  return {
    /** Sends the event again as a new delivery, with the requested edits and a new signature. */
    resend(id: string, { headers, url, fault, ...content }: ResendEdits): Promise<DeliveryRow> {
      const asked = fault === undefined ? null : parseFault(fault)
      return writer.write((tx) => {
        const record = found(id)
        const subscription =
          subscriptions.find(record.subscriptionId) ??
          fail(
            'subscription_unknown',
            `The subscription ${record.subscriptionId} of this delivery was deleted, and its secret with it.`,
            'Create a subscription and trigger the event again.',
          )
        refuseDisabled(subscription, 'then resend')
        const before = deliveries.editsOf(id)
        const edits = {
          body: editedBody(content) ?? before.body,
          headers: headers === undefined ? before.headers : editedHeaders(headers),
        }
        if (asked) refuseEditedAway(asked, subscription, edits)
        const to = { subscription, url: url ?? record.url, edits, fault: asked?.text ?? null }
        return makeAgain(tx, record, to)
      })
    },

    /**
     * Resends every matching delivery that exists now, oldest first. Skips deliveries whose subscription is
     * deleted or disabled, and deliveries that were already resent. A resend to another URL, with other
     * edits, with a fault, or cancelled does not count.
     */
    resendAll: (meant: Meant): Promise<DoneToMany> =>
      toMany(meant, (tx, record) => {
        const subscription = subscriptions.find(record.subscriptionId)
        if (!subscription?.enabled) return undefined
        // To the subscription's current URL, since a wrong URL is a common reason for a bulk resend.
        const { url } = subscription
        if (deliveries.wasMadeAgain(record, url)) return undefined
        const edits = deliveries.editsOf(record.id)
        return makeAgain(tx, record, { subscription, url, edits, fault: null })
      }),

    /**
     * Attempts all matching pending deliveries at once. Skips those under way, those behind another delivery
     * of an ordered subscription, and those of a disabled subscription.
     */
    attemptAllNow: ({ filters, ...meant }: Meant): Promise<DoneToMany> =>
      toMany({ filters: { state: waitingStates, ...filters }, ...meant }, (tx, record) => {
        if (!isWaiting(record) || firstBefore(record) !== undefined) return undefined
        if (!subscriptions.findEnabled(record.subscriptionId)) return undefined
        const hastened = ledger.hasten(tx, record)
        engine.wakeIn(tx, record.subscriptionId)
        return deliveryWire(hastened)
      }),

    /** Ends all matching deliveries that have not ended. The others are skipped. */
    cancelAll({ filters, ...meant }: Meant): Promise<DoneToMany> {
      // Otherwise a freed place would start a delivery that is cancelled next.
      const lanes = new Set<string>()
      return engine.whileResting(lanes, () =>
        toMany({ filters: { state: openStates, ...filters }, ...meant }, (tx, record) => {
          if (record.finishedAt !== null) return undefined
          lanes.add(record.subscriptionId)
          if (record.state === 'sending') tx.afterCommit(() => engine.letGo(record.id))
          return deliveryWire(cancelIn(tx, record))
        }),
      )
    },

    /**
     * Attempts a pending delivery at once. Returns its state then: an attempt has begun, or waits for a place
     * in its lane.
     */
    async attemptNow(id: string): Promise<DeliveryRow> {
      await act((tx) => {
        const record = open(id)
        if (record.state === 'sending')
          fail('delivery_under_way', `An attempt of ${id} is already under way.`)
        // A subscription disabled at the start for its lost recipe keeps its pending deliveries.
        const subscription = subscriptions.find(record.subscriptionId)
        if (subscription) refuseDisabled(subscription, 'then try again')
        const first = firstBefore(record)
        if (first)
          fail('delivery_not_first', `${id} waits for ${first.id}, because its subscription is ordered.`)
        return ledger.hasten(tx, record)
      })
      return deliveryWire(found(id))
    },

    /**
     * Ends a delivery. An attempt under way is still recorded, but its lane does not wait for it. An ordered
     * lane cuts it.
     */
    cancel: (id: string) =>
      act((tx) => {
        tx.afterCommit(() => engine.letGo(id))
        return cancelIn(tx, open(id))
      }),

    /** Cuts the attempt that waits for its response. Resolves when the result is stored. */
    async abort(id: string): Promise<DeliveryRow> {
      found(id)
      const wasCut = await engine.abort(id)
      const record = found(id)
      return wasCut ? deliveryWire(record) : notUnderWay(record)
    },

    /** Lets its lane start the next deliveries, while this delivery still waits for its response. */
    async release(id: string): Promise<DeliveryRow> {
      // Already released, by a user or by a cancel.
      if (engine.isReleased(id)) return deliveryWire(found(id))
      let wasUnderWay = false
      await writer.write((tx) => {
        tellDelivery(tx, deliveries, found(id))
        tx.afterCommit(() => {
          wasUnderWay = engine.release(id)
        })
      })
      const record = found(id)
      return wasUnderWay ? deliveryWire(record) : notUnderWay(record)
    },
    /** Whether its lane continues while the delivery is under way. */
    isReleased: engine.isReleased,

    /** The time `ms` ago on the sandbox's clock, in microseconds. */
    ago: (ms: number): number => clock.now() - ms * 1000,
  }
}
export type DeliveryActs = ReturnType<typeof createDeliveryActs>
