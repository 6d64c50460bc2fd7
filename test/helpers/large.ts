import { runInNewContext } from 'node:vm'

/** Far more than any machine needs for a second's work, and less than the square of that takes. */
const timeout = 900_000

/**
 * Work on something so large that it ends within a second or so where its time grows with the size, and takes hours where it
 * grows with the square: that is cut off, even in the middle of a regular expression, and fails.
 */
export const endsOnLarge = (work: () => void) => void runInNewContext('work()', { work }, { timeout })
