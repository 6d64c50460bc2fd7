/** What the sandbox says about its clock: how far the clock is from the wall clock, and what moves the clock. */
import { duration } from './duration.ts'

/** A clock that was never moved is a little off the wall clock, too. */
const noticeableMs = 1000

/** `3 d ahead of the wall clock`; undefined for a clock that shows the wall clock's time. */
export function clockOffset(ms: number): string | undefined {
  if (Math.abs(ms) < noticeableMs) return undefined
  return `${duration(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} the wall clock`
}

/** What is said before a run that moves the clock: `subject` is the scenario, or several. */
export const movesClock = (subject: string): string =>
  `The waits of ${subject} move the sandbox's clock ahead, for every client. The clock is set back when the run ends.`
