import { type Clock, wallState } from './clock.ts'
import type { Writer } from './database/writer.ts'
import type { Outside } from './outside.ts'
import type { Settings } from './settings.ts'
import { toIso } from './time.ts'
import type { Clock as ClockWire } from './wire.ts'

/** Whatever has things to do at times of the sandbox's clock. */
export interface Timed {
  /** The earliest time at which it has something to do, or null. */
  nextDue(): number | null
  /** Fulfilled when nothing is under way and nothing is due now. */
  settled(): Promise<void>
  underWay(): number
  /** Whether it does nothing any more, whatever is due. */
  stopped(): boolean
}

/** Two as one. The first has all it has to do done before the second is asked, since it may make work for it. */
export function together(clock: Clock, first: Timed, second: Timed): Timed {
  const nextDue = () => {
    const times = [first.nextDue(), second.nextDue()].filter((time) => time !== null)
    return times.length > 0 ? Math.min(...times) : null
  }
  return {
    nextDue,
    async settled() {
      // What the second did may have made work for the first.
      do {
        await first.settled()
        await second.settled()
      } while (!first.stopped() && (first.nextDue() ?? Number.POSITIVE_INFINITY) <= clock.now())
    },
    underWay: () => first.underWay() + second.underWay(),
    stopped: () => first.stopped() || second.stopped(),
  }
}

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

export const clockWire = (clock: Clock): ClockWire => {
  const { mode, speed } = clock.state()
  return { mode, now: toIso(clock.now()), speed }
}

/** Carries out orders to the clock, one after the other. */
export function createClockControl(needs: {
  clock: Clock
  outside: Outside
  writer: Writer
  settings: Settings
  work: Timed
}) {
  const { clock, outside, writer, settings, work } = needs
  let queue: Promise<unknown> = Promise.resolve()

  /** Written down at every move, so that a sandbox killed on the way comes back to a clock that is not behind its records. */
  async function moveTo(time: number) {
    clock.change({ ...clock.state(), base: time, wall: outside.wallTime() })
    // What cannot be written on the way is told at the end of the order.
    await save().catch(() => {})
  }

  const save = () =>
    writer.write((tx) => {
      settings.set('clock', JSON.stringify(clock.state()))
      const moved = clockWire(clock)
      tx.announce('clock', () => moved)
    })

  function setMode(order: ClockOrder) {
    const state = clock.state()
    const mode = order.mode ?? state.mode
    const speed = order.speed ?? (order.mode === 'real' ? 1 : state.speed)
    if (order.mode === 'real') clock.change({ ...wallState(outside), speed })
    else clock.change({ mode, speed, base: clock.now(), wall: outside.wallTime() })
  }

  /** Goes from one due time to the next until `target`, letting all that is due settle at each. */
  async function travel(target: number): Promise<boolean> {
    let patient = true
    let giveUp = () => {}
    const outOfPatience = new Promise<void>((resolve) => {
      giveUp = outside.after(patienceMs, () => {
        patient = false
        resolve()
      })
    })
    const settle = () => Promise.race([work.settled(), outOfPatience])
    await settle()
    while (patient && !work.stopped()) {
      const due = work.nextDue()
      if (due === null || due > target) break
      if (due > clock.now()) await moveTo(due)
      await settle()
    }
    giveUp()
    if (clock.now() < target && !work.stopped()) await moveTo(target)
    return patient
  }

  async function carryOut(order: ClockOrder): Promise<ClockAnswer> {
    if (order.mode !== undefined || order.speed !== undefined) setMode(order)
    const start = clock.now()
    const target = (order.set ?? start) + (order.advance ?? 0) * 1000
    if (target < start) await moveTo(target)
    const settled =
      target >= start && (order.set !== undefined || order.advance !== undefined)
        ? await travel(target)
        : true
    if (!work.stopped()) await save()
    const told = { clock: clockWire(clock) }
    return settled ? { ...told, settled } : { ...told, settled, waiting: { attempts: work.underWay() } }
  }

  return {
    /** Fulfilled when everything that fell due on the way has settled, or after 30 s with what still waits. */
    order(order: ClockOrder): Promise<ClockAnswer> {
      const mine = queue.then(() => carryOut(order))
      queue = mine.catch(() => {})
      return mine
    },
    /** Fulfilled when no order is under way any more. */
    ended: async (): Promise<void> => void (await queue),
  }
}
export type ClockControl = ReturnType<typeof createClockControl>
