import type { Counters } from '../database/counters.ts'
import type { Settings } from '../database/facts.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { Outside } from '../outside.ts'
import type { Clock as ClockWire } from '../wire.ts'
import { toIso, toIsoOrNull } from '../words/time.ts'
import { type Clock, wallState } from './clock.ts'
import { together, type Work } from './timed.ts'

export interface ClockOrder {
  mode?: 'real' | 'manual' | undefined
  speed?: number | undefined
  /** ms */
  advance?: number | undefined
  /** µs since the epoch */
  set?: number | undefined
}
export type ClockAnswer = { clock: ClockWire } & ({ settled: true } | { settled: false; waiting: Waiting })

/** Why an order did not come to its end. */
interface Waiting {
  /** Under way. */
  attempts: number
  /** The time that was asked for; the clock has not come to it where something is due before. */
  target: string
  /** What is due next on the way there, null where nothing is. */
  due: { kind: NonNullable<ClockWire['next_kind']>; at: string } | null
}

/** How long an order waits for what fell due to settle, in ms of real time. */
const patienceMs = 30_000

/** A clock that was never moved is a little off the wall's, too. µs */
const noticeable = 1_000_000

/** Carries out orders to the clock, one after the other. */
export function createClockControl(needs: {
  clock: Clock
  counters: Counters
  outside: Outside
  writer: Writer
  settings: Settings
  /** In the order in which what is due at the same time is done. */
  work: Work
}) {
  const { clock, counters, outside, writer, settings } = needs
  const work = together(clock, Object.values(needs.work))
  let queue: Promise<unknown> = Promise.resolve()
  /** Given up by a reset: all orders there are, and a new life for those to come. */
  let life = createLife()
  /** Where the order or the run under way leads, µs. */
  let movingTo: number | null = null

  function wire(): ClockWire {
    const { mode, speed } = clock.state()
    const next = work.nextDue()
    const kinds = Object.entries(needs.work)
    const [kind = null] = kinds.find(([, timed]) => next !== null && timed.nextDue() === next) ?? []
    return {
      mode,
      now: toIso(clock.now()),
      speed,
      next_due: toIsoOrNull(next),
      next_kind: kind as ClockWire['next_kind'],
      moving_to: toIsoOrNull(movingTo),
    }
  }

  /** Written down at every move, so that a sandbox killed on the way comes back to a clock that is not behind its records. */
  function moveTo(time: number) {
    clock.moveTo(time)
    // What cannot be written on the way is told at the end of the order.
    save().catch(() => {})
  }

  const save = () =>
    writer.write((tx) => {
      settings.set('clock', JSON.stringify(clock.state()))
      const moved = wire()
      tx.announce('clock', () => moved)
    })

  /** Moves the clock without going through the time between. */
  function jump(move: () => void) {
    const before = clock.now()
    move()
    const by = clock.now() - before
    if (by !== 0) work.jumped(by)
  }

  function setMode(order: ClockOrder) {
    const state = clock.state()
    const mode = order.mode ?? state.mode
    // What was said to one that stands counts once it runs; the speed of one that runs ends with the next mode.
    const speed = order.speed ?? (state.mode === 'manual' ? state.speed : 1)
    if (order.mode === 'real') jump(() => clock.change({ ...wallState(outside), speed }))
    else clock.change({ mode, speed, base: clock.now(), wall: outside.wallTime() })
  }

  /**
   * Goes from one due time to the next until `target`, letting all that is due settle at each. Time stands in between.
   * Out of patience it stops where it is, unless nothing is due on the rest of the way. Only where attempts hang and nothing
   * else has happened all the time does it go past them: what is due on the way comes at the end of it then.
   * @param isOver whether to go no further
   * @returns whether it came to the target and all has settled
   */
  async function travel(target: number, { isOver, whenOver }: Life) {
    let patient = true
    let stopWaiting = () => {}
    const outOfPatience = new Promise<void>((resolve) => {
      const forget = whenOver(resolve)
      const cancel = outside.after(patienceMs, () => {
        patient = false
        resolve()
      })
      stopWaiting = () => {
        forget()
        cancel()
      }
    })
    const settle = () => Promise.race([work.settled(), outOfPatience])
    const newest = counters.current('seq')
    const hangs = () => work.underWay() > 0 && counters.current('seq') === newest
    const goOn = clock.stand()
    movingTo = target
    try {
      await settle()
      while (patient && !isOver()) {
        const due = work.nextDue()
        if (due === null || due > target) break
        if (due > clock.now()) moveTo(due)
        await settle()
      }
      if (clock.now() < target && !isOver() && (!isDueBy(target) || hangs())) clock.moveTo(target)
    } finally {
      stopWaiting()
      goOn()
      movingTo = null
    }
    return patient && !isOver()
  }

  const isDueBy = (time: number) => (work.nextDue() ?? Number.POSITIVE_INFINITY) <= time

  function waitingUntil(target: number): Waiting {
    const { next_due, next_kind } = wire()
    const due = next_due !== null && next_kind !== null && isDueBy(target)
    return {
      attempts: work.underWay(),
      target: toIso(target),
      due: due ? { kind: next_kind, at: next_due } : null,
    }
  }

  async function carryOut(order: ClockOrder, mine: Life): Promise<ClockAnswer> {
    const isOver = () => work.stopped() || mine.isOver()
    if (!isOver() && (order.mode !== undefined || order.speed !== undefined)) setMode(order)
    const start = clock.now()
    const target = (order.set ?? start) + (order.advance ?? 0) * 1000
    if (target < start && !isOver()) jump(() => clock.moveTo(target))
    const settled =
      target >= start && (order.set !== undefined || order.advance !== undefined)
        ? await travel(target, { isOver, whenOver: mine.whenOver })
        : !isOver()
    if (!isOver()) {
      work.rested()
      await save()
    }
    const told = { clock: wire() }
    return settled ? { ...told, settled } : { ...told, settled, waiting: waitingUntil(target) }
  }

  return {
    /** The clock as it is told: its time, and what is due next. */
    wire,
    /**
     * Fulfilled when everything that fell due on the way has settled, or after 30 s with what still waits: the clock then
     * stands before what is due and was not done.
     */
    order(order: ClockOrder): Promise<ClockAnswer> {
      const mine = queue.then(carryOut.bind(null, order, life))
      queue = mine.catch(() => {})
      return mine
    },
    /**
     * Goes on to a time, through all that falls due on the way, and never back: where the time has passed, all that is due settles.
     * Goes no further once `isOver`. Where much is due it takes its time; orders get their turn in between.
     */
    async reach(time: number, isOver: () => boolean): Promise<void> {
      const mine = life
      const ended = () => work.stopped() || mine.isOver() || isOver()
      do {
        const going = queue.then(async () => {
          const start = clock.now()
          if (!ended()) await travel(Math.max(time, start), { isOver: ended, whenOver: mine.whenOver })
          if (clock.now() !== start && !work.stopped() && !mine.isOver()) await save()
        })
        queue = going.catch(() => {})
        await going
      } while (clock.now() < time && !ended())
    },
    /**
     * Brings a clock that runs back to the wall's time, in the transaction that empties the database, and ends the orders
     * under way: nothing that was due is any more. A clock that stands stays where it is. The answer takes it back.
     */
    restartIn(tx: Transaction): () => void {
      const before = clock.state()
      if (before.mode === 'real' && Math.abs(clock.now() - outside.wallTime()) > noticeable) {
        clock.change({ ...wallState(outside), speed: before.speed })
        settings.set('clock', JSON.stringify(clock.state()))
        const moved = { ...wire(), next_due: null, next_kind: null, moving_to: null }
        tx.announce('clock', () => moved)
      }
      tx.afterCommit(() => {
        life.end()
        life = createLife()
      })
      return () => clock.change(before)
    },
    /** Fulfilled when no order is under way any more. */
    ended: async (): Promise<void> => void (await queue),
  }
}

/** The time between two resets, in which orders are carried out. */
function createLife() {
  let ended = false
  const waiting = new Set<() => void>()
  return {
    isOver: () => ended,
    /** Calls `run` when it ends; the answer forgets that. */
    whenOver(run: () => void): () => void {
      waiting.add(run)
      return () => waiting.delete(run)
    },
    end() {
      ended = true
      for (const run of waiting) run()
    },
  }
}
type Life = Pick<ReturnType<typeof createLife>, 'isOver' | 'whenOver'>
export type ClockControl = ReturnType<typeof createClockControl>
