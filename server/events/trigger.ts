import type { Clock } from '../clock.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import { parseFault } from '../delivery/faults/grammar.ts'
import { deliveryWire } from '../delivery/record.ts'
import { fail } from '../failures.ts'
import type { Ids } from '../ids.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import { toIsoOffset } from '../time.ts'
import type { DeliveryRow, Event } from '../wire.ts'
import { eventNamed, kindOf } from './catalogue.ts'
import type { Emitter } from './emit.ts'
import { loadFaker } from './fake.ts'
import { checkPayload, overridden } from './overrides.ts'

/** What is asked for when an event is triggered by hand. */
export interface TriggerRequest {
  event: string
  set?: Record<string, unknown> | undefined
  /** The whole body, in place of a built one. */
  payload?: Record<string, unknown> | undefined
  count: number
  subscription_id?: string | undefined
  force: boolean
  /** In the grammar of faults; put on each delivery. */
  fault?: string | undefined
}
export interface Triggered {
  counts: { events: number; deliveries: number }
  /** Empty above {@link listedAtMost} events. */
  events: Event[]
  deliveries: DeliveryRow[]
}

const listedAtMost = 1000
/** Events written in one transaction, so that a large count holds up nobody for long. */
const batch = 250

export function createTrigger(needs: {
  clock: Clock
  ids: Ids
  writer: Writer
  emitter: Emitter
  subscriptions: SubscriptionStore
}) {
  const { clock, ids, writer, emitter, subscriptions } = needs

  function subscriptionOf(request: TriggerRequest): SubscriptionRecord | undefined {
    if (request.subscription_id === undefined) return undefined
    const found =
      subscriptions.find(request.subscription_id) ??
      fail('subscription_unknown', `No subscription has the id ${request.subscription_id}.`)
    if (!found.enabled)
      fail(
        'invalid_field',
        `The subscription ${found.id} is disabled.`,
        'Enable it with PATCH /api/v0.1/webhooks/{id}, or name another.',
      )
    return found
  }

  /** Makes `count` events of one name and their deliveries. Refuses before anything is written; only what changes meanwhile may end it half-way. */
  return async function trigger(request: TriggerRequest): Promise<Triggered> {
    const name = eventNamed(request.event)
    const { schema, build } = kindOf(name)
    if (request.payload && !request.force) checkPayload(schema, request.payload)
    const fault = request.fault === undefined ? undefined : parseFault(request.fault).text
    const fakerFor = await loadFaker()

    function one(tx: Transaction) {
      const occurredAt = clock.now()
      const base =
        request.payload ?? build({ occurredAt: toIsoOffset(occurredAt), fake: fakerFor(ids.fakerSeed()) })
      const payload = overridden(base, { schema, set: request.set ?? {}, force: request.force })
      return emitter.emit(tx, {
        event: name,
        payload,
        source: 'trigger',
        runId: null,
        occurredAt,
        to: subscriptionOf(request),
        fault,
      })
    }

    const result: Triggered = { counts: { events: 0, deliveries: 0 }, events: [], deliveries: [] }
    for (let left = request.count; left > 0; left -= batch) {
      const made = await writer.write((tx) => Array.from({ length: Math.min(left, batch) }, () => one(tx)))
      result.counts.events += made.length
      result.counts.deliveries += made.reduce((sum, { deliveries }) => sum + deliveries.length, 0)
      if (request.count > listedAtMost) continue
      result.events.push(...made.map(({ event }) => event))
      result.deliveries.push(...made.flatMap(({ deliveries }) => deliveries.map(deliveryWire)))
    }
    return result
  }
}
export type Trigger = ReturnType<typeof createTrigger>
