import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { type Ids, isRunIdentity } from '../database/ids.ts'
import type { Transaction } from '../database/writer.ts'
import { parseFault } from '../faults/grammar.ts'
import { copiesOf, scheduleOf } from '../faults/schedule.ts'
import { matches, type SubscriptionRecord } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { Event, EventSource } from '../wire.ts'
import type { EventStore } from './event-store.ts'
import { tellDelivery } from './news.ts'
import type { DeliveryRecord } from './record.ts'
import { attemptsOf } from './retry.ts'
import type { Rulebook } from './rules/rulebook.ts'
import { settingsFor } from './settings.ts'
import type { DeliveryEdits, DeliveryStore } from './store.ts'

/** Something that happened, and who is to hear of it. */
export interface Happening {
  event: string
  payload: Record<string, unknown>
  /** The text that is sent; the payload is written as JSON without it. */
  text?: string | undefined
  source: EventSource
  occurredAt: number
  /** The run or traffic it belongs to, null for none. */
  runId: string | null
  /** The call that caused it; undefined for none. */
  callId?: string | null
  /** Only this subscription, whatever its patterns; undefined asks every enabled one. */
  to?: SubscriptionRecord | undefined
  /** Only the subscriptions of this identity: the owner of what a call has changed. Undefined is every identity but those of runs, which are worlds of their own. */
  identity?: string | undefined
  /** Put on each delivery in place of what the subscription or a standing rule would put there. */
  fault?: string | undefined
}

/** Where a delivery goes and what it carries there. */
interface Addressed {
  subscription: SubscriptionRecord
  url?: string | undefined
  edits?: DeliveryEdits
  /** null for none; undefined leaves it to the subscription and the standing rules. */
  fault?: string | null | undefined
}

/** Writes events and their deliveries, inside the transaction of whatever caused them. */
export function createEmitter(needs: {
  config: Config
  clock: Clock
  ids: Ids
  events: EventStore
  deliveries: DeliveryStore
  subscriptions: SubscriptionStore
  rulebook: Rulebook
  /** Has the engine look at a lane at the end of the transaction. */
  wakeIn(tx: Transaction, subscriptionId: string): void
}) {
  const { config, clock, ids, events, deliveries, subscriptions, rulebook } = needs

  /** Makes one delivery of an event that is already written. */
  function deliver(
    tx: Transaction,
    event: { seq: number; id: string; event: string },
    to: Addressed,
  ): DeliveryRecord {
    const { subscription } = to
    const now = clock.now()
    const id = ids.next('dlv')
    const text =
      to.fault !== undefined
        ? to.fault
        : (subscription.fault ??
          rulebook.choose(tx, {
            event: event.event,
            subscriptionId: subscription.id,
            isOfRun: isRunIdentity(subscription.identity),
          }))
    const fault = text === null ? null : parseFault(text)
    const copies = { n: fault ? copiesOf(fault).n : 1, onEveryRung: fault?.sticky ?? false }
    const delayMs = fault ? scheduleOf(fault, (label) => ids.fractionOf(`${id}:${label}`)).delayMs : 0
    const record: DeliveryRecord = {
      seq: tx.seq(),
      id,
      eventSeq: event.seq,
      eventId: event.id,
      event: event.event,
      subscriptionId: subscription.id,
      url: to.url ?? subscription.url,
      scheme: subscription.scheme,
      schemeOptions: subscription.schemeOptions,
      fault: fault?.text ?? null,
      isEdited: to.edits !== undefined && (to.edits.body !== null || to.edits.headers !== null),
      state: 'pending',
      attemptsMade: 0,
      attemptsMax: attemptsOf(settingsFor(config.delivery, subscription).policy, copies),
      attemptsBegun: 0,
      nextAttemptAt: now + Math.round(delayMs * 1000),
      lastOutcome: null,
      lastDurationMs: null,
      lastSignedAt: null,
      reason: null,
      createdAt: now,
      finishedAt: null,
    }
    deliveries.insert(record, to.edits)
    tellDelivery(tx, deliveries, record, record.seq)
    needs.wakeIn(tx, subscription.id)
    return record
  }

  const hears = (one: string, identity: string | undefined) =>
    identity === undefined ? !isRunIdentity(one) : one === identity

  return {
    deliver,
    /** Writes one event and one delivery for each enabled subscription that wants it. */
    emit(tx: Transaction, happening: Happening): { event: Event; deliveries: DeliveryRecord[] } {
      const payload = happening.text ?? JSON.stringify(happening.payload)
      const { event, source, occurredAt: occurred_at, runId: run_id, identity, fault } = happening
      const call_id = happening.callId ?? null
      const [seq, id] = [tx.seq(), ids.next('evt')]
      const row = events.insert({ seq, id, event, occurred_at, source, run_id, call_id, payload })
      tx.announce('event', { now: () => row, later: events.later(row.seq) }, row.seq)
      const to = happening.to
        ? [happening.to]
        : subscriptions.enabled().filter((one) => hears(one.identity, identity) && matches(one.events, event))
      return {
        // Written out, since many are fired at once and a spread is slow.
        event: {
          id,
          seq,
          event,
          occurred_at: row.occurred_at,
          source,
          run_id,
          call_id,
          payload: happening.payload,
        },
        deliveries: to.map((subscription) => deliver(tx, row, { subscription, fault })),
      }
    },
  }
}
export type Emitter = ReturnType<typeof createEmitter>
