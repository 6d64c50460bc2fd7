import { test as always } from 'vitest'

/**
 * A test that takes longer than `npm test` has for it: `npm run test:long` runs it, and so does `npm test -- FILE` for the file
 * that holds it.
 */
export const test: typeof always = process.env.TESTS === 'quick' ? leftOut() : always

/** The test of such a file that stands for the others in `npm test`. */
export const quick = always

/** Takes whatever a test takes, and declares nothing: a skipped test would be counted. */
function leftOut(): typeof always {
  const nothing = () => nothing
  return Object.assign(nothing, { each: nothing, skipIf: nothing }) as unknown as typeof always
}
