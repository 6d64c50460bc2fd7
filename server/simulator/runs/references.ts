import { valueAt } from '../../events/overrides.ts'
import { filled } from '../scenarios/references.ts'
import { StepFailure } from './failure.ts'
import { saySiblings } from './matching.ts'

/** What the references of a step stand for: values by the first word, made when they are asked for. */
export type Known = (word: string) => unknown

/** The values of a step with their references replaced; fails naming the key where one leads nowhere. */
export function filledStep(given: Readonly<Record<string, unknown>>, known: Known): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      filled(value, (words, text) => {
        const [first = '', ...path] = words
        const whole = known(first)
        const found = standsFor(whole, path)
        if (found !== undefined) return found
        throw new StepFailure(`${key}: ${text} is not there. ${sayMissing(whole, words)}`)
      }),
    ]),
  )
}

/** `.id` of what has no field of that name is its first that ends in `_id`. */
function standsFor(whole: unknown, path: readonly string[]): unknown {
  const found = valueAt(whole, path)
  if (found !== undefined || path.at(-1) !== 'id') return found
  const owner = valueAt(whole, path.slice(0, -1))
  if (typeof owner !== 'object' || owner === null) return undefined
  const [, id] = Object.entries(owner).find(([name]) => name.endsWith('_id')) ?? []
  return id
}

/** Which word of a path is the first that leads nowhere, and what stands there instead. */
function sayMissing(whole: unknown, [first = '', ...path]: readonly string[]): string {
  if (whole === undefined) return `${first} has kept nothing.`
  const at = path.findIndex((_, i) => valueAt(whole, path.slice(0, i + 1)) === undefined)
  const above = path.slice(0, at)
  const said = saySiblings(valueAt(whole, above), path[at] ?? '')
  return `${[first, ...above].join('.')} has no ${path[at]}: ${said}`.replace(/([^?])$/, '$1.')
}
