/** Triggers events in the emulated platform. */
import { failUnknown } from '../../api/unknown-id.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Ids } from '../../database/ids.ts'
import type { Transaction, Writer } from '../../database/writer.ts'
import type { Emitter } from '../../delivery/emit.ts'
import { type DeliveryRecord, deliveryWire } from '../../delivery/record.ts'
import { kindOf } from '../../events/catalogue.ts'
import { type FakerFor, loadFaker } from '../../events/fake.ts'
import { isValidPath, overridden } from '../../events/overrides.ts'
import { fail, failField, toFailure } from '../../failures.ts'
import { parseFault } from '../../faults/grammar.ts'
import type { Acts } from '../../platform/acts/acts.ts'
import type { SubscriptionRecord } from '../../subscriptions/record.ts'
import type { SubscriptionStore } from '../../subscriptions/store.ts'
import { type DeliveryRow, type Event, type EventSource, firedAtMost } from '../../wire.ts'
import { call, said } from '../../words/act.ts'
import { plural } from '../../words/plural.ts'
import { toIsoOffset } from '../../words/time.ts'
import { type OneRequest, type PlannedEvent, planOf } from './trigger-plan.ts'

export type { OneRequest } from './trigger-plan.ts'

/** The request to trigger events. */
export interface TriggerRequest extends OneRequest {
  count: number
}
export interface Triggered {
  counts: { events: number; deliveries: number }
  /** Empty above {@link listedAtMost} events. */
  events: Event[]
  deliveries: DeliveryRow[]
}
/** On whose behalf events are triggered. */
export interface FiredBy {
  source: EventSource
  /** The id of the run or traffic, or null. */
  runId: string | null
  /** Only its subscriptions get the events, and only its objects take part. */
  identity?: string | undefined
}
/** The options of a trigger. */
interface Firing {
  request: OneRequest
  by: FiredBy
  now(): number
  /** Its canonical text, or undefined. */
  fault: string | undefined
}
/** The results of one request, in order. */
interface Fired {
  events: Event[]
  deliveries: DeliveryRecord[]
}

const byHand: FiredBy = { source: 'trigger', runId: null }
const listedAtMost = 1000
/** The most events in one transaction, so that a large count delays nobody for long. */
const batch = 10

/** Triggers events: each happens in the emulated platform, and is emitted like the effect of a call. */
export function createTrigger(needs: {
  config: Config
  clock: Clock
  ids: Ids
  writer: Writer
  emitter: Emitter
  subscriptions: SubscriptionStore
  acts: Acts
  /** See the engine. */
  steadily<T>(work: () => Promise<T>): Promise<T>
}) {
  const { config, clock, ids, writer, emitter, subscriptions, acts } = needs
  let fakerFor: FakerFor | undefined
  let resets = 0

  async function ready() {
    fakerFor ??= await loadFaker(config.locale)
  }

  function subscriptionOf({ subscription_id: id }: OneRequest): SubscriptionRecord | undefined {
    if (id === undefined) return undefined
    const found = subscriptions.find(id) ?? failUnknown('subscription_unknown', id)
    if (!found.enabled)
      fail(
        'invalid_field',
        `The subscription ${found.id} is disabled.`,
        said`Enable it with ${call('changeSubscription', { id: found.id, status: 'enabled' })}, or name another subscription.`,
      )
    return found
  }

  /** Makes an event happen and emits it, with its earlier events if requested. */
  function fire(
    tx: Transaction,
    { name, set, given }: PlannedEvent,
    { request, by, fault, now: clockNow }: Firing,
    fired: Fired,
  ) {
    const now = clockNow()
    const to = subscriptionOf(request)
    const force = request.force ?? false
    const { schema, build } = kindOf(name)
    const { source, runId, identity } = by
    function emit(
      event: string,
      at: number,
      payload: Record<string, unknown>,
      fault?: string,
      text?: string,
    ) {
      const happening = { event, payload, text, source, occurredAt: at, runId, to, identity, fault }
      const emitted = emitter.emit(tx, happening)
      fired.events.push(emitted.event)
      fired.deliveries.push(...emitted.deliveries)
    }
    const envelope = (event: string, at: number, domain: Record<string, unknown>) => ({
      event,
      occurred_at: toIsoOffset(at),
      ...domain,
    })

    if (given) return emit(name, now, given.payload, fault, given.text)
    if (!fakerFor) throw new Error('ready() comes before the first event')
    const fake = fakerFor(ids.fakerSeed(), now)
    const brought = acts.bring(tx, { name, set, force, fake, now, runId, identity: identity ?? to?.identity })
    if (brought.kind === 'untouched') {
      const built = build({ occurredAt: toIsoOffset(now), fake })
      const facts = Object.entries(brought.facts).filter(([path]) => isValidPath(schema, path))
      const payload = overridden(built, { schema, set: { ...Object.fromEntries(facts), ...set }, force })
      return emit(name, now, payload, fault)
    }
    const payload = overridden(envelope(name, now, brought.domain), { schema, set, force })
    if (request.with_history)
      for (const { event, at, domain } of brought.before) emit(event, at, envelope(event, at, domain))
    emit(name, now, payload, fault)
  }

  /** Triggers everything that a request names, `times` times, or nothing. */
  function fireAll(tx: Transaction, plan: readonly PlannedEvent[], firing: Firing, times = 1): Fired {
    const fired: Fired = { events: [], deliveries: [] }
    for (let time = 0; time < times; time++) for (const planned of plan) fire(tx, planned, firing, fired)
    return fired
  }

  /** Triggers a request `times` times, in several transactions. A failure tells how many events happened before. */
  async function fireTimes(plan: readonly PlannedEvent[], firing: Firing, times: number) {
    const result: Triggered = { counts: { events: 0, deliveries: 0 }, events: [], deliveries: [] }
    const resetsBefore = resets
    const fireSome = (some: number) =>
      writer
        .write((tx) => {
          if (resets !== resetsBefore)
            fail('sandbox_reset', 'The sandbox was reset before all events of this request had happened.')
          return fireAll(tx, plan, firing, some)
        })
        .catch((error) => {
          const failure = toFailure(error)
          const { events } = result.counts
          if (events === 0 || failure.code === 'internal' || failure.code === 'sandbox_reset') throw error
          throw failure.after(`Before that, ${plural(events, 'event', 'events')} of this request happened.`)
        })
    const perBatch = Math.max(1, Math.floor(batch / plan.length))
    for (let left = times; left > 0; left -= perBatch) {
      const { events, deliveries } = await fireSome(Math.min(left, perBatch))
      result.counts.events += events.length
      result.counts.deliveries += deliveries.length
      if (result.counts.events > listedAtMost) continue
      result.events.push(...events)
      result.deliveries.push(...deliveries.map(deliveryWire))
    }
    if (result.counts.events > listedAtMost) Object.assign(result, { events: [], deliveries: [] })
    return result
  }

  const faultOf = ({ fault }: OneRequest) => (fault === undefined ? undefined : parseFault(fault).text)

  return {
    /** Loads the data for random values. Must come before {@link fireIn}. */
    ready,
    /** Ends the requests under way, whose records are gone. */
    forgetIn(tx: Transaction) {
      resets++
      tx.ifUndone(() => resets--)
    },
    /**
     * Triggers a request `count` times. Refuses before any change. Only a change meanwhile, or an object that allows fewer
     * events, can end it half-way.
     */
    async trigger(request: TriggerRequest, by: FiredBy = byHand): Promise<Triggered> {
      const plan = planOf(request)
      if (plan.length * request.count > firedAtMost)
        failField(
          'count',
          `${request.count} times ${plan.length} events is more than ${firedAtMost}`,
          `Use at most ${Math.floor(firedAtMost / plan.length)}.`,
        )
      const fault = faultOf(request)
      if (!request.payload) await ready()

      const firing: Firing = { request, by, now: clock.now, fault }
      return needs.steadily(() => fireTimes(plan, firing, request.count))
    },
    /** Triggers a request inside a transaction. Throws the refusal, with nothing done. */
    fireIn(tx: Transaction, request: OneRequest, by: FiredBy & { occurredAt?: number | undefined }): Fired {
      const { occurredAt: now = clock.now() } = by
      const plan = planOf(request)
      const fault = faultOf(request)
      return tx.undoable(() => fireAll(tx, plan, { request, by, now: () => now, fault }))
    },
  }
}
export type Trigger = ReturnType<typeof createTrigger>
