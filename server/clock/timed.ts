import type { dueKinds } from '../wire.ts'
import type { Clock } from './clock.ts'

/** Whatever has things to do at times of the sandbox's clock. */
export interface Timed {
  /** The earliest time at which it has something to do, or null. */
  nextDue(): number | null
  /** Fulfilled when nothing is under way and nothing is due now. */
  settled(): Promise<void>
  underWay(): number
  /** Whether it does nothing any more, whatever is due. */
  stopped(): boolean
  /**
   * Told when the clock was set `by` so many microseconds without going through the time between. What has a date keeps it;
   * what has a rhythm moves along.
   */
  jumped?(by: number): void
  /** Told when an order that may have moved the clock has been carried out. */
  rested?(): void
}

/** Who has things to do, by what they do. */
export type Work = Record<(typeof dueKinds)[number], Timed>

/** Several as one. Each has all it has to do done before the next is asked, since it may make work for it. */
export function together(clock: Clock, all: readonly Timed[]): Required<Timed> {
  const isDue = (one: Timed) => (one.nextDue() ?? Number.POSITIVE_INFINITY) <= clock.now()
  const stopped = () => all.some((one) => one.stopped())
  return {
    nextDue() {
      const times = all.map((one) => one.nextDue()).filter((time) => time !== null)
      return times.length > 0 ? Math.min(...times) : null
    },
    async settled() {
      // What the later ones did may have made work for those before them.
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
