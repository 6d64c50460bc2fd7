/** Replaces the references in a step by their values. */
import { valueAt } from '../../events/overrides.ts'
import { filled } from '../scenarios/references.ts'
import { StepFailure } from './failure.ts'
import { saySiblings } from './matching.ts'

/** Looks up the value of a reference's first word when it is needed. */
export type Known = (word: string) => unknown

/** The values of a step with their references replaced. Fails with the key of an invalid reference. */
export function filledStep(given: Readonly<Record<string, unknown>>, known: Known): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      filled(value, (words, text) => {
        const [first = '', ...path] = words
        const whole = known(first)
        const found = standsFor(whole, path)
        if (found !== undefined) return found
        throw new StepFailure(`${key}: ${text} has no value. ${sayMissing(whole, words)}`)
      }),
    ]),
  )
}

/** `.id` of a value without that field is its first field that ends in `_id`. */
function standsFor(whole: unknown, path: readonly string[]): unknown {
  const found = valueAt(whole, path)
  if (found !== undefined || path.at(-1) !== 'id') return found
  const owner = valueAt(whole, path.slice(0, -1))
  if (typeof owner !== 'object' || owner === null) return undefined
  const [, id] = Object.entries(owner).find(([name]) => name.endsWith('_id')) ?? []
  return id
}

/** Says which word of a path is the first without a value, and what exists there. */
function sayMissing(whole: unknown, [first = '', ...path]: readonly string[]): string {
  if (whole === undefined) return `${first} has no result.`
  const at = path.findIndex((_, i) => valueAt(whole, path.slice(0, i + 1)) === undefined)
  const above = path.slice(0, at)
  const said = saySiblings(valueAt(whole, above), path[at] ?? '')
  return `${[first, ...above].join('.')} has no ${path[at]}: ${said}`.replace(/([^?])$/, '$1.')
}
