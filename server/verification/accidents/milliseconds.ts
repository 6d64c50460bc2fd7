/** Finds the millisecond that a sender signed, by trying all thousand. */
import { hash } from 'node:crypto'
import { paddings } from '../../signing/hmac.ts'
import type { Digest } from '../../signing/recipe.ts'
import type { Budget } from '../search/budget.ts'

/** A larger body would exceed the separate budget. */
const largestBody = 2000

/** The cost of one HMAC as computed here, in microseconds. */
const perMillisecond = 1.6
const perByte = 0.000_62

/** The input for trying all milliseconds of a second. */
export interface Second {
  digest: Digest
  key: Buffer
  /** The signed bytes for these three final digits; undefined if they cannot be composed. */
  signedAt(digits: string): Buffer | undefined
  /** Whether a signature equals this digest, given as a Latin-1 string. */
  isCame(digest: string): boolean
  bodySize: number
}

/**
 * The millisecond whose HMAC was received; undefined if none was. Changes three digits inside one buffer, because a
 * thousand ordinary signatures would use most of the budget.
 */
export function millisecondOf(second: Second, budget: Budget): string | undefined {
  const { digest, key, isCame } = second
  if (second.bodySize > largestBody) return undefined
  const [first, last] = [second.signedAt('000'), second.signedAt('999')]
  if (!first || first.length !== last?.length) return undefined
  const places = [...first.keys()].filter((at) => first[at] !== last[at])
  if (places.length === 0 || places.length % 3 !== 0) return undefined
  if (!budget.aside.take(1000 * (perMillisecond + first.length * perByte))) return undefined
  const { inner: before, outer } = paddings(digest, key)
  const block = before.length
  const inner = Buffer.concat([before, first])
  for (let millisecond = 0; millisecond < 1000; millisecond++) {
    const digits = String(millisecond).padStart(3, '0')
    places.forEach((at, i) => {
      inner[block + at] = digits.charCodeAt(i % 3)
    })
    outer.write(hash(digest, inner, 'binary'), block, 'binary')
    if (isCame(hash(digest, outer, 'binary'))) return digits
  }
  return undefined
}
