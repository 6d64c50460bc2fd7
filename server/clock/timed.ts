/** What parts with scheduled work offer to the clock. */
import type { dueKinds } from '../wire.ts'
import type { Clock } from './clock.ts'

/** A part with work at times of the sandbox's clock. */
export interface Timed {
  /** The earliest time of its next work, or null. */
  nextDue(): number | null
  /** Fulfilled when no work is under way and none is due. */
  settled(): Promise<void>
  underWay(): number
  /** Whether it has stopped working, whatever is due. */
  stopped(): boolean
  /**
   * Called when the clock was set by `by` microseconds without passing through the time between. Dated work keeps its date,
   * periodic work moves along.
   */
  jumped?(by: number): void
  /** Called after an order that may have moved the clock. */
  rested?(): void
}

/** The parts with scheduled work, by kind. */
export type Work = Record<(typeof dueKinds)[number], Timed>

/** Several parts as one. Each finishes its due work before the next is asked, since it may create work for the next. */
export function together(clock: Clock, all: readonly Timed[]): Required<Timed> {
  const isDue = (one: Timed) => (one.nextDue() ?? Number.POSITIVE_INFINITY) <= clock.now()
  const stopped = () => all.some((one) => one.stopped())
  return {
    nextDue() {
      const times = all.map((one) => one.nextDue()).filter((time) => time !== null)
      return times.length > 0 ? Math.min(...times) : null
    },
    async settled() {
      // Later parts may have created work for earlier ones.
      do for (const one of all) await one.settled()
      while (!stopped() && all.slice(0, -1).some(isDue))
    },
    underWay: () => all.reduce((sum, one) => sum + one.underWay(), 0),
    stopped,
    jumped(by) {
      for (const one of all) one.jumped?.(by)
    },
    rested() {
      for (const one of all) one.rested?.()
    },
  }
}
