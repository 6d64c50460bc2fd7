/** Writes an event and its deliveries. */
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { type Ids, isRunIdentity } from '../database/ids.ts'
import type { Transaction } from '../database/writer.ts'
import { parseFault } from '../faults/grammar.ts'
import { copiesOf, scheduleOf } from '../faults/schedule.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { Event, EventSource } from '../wire.ts'
import { eventSummary } from '../words/event.ts'
import type { EventStore } from './event-store.ts'
import { tellDelivery } from './news.ts'
import type { DeliveryRecord } from './record.ts'
import { attemptsOf, policyWith } from './retry.ts'
import type { Rulebook } from './rules/rulebook.ts'
import { settingsFor } from './settings.ts'
import type { DeliveryEdits, DeliveryStore } from './store.ts'

/** An event that happened, and which subscriptions get it. */
export interface Happening {
  event: string
  payload: Record<string, unknown>
  /** The exact text to send. By default the payload is written as JSON. */
  text?: string | undefined
  source: EventSource
  occurredAt: number
  /** The id of the run or traffic that caused it, or null. */
  runId: string | null
  /** The id of the call that caused it, or undefined. */
  callId?: string | null
  /** The `traceparent` of that call, which its deliveries continue. */
  traceparent?: string | null
  /** Only this subscription, whatever its patterns. Undefined means all enabled subscriptions that match. */
  to?: SubscriptionRecord | undefined
  /**
   * Only subscriptions of this identity, which owns the changed object. Undefined means all identities except those of runs,
   * which are isolated.
   */
  identity?: string | undefined
  /** The fault of each delivery, in place of the subscription's fault or a fault rule's. */
  fault?: string | undefined
}

/** The destination and content of a delivery. */
interface Addressed {
  subscription: SubscriptionRecord
  url?: string | undefined
  edits?: DeliveryEdits
  /** Null for no fault. Undefined leaves the choice to the subscription and the fault rules. */
  fault?: string | null | undefined
}

/** Writes events and their deliveries inside the transaction that caused them. */
export function createEmitter(needs: {
  config: Config
  clock: Clock
  ids: Ids
  events: EventStore
  deliveries: DeliveryStore
  subscriptions: SubscriptionStore
  rulebook: Rulebook
  /** Makes the engine check a lane at the end of the transaction. */
  wakeIn(tx: Transaction, subscriptionId: string): void
}) {
  const { config, clock, ids, events, deliveries, subscriptions, rulebook } = needs

  /** Creates one delivery of an existing event. */
  function deliver(
    tx: Transaction,
    event: { seq: number; id: string; event: string; summary: string | null },
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
      summary: to.edits?.body ? null : event.summary,
      subscriptionId: subscription.id,
      url: to.url ?? subscription.url,
      scheme: subscription.scheme,
      schemeOptions: subscription.schemeOptions,
      fault: fault?.text ?? null,
      isEdited: to.edits !== undefined && (to.edits.body !== null || to.edits.headers !== null),
      checkId: null,
      state: 'pending',
      attemptsMade: 0,
      attemptsMax: attemptsOf(policyWith(fault, settingsFor(config.delivery, subscription).policy), copies),
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
    /** Writes one event, and one delivery for each enabled subscription that matches. */
    emit(tx: Transaction, happening: Happening): { event: Event; deliveries: DeliveryRecord[] } {
      const payload = happening.text ?? JSON.stringify(happening.payload)
      const { event, source, occurredAt: occurred_at, runId: run_id, identity, fault } = happening
      const call_id = happening.callId ?? null
      const traceparent = happening.traceparent ?? null
      const [seq, id] = [tx.seq(), ids.next('evt')]
      const row = events.insert({
        seq,
        id,
        event,
        summary: eventSummary(event, happening.payload),
        occurred_at,
        source,
        run_id,
        call_id,
        payload,
        traceparent,
      })
      tx.announce('event', { now: () => row, later: events.later(row.seq) }, row.seq)
      const to = happening.to
        ? [happening.to]
        : subscriptions.hearing(event).filter((one) => hears(one.identity, identity))
      return {
        // Written out field by field: events may be fired in bulk, and a spread is slower.
        event: {
          id,
          seq,
          event,
          summary: row.summary,
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
