import type { Clock } from '../../clock/clock.ts'
import type { Timed } from '../../clock/timed.ts'
import type { Settings } from '../../database/facts.ts'
import type { Ids } from '../../database/ids.ts'
import type { Transaction, Writer } from '../../database/writer.ts'
import type { DeliveryStore } from '../../delivery/store.ts'
import { toFailure } from '../../failures.ts'
import type { Bus } from '../../live/bus.ts'
import type { Outside } from '../../outside.ts'
import type { Trigger } from '../trigger/trigger.ts'
import { createMeter } from './meter.ts'
import { type Mix, mixOf } from './mix.ts'
import { choiceOf } from './schedule.ts'
import {
  begun,
  createTrafficStore,
  dueAt,
  ended,
  isOver,
  stepped,
  type TrafficPlan,
  type TrafficState,
} from './state.ts'
import { createTeller } from './tell.ts'

/** Events made in one transaction, and how long one may take in ms, so that many that are due together hold up nobody for long. */
const batch = 250
const batchMs = 20
/** The rest between two such transactions, in which deliveries that are open get their turn. Real time, ms. */
const turnMs = 10
/** How long to rest after events could not be written, such as on a full disk. Real time, ms. */
const troubleRestMs = 1000

export interface TrafficNeeds {
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  bus: Bus
  settings: Settings
  deliveries: DeliveryStore
  trigger: Trigger
  onTrouble(error: unknown): void
}

/**
 * Keeps events coming. What is to come stands in the database and is read there by each transaction; here is a copy of it,
 * for the clock and for whoever asks.
 */
export function createTraffic(needs: TrafficNeeds) {
  const { clock, outside, ids, writer, trigger, onTrouble } = needs
  const store = createTrafficStore(needs.settings)
  let current = store.read()
  let mix: { of: string; mix: Mix } | undefined
  let working: Promise<void> | undefined
  let stopped = false
  /** Cuts a turn that is left to others. */
  let endRest = () => {}
  const meter = createMeter({ ...needs, onChange: () => teller.changed() })
  meter.begin(current)
  const teller = createTeller({
    ...needs,
    meter,
    current: () => current,
    write: () => void writer.write((tx) => keep(tx, stored(), 'tell')).catch(onTrouble),
  })
  const alarm = clock.alarm(wake)

  const dueNow = () => {
    const due = current && dueAt(current)
    return due !== null && due <= clock.now()
  }

  /** As it stands in the database, with what is counted here and moved along with the clock. */
  function stored(): TrafficState | null {
    const state = store.read()
    return state && state.id === current?.id ? { ...state, ...meter.ends(), origin: current.origin } : state
  }

  /** Writes it down, and tells of it if that is due. */
  function keep(tx: Transaction, state: TrafficState | null, tell?: 'tell') {
    store.write(state)
    if (tell) teller.tellIn(tx, state)
    tx.afterCommit(() => {
      if (state?.id !== current?.id) meter.begin(state)
      current = state
    })
  }

  function mixFor({ id, events }: TrafficState): Mix {
    if (mix?.of !== id) mix = { of: id, mix: mixOf(events) }
    return mix.mix
  }

  /**
   * Makes the event of the next arrival; the numbers of its deliveries, `refused` by the world, or `gone` where the subscription is, so
   * that none could ever be made again.
   */
  function makeOne(tx: Transaction, state: TrafficState, occurredAt: number): number[] | 'refused' | 'gone' {
    const event = mixFor(state).choose(choiceOf(state.seed, state.next))
    const { subscriptionId, fault } = state
    const request = { event, subscription_id: subscriptionId ?? undefined, fault: fault ?? undefined }
    try {
      const { deliveries } = trigger.fireIn(tx, request, { source: 'traffic', runId: state.id, occurredAt })
      return deliveries.map(({ seq }) => seq)
    } catch (error) {
      const { code } = toFailure(error)
      if (code === 'storage') throw error
      if (code === 'internal') tx.afterCommit(() => onTrouble(error))
      return code === 'subscription_unknown' ? 'gone' : 'refused'
    }
  }

  /** Makes what is due, in order, each at its own time. */
  function makeDue(tx: Transaction) {
    let state = stored()
    const seqs: number[] = []
    const before = state?.sent ?? 0
    const began = outside.elapsed()
    for (let count = 0; state !== null && count < batch; count++) {
      if (count > 0 && outside.elapsed() - began > batchMs) break
      const due = dueAt(state)
      if (due === null || due > clock.now()) break
      if (isOver(state)) {
        state = ended(state, clock.now())
        break
      }
      const made = makeOne(tx, state, due)
      if (made === 'gone') {
        state = ended(state, clock.now())
        break
      }
      const isRefused = made === 'refused'
      if (!isRefused) seqs.push(...made)
      const late = Math.round((clock.now() - due) / clock.state().speed) / 1000
      state = {
        ...state,
        ...stepped(state),
        sent: state.sent + (isRefused ? 0 : 1),
        refused: state.refused + (isRefused ? 1 : 0),
        deliveries: state.deliveries + (isRefused ? 0 : made.length),
        lagMs: { last: late, max: Math.max(state.lagMs.max, late) },
      }
      if (state.next === state.count) state = ended(state, clock.now())
    }
    if (state === null) return
    const sent = state.sent - before
    keep(tx, state, state.running ? undefined : 'tell')
    tx.afterCommit(() => {
      meter.made(sent, seqs)
      if (state.running) teller.changed()
    })
  }

  /** Whether the clock runs by itself: on one that is moved nothing may hang on real time. */
  const isFree = () => clock.state().mode === 'real' && !clock.isMoved()

  /** Leaves the others a turn. */
  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = outside.after(turnMs, done)
      function done() {
        cancel()
        endRest = () => {}
        resolve()
      }
      endRest = done
    })
  }

  async function drain() {
    while (!stopped) {
      try {
        await trigger.ready()
        if (!dueNow()) return
        await writer.write(makeDue)
        if (dueNow() && meter.open() > 0 && isFree()) await rest()
      } catch (error) {
        onTrouble(error)
        await new Promise<void>((resolve) => void outside.after(troubleRestMs, resolve))
      }
    }
  }

  function wake() {
    if (stopped || working !== undefined) return
    if (!dueNow()) return alarm.set(current && dueAt(current))
    working = drain().finally(() => {
      working = undefined
      // What was begun in the meantime found it still working.
      wake()
    })
    working.catch(onTrouble)
  }

  const timed: Timed = {
    nextDue: () => current && dueAt(current),
    underWay: () => 0,
    stopped: () => stopped,
    async settled() {
      while (!stopped && dueNow()) {
        wake()
        endRest()
        await working
      }
    },
    rested: () => teller.rested(),
    jumped(by) {
      if (!current?.running) return
      current = { ...current, origin: current.origin + by }
      writer.write((tx) => keep(tx, stored())).catch(onTrouble)
      wake()
    },
  }

  return {
    ...timed,
    /** As it is told, counts of this moment included. */
    told: () => teller.wire(current && { ...current, ...meter.ends() }),
    /** Begins one, in place of any before it. What is due at once is made with it. */
    async start(plan: Omit<TrafficPlan, 'seed'> & { seed?: number | undefined }) {
      await trigger.ready()
      return writer.write((tx) => {
        const id = ids.next('trf')
        const seed = plan.seed ?? Math.floor(ids.fractionOf(`traffic:${id}`) * 2 ** 31)
        // After a reset an id comes again.
        mix = undefined
        keep(tx, begun({ ...plan, seed }, { id, now: clock.now() }), 'tell')
        makeDue(tx)
        tx.afterCommit(wake)
      })
    },
    /** Ends it where there is one. */
    end() {
      return writer.write((tx) => {
        const state = stored()
        if (state?.running) keep(tx, ended(state, clock.now()), 'tell')
        tx.afterCommit(wake)
      })
    },
    /** Forgets it, in the transaction that empties the database. */
    forget(tx: Transaction) {
      if (store.read() === null) return
      keep(tx, null, 'tell')
      tx.afterCommit(wake)
    },
    /** Goes on where it was when the sandbox stopped; what would have come meanwhile on the real clock is put off, not made up for. */
    resume(tx: Transaction) {
      const state = stored()
      const missed = state === null ? 0 : clock.now() - (dueAt(state) ?? clock.now())
      if (state !== null && missed > 0 && clock.state().mode === 'real')
        keep(tx, { ...state, origin: state.origin + missed })
      tx.afterCommit(wake)
    },
    /** Makes nothing more, and writes down what is counted. */
    async stop() {
      stopped = true
      endRest()
      alarm.set(null)
      await working
      meter.stop()
      teller.stop()
      if (current) await writer.write((tx) => keep(tx, stored())).catch(onTrouble)
    },
  }
}
export type TrafficControl = ReturnType<typeof createTraffic>
