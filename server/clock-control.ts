import { type Clock, wallState } from './clock.ts'
import type { Writer } from './database/writer.ts'
import type { Outside } from './outside.ts'
import type { Settings } from './settings.ts'
import { toIso, toIsoOrNull } from './time.ts'
import { together, type Work } from './timed.ts'
import type { Clock as ClockWire } from './wire.ts'

export interface ClockOrder {
  mode?: 'real' | 'manual' | undefined
  speed?: number | undefined
  /** ms */
  advance?: number | undefined
  /** µs since the epoch */
  set?: number | undefined
}
export type ClockAnswer = { clock: ClockWire } & (
  | { settled: true }
  | { settled: false; waiting: { attempts: number } }
)

/** How long an order waits for what fell due to settle, in ms of real time. */
const patienceMs = 30_000

/** Carries out orders to the clock, one after the other. */
export function createClockControl(needs: {
  clock: Clock
  outside: Outside
  writer: Writer
  settings: Settings
  /** In the order in which what is due at the same time is done. */
  work: Work
}) {
  const { clock, outside, writer, settings } = needs
  const work = together(clock, Object.values(needs.work))
  let queue: Promise<unknown> = Promise.resolve()

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
    const speed = order.speed ?? (order.mode === 'real' ? 1 : state.speed)
    if (order.mode === 'real') jump(() => clock.change({ ...wallState(outside), speed }))
    else clock.change({ mode, speed, base: clock.now(), wall: outside.wallTime() })
  }

  /**
   * Goes from one due time to the next until `target`, letting all that is due settle at each. Time stands in between.
   * @param isOver whether to go no further
   */
  async function travel(target: number, isOver = work.stopped): Promise<boolean> {
    let patient = true
    let giveUp = () => {}
    const outOfPatience = new Promise<void>((resolve) => {
      giveUp = outside.after(patienceMs, () => {
        patient = false
        resolve()
      })
    })
    const settle = () => Promise.race([work.settled(), outOfPatience])
    const goOn = clock.stand()
    try {
      await settle()
      while (patient && !isOver()) {
        const due = work.nextDue()
        if (due === null || due > target) break
        if (due > clock.now()) moveTo(due)
        await settle()
      }
      if (clock.now() < target && !isOver()) {
        if (patient) clock.moveTo(target)
        else jump(() => clock.moveTo(target))
      }
    } finally {
      giveUp()
      goOn()
    }
    return patient
  }

  async function carryOut(order: ClockOrder): Promise<ClockAnswer> {
    if (order.mode !== undefined || order.speed !== undefined) setMode(order)
    const start = clock.now()
    const target = (order.set ?? start) + (order.advance ?? 0) * 1000
    if (target < start) jump(() => clock.moveTo(target))
    const settled =
      target >= start && (order.set !== undefined || order.advance !== undefined)
        ? await travel(target)
        : true
    if (!work.stopped()) {
      work.rested()
      await save()
    }
    const told = { clock: wire() }
    return settled ? { ...told, settled } : { ...told, settled, waiting: { attempts: work.underWay() } }
  }

  return {
    /** The clock as it is told: its time, and what is due next. */
    wire,
    /** Fulfilled when everything that fell due on the way has settled, or after 30 s with what still waits. */
    order(order: ClockOrder): Promise<ClockAnswer> {
      const mine = queue.then(() => carryOut(order))
      queue = mine.catch(() => {})
      return mine
    },
    /**
     * Goes on to a time, through all that falls due on the way, and never back: where the time has passed, all that is due settles.
     * Goes no further once `isOver`.
     */
    reach(time: number, isOver: () => boolean): Promise<void> {
      const mine = queue.then(async () => {
        const ended = () => work.stopped() || isOver()
        const start = clock.now()
        if (!ended()) await travel(Math.max(time, start), ended)
        if (clock.now() !== start && !work.stopped()) await save()
      })
      queue = mine.catch(() => {})
      return mine
    },
    /** Fulfilled when no order is under way any more. */
    ended: async (): Promise<void> => void (await queue),
  }
}
export type ClockControl = ReturnType<typeof createClockControl>
