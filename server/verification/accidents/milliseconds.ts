import { hash } from 'node:crypto'
import { paddings } from '../../signing/hmac.ts'
import type { Digest } from '../../signing/recipe.ts'
import type { Budget } from '../search/budget.ts'

/** Bodies beyond that would take more than is set aside. */
const largestBody = 2000

/** Microseconds of one HMAC as it is made here, and of each of its bytes. */
const perMillisecond = 1.6
const perByte = 0.000_62

/** What all the milliseconds of a second are tried on. */
export interface Second {
  digest: Digest
  key: Buffer
  /** The bytes that are signed where the time ends in these three digits; undefined where they cannot be put together. */
  signedAt(digits: string): Buffer | undefined
  /** Whether a signature is this digest, one character for each byte. */
  isCame(digest: string): boolean
  bodySize: number
}

/**
 * The millisecond of a second whose HMAC came: all of them are tried, in one piece of bytes of which three digits change, since
 * a thousand signatures made the usual way would take most of a search. Undefined where none gives it, or there is no time.
 */
export function millisecondOf(second: Second, budget: Budget): string | undefined {
  const { digest, key, isCame } = second
  if (second.bodySize > largestBody) return undefined
  const [first, last] = [second.signedAt('000'), second.signedAt('999')]
  if (!first || first.length !== last?.length) return undefined
  const places = [...first.keys()].filter((at) => first[at] !== last[at])
  if (places.length === 0 || places.length % 3 !== 0) return undefined
  if (!budget.takeAside(1000 * (perMillisecond + first.length * perByte))) return undefined
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
