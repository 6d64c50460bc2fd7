import { valueAt } from '../../events/overrides.ts'
import { keysIn } from '../../words/json-path.ts'
import { nearest } from '../../words/nearest.ts'
import { fitsPattern } from '../../words/pattern.ts'

/** A value that is not as it was expected. */
export interface Mismatch {
  path: string
  wanted: unknown
  /** undefined where there is nothing at the path. */
  actual: unknown
}

/**
 * The expectations that a value does not meet, by dotted path. In text `*` stands for any run of characters; a number and its digits are the
 * same; null is met by null, not by what is not there; of a map only what is expected is looked at.
 */
export const mismatches = (value: unknown, expected: Readonly<Record<string, unknown>>): Mismatch[] =>
  Object.entries(expected).flatMap(([path, wanted]) => {
    const actual = valueAt(value, keysIn(path))
    return meets(actual, wanted) ? [] : [{ path, wanted, actual }]
  })

function meets(actual: unknown, wanted: unknown): boolean {
  if (wanted === null) return actual === null
  if (Array.isArray(wanted))
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((one, i) => meets(actual[i], one))
    )
  if (typeof wanted === 'object')
    return (
      typeof actual === 'object' &&
      actual !== null &&
      mismatches(actual, wanted as Record<string, unknown>).length === 0
    )
  if (actual === null || actual === undefined || typeof actual === 'object') return false
  return typeof wanted === 'string' ? fitsPattern(wanted, String(actual)) : String(wanted) === String(actual)
}

const say = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** `state is failed, not succeeded` */
export const sayMismatch = ({ path, wanted, actual }: Mismatch): string =>
  `${path} is ${actual === undefined ? 'not there' : say(actual)}, not ${say(wanted)}`

/** The names in a value, and the one that may have been meant. */
export function saySiblings(value: unknown, word: string): string {
  if (typeof value !== 'object' || value === null) return 'it holds no fields'
  const names = Object.keys(value)
  const close = nearest(word, names)
  return close ? `did you mean ${close}?` : `it holds ${names.slice(0, 20).join(', ') || 'nothing'}`
}
