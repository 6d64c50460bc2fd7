/** Carries out orders to the clock, and waits for the work that falls due. Over 300 lines: orders, loans to runs and waits share one queue. */
import type { Counters } from '../database/counters.ts'
import type { Settings } from '../database/facts.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { Outside } from '../outside.ts'
import type { Clock as ClockWire } from '../wire.ts'
import { toIso, toIsoOrNull } from '../words/time.ts'
import { type Clock, type ClockState, wallState } from './clock.ts'
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

/** Why an order did not reach its end. */
interface Waiting {
  /** Attempts under way. */
  attempts: number
  /** The time that was asked for. The clock has not reached it if other work is due before. */
  target: string
  /** The next work due on the way, or null. */
  due: { kind: NonNullable<ClockWire['next_kind']>; at: string } | null
}

/** How long an order waits for due work to settle, in ms of real time. */
const patienceMs = 30_000

/** The least offset from the wall clock that a reset corrects: even a clock that was never moved is a little off. µs */
const noticeable = 1_000_000

/** What the database keeps of the clock. */
export type SavedClock = ClockState & {
  /** See {@link createClockControl}; a version before has none. */
  lent?: number
}

/** The clock after a restart. The runs that moved it ahead ended with the process, so their move is undone. */
export const restoredClock = ({ lent = 0, ...state }: SavedClock): ClockState => ({
  ...state,
  base: state.base - lent,
})

/** Carries out orders to the clock, one after the other. */
export function createClockControl(needs: {
  clock: Clock
  counters: Counters
  outside: Outside
  writer: Writer
  settings: Settings
  /** Work in the order in which simultaneous work is done. */
  work: Work
}) {
  const { clock, counters, outside, writer, settings } = needs
  const work = together(clock, Object.values(needs.work))
  let queue: Promise<unknown> = Promise.resolve()
  /** A reset ends all existing orders and starts a new life for later ones. */
  let life = createLife()
  /** The target of the order or run under way, µs. */
  let movingTo: number | null = null
  /** The runs that may move the clock. */
  const borrowers = new Set<symbol>()
  /** How far these runs have moved it ahead, µs. The last of them to end gives the time back. */
  let lent = 0

  function wire(): ClockWire {
    const { mode, speed } = clock.state()
    const next = work.nextDue()
    const kinds = Object.entries(needs.work)
    const [kind = null] = kinds.find(([, timed]) => next !== null && timed.nextDue() === next) ?? []
    return {
      mode,
      now: toIso(clock.now()),
      offset_ms: Math.round((clock.now() - outside.wallTime()) / 1000),
      speed,
      next_due: toIsoOrNull(next),
      next_kind: kind as ClockWire['next_kind'],
      moving_to: toIsoOrNull(movingTo),
    }
  }

  function shift(time: number, { lends }: Mover) {
    if (lends) lent += time - clock.now()
    clock.moveTo(time)
  }

  /** Saves every move, so that the clock of a sandbox killed on the way is right after the next start. */
  function moveTo(time: number, mover: Mover) {
    shift(time, mover)
    // The end of the order reports what could not be saved.
    save().catch(() => {})
  }

  const save = () =>
    writer.write((tx) => {
      settings.set('clock', JSON.stringify({ ...clock.state(), lent } satisfies SavedClock))
      const moved = wire()
      tx.announce('clock', () => moved)
    })

  /** Moves the clock without passing through the time between. */
  function jump(move: () => void) {
    const before = clock.now()
    move()
    const by = clock.now() - before
    if (by !== 0) work.jumped(by)
  }

  function setMode(order: ClockOrder) {
    const state = clock.state()
    const mode = order.mode ?? state.mode
    // A speed set on a manual clock applies once it runs. The speed of a running clock ends with the next mode.
    const speed = order.speed ?? (state.mode === 'manual' ? state.speed : 1)
    if (order.mode === 'real') {
      lent = 0
      jump(() => clock.change({ ...wallState(outside), speed }))
    } else clock.change({ mode, speed, base: clock.now(), wall: outside.wallTime() })
  }

  /**
   * Goes from one due time to the next until `target`, and lets all due work settle at each. Time stops in between. Out of
   * patience it stops where it is, unless nothing is due on the rest of the way. Only if attempts hang and nothing else
   * happens does it continue past them; work due on the way is then done at the end.
   * @param isOver whether to stop
   * @returns whether it reached the target and all work has settled
   */
  async function travel(target: number, mover: Mover) {
    const { isOver, whenOver } = mover
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
        if (due > clock.now()) moveTo(due, mover)
        await settle()
      }
      if (clock.now() < target && !isOver() && (!isDueBy(target) || hangs())) shift(target, mover)
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
    if (order.set !== undefined) lent = 0
    const start = clock.now()
    const target = (order.set ?? start) + (order.advance ?? 0) * 1000
    if (target < start && !isOver()) jump(() => clock.moveTo(target))
    const settled =
      target >= start && (order.set !== undefined || order.advance !== undefined)
        ? await travel(target, { isOver, whenOver: mine.whenOver, lends: false })
        : !isOver()
    if (!isOver()) {
      work.rested()
      await save()
    }
    const told = { clock: wire() }
    return settled ? { ...told, settled } : { ...told, settled, waiting: waitingUntil(target) }
  }

  return {
    /** The clock in an API response: its time, and what is due next. */
    wire,
    /**
     * Fulfilled when everything that fell due has settled, or after 30 s with the work that has not. The
     * clock then stays before that work.
     */
    order(order: ClockOrder): Promise<ClockAnswer> {
      const mine = queue.then(carryOut.bind(null, order, life))
      queue = mine.catch(() => {})
      return mine
    },
    /**
     * Lets a run move the clock with {@link reach} until the answer is called. The last run to end sets the clock back by as
     * much as the runs moved it. An order that sets the time, or returns to real time, leaves nothing to give back.
     */
    borrow(): () => Promise<void> {
      const run = Symbol()
      borrowers.add(run)
      const mine = life
      return async () => {
        borrowers.delete(run)
        const giving = queue.then(async () => {
          if (borrowers.size > 0 || lent === 0 || mine.isOver()) return
          const by = lent
          lent = 0
          jump(() => clock.moveTo(clock.now() - by))
          await save()
        })
        queue = giving.catch(() => {})
        await giving
      }
    },
    /**
     * Moves the clock for a run, which has borrowed it, on to a time, through all that falls due on the way, and never back: where the time has passed, all that is due settles.
     * Goes no further once `isOver`. Where much is due it takes its time; orders get their turn in between.
     */
    async reach(time: number, isOver: () => boolean): Promise<void> {
      const mine = life
      const ended = () => work.stopped() || mine.isOver() || isOver()
      do {
        const going = queue.then(async () => {
          const start = clock.now()
          if (!ended())
            await travel(Math.max(time, start), { isOver: ended, whenOver: mine.whenOver, lends: true })
          if (clock.now() !== start && !work.stopped() && !mine.isOver()) await save()
        })
        queue = going.catch(() => {})
        await going
      } while (clock.now() < time && !ended())
    },
    /**
     * Returns a running clock to the wall clock's time, in the transaction that empties the database, and ends the orders
     * under way, since nothing is due any more. A stopped clock only gives back what runs have moved it. The answer undoes this.
     */
    restartIn(tx: Transaction): () => void {
      const before = clock.state()
      const isOff = before.mode === 'real' && Math.abs(clock.now() - outside.wallTime()) > noticeable
      const lentBefore = lent
      if (isOff || lent > 0) {
        clock.change(
          before.mode === 'real'
            ? { ...wallState(outside), speed: before.speed }
            : { ...before, base: before.base - lent },
        )
        lent = 0
        settings.set('clock', JSON.stringify(clock.state()))
        const moved = { ...wire(), next_due: null, next_kind: null, moving_to: null }
        tx.announce('clock', () => moved)
      }
      tx.afterCommit(() => {
        life.end()
        life = createLife()
        borrowers.clear()
      })
      return () => {
        lent = lentBefore
        clock.change(before)
      }
    },
    /** Fulfilled when no order is under way. */
    ended: async (): Promise<void> => void (await queue),
  }
}

/** The time between two resets, in which orders are carried out. */
function createLife() {
  let ended = false
  const waiting = new Set<() => void>()
  return {
    isOver: () => ended,
    /** Calls `run` when the life ends. The returned function removes the call. */
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
/** What moves the clock. A run borrows the time, and an order keeps it. */
type Mover = Life & { lends: boolean }
export type ClockControl = ReturnType<typeof createClockControl>
