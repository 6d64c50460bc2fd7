/** Compares values with what a scenario expects. */
import { valueAt } from '../../events/overrides.ts'
import { keysIn } from '../../words/json-path.ts'
import { nearest } from '../../words/nearest.ts'
import { fitsPattern } from '../../words/pattern.ts'

/** A value that differs from the expectation. */
export interface Mismatch {
  path: string
  wanted: unknown
  /** undefined if there is nothing at the path. */
  actual: unknown
}

/**
 * The expectations that a value does not meet, by dotted path. In text, `*` matches any characters. A number equals its
 * digits. null only equals null. Of a map, only the expected keys count.
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
  `${path} is ${actual === undefined ? 'missing' : say(actual)}, not ${say(wanted)}`

/** The names in a value, and the one that was probably meant. */
export function saySiblings(value: unknown, word: string): string {
  if (typeof value !== 'object' || value === null) return 'it has no fields'
  const names = Object.keys(value)
  const close = nearest(word, names)
  return close ? `did you mean ${close}?` : `its fields are ${names.slice(0, 20).join(', ') || 'none'}`
}
