import { test as always, describe as together } from 'vitest'

/**
 * A test that takes longer than `npm test` has for it: `npm run test:long` runs it, and so does `npm test -- FILE` for the file
 * that holds it.
 */
export const test: typeof always = process.env.TESTS === 'quick' ? leftOut() : always

/** A group that has long tests only. */
export const describeLong: typeof together = process.env.TESTS === 'quick' ? leftOut() : together

/** The test of such a file that stands for the others in `npm test`. */
export const quick = always

/** How often a row of a table is tried, or which rows: few in `npm test`, all in `npm run test:long`. */
export const sample = <T>(few: T, many: T): T => (process.env.TESTS === 'quick' ? few : many)

/** Takes whatever a test takes, and declares nothing: a skipped test would be counted. */
function leftOut<Form>(): Form {
  const nothing = () => nothing
  return Object.assign(nothing, { each: nothing, skipIf: nothing }) as unknown as Form
}
