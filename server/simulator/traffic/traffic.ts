/** Creates simulated traffic. */
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

/** The most events in one transaction, and its longest time in ms, so that many due events delay nobody for long. */
const batch = 250
const batchMs = 20
/** The pause between two such transactions, in which deliveries get their turn. Real time, ms. */
const turnMs = 10
/** The pause after a storage error, such as a full disk. Real time, ms. */
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
 * Creates events continuously. The state is in the database, and each transaction reads it there. Memory has a copy for the
 * clock and for requests.
 */
export function createTraffic(needs: TrafficNeeds) {
  const { clock, outside, ids, writer, trigger, onTrouble } = needs
  const store = createTrafficStore(needs.settings)
  let current = store.read()
  let mix: { of: string; mix: Mix } | undefined
  let working: Promise<void> | undefined
  let stopped = false
  /** Ends a pause early. */
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

  /** The stored state, with the counts in memory, moved along with the clock. */
  function stored(): TrafficState | null {
    const state = store.read()
    return state && state.id === current?.id ? { ...state, ...meter.ends(), origin: current.origin } : state
  }

  /** Stores the state, and announces it if due. */
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
   * Creates the event of the next arrival. Returns its deliveries' numbers, `refused` by the platform, or `gone` if the
   * subscription was removed and no event is possible.
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

  /** Creates the due events, in order, each at its own time. */
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

  /** Whether the clock runs by itself. While it is moved, nothing may depend on real time. */
  const isFree = () => clock.state().mode === 'real' && !clock.isMoved()

  /** Pauses for a turn of other work. */
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
      // Work that began meanwhile found it still running.
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
    /** The traffic for a response, with current counts. */
    told: () => teller.wire(current && { ...current, ...meter.ends() }),
    /** Starts a traffic in place of the current one, with the events due at once. */
    async start(plan: Omit<TrafficPlan, 'seed'> & { seed?: number | undefined }) {
      await trigger.ready()
      return writer.write((tx) => {
        const id = ids.next('trf')
        const seed = plan.seed ?? Math.floor(ids.fractionOf(`traffic:${id}`) * 2 ** 31)
        // After a reset an id may occur again.
        mix = undefined
        keep(tx, begun({ ...plan, seed }, { id, now: clock.now() }), 'tell')
        makeDue(tx)
        tx.afterCommit(wake)
      })
    },
    /** Ends the traffic, if there is one. */
    end() {
      return writer.write((tx) => {
        const state = stored()
        if (state?.running) keep(tx, ended(state, clock.now()), 'tell')
        tx.afterCommit(wake)
      })
    },
    /** Removes the traffic in the transaction that empties the database. */
    forget(tx: Transaction) {
      if (store.read() === null) return
      keep(tx, null, 'tell')
      tx.afterCommit(wake)
    },
    /** Resumes where the sandbox stopped. Arrivals that the real clock missed are delayed and not made up for. */
    resume(tx: Transaction) {
      const state = stored()
      const missed = state === null ? 0 : clock.now() - (dueAt(state) ?? clock.now())
      if (state !== null && missed > 0 && clock.state().mode === 'real')
        keep(tx, { ...state, origin: state.origin + missed })
      tx.afterCommit(wake)
    },
    /** Creates no more events, and stores the counts. */
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
