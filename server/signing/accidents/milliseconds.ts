import { hash } from 'node:crypto'
import type { Budget } from '../budget.ts'
import type { Digest } from '../recipe.ts'

/** Bodies beyond that would take more than is set aside. */
const largestBody = 2000

/** Microseconds of one HMAC as it is made here, and of each of its bytes. */
const perMillisecond = 1.6
const perByte = 0.000_62

const blockOf = (digest: Digest) => (digest === 'sha512' || digest === 'sha384' ? 128 : 64)

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
  const block = blockOf(digest)
  const padded = Buffer.alloc(block)
  padded.set(key.length > block ? hash(digest, key, 'buffer') : key)
  const inner = Buffer.concat([padded.map((byte) => byte ^ 0x36), first])
  const outer = Buffer.concat([padded.map((byte) => byte ^ 0x5c), hash(digest, '', 'buffer')])
  for (let millisecond = 0; millisecond < 1000; millisecond++) {
    const digits = String(millisecond).padStart(3, '0')
    places.forEach((at, i) => {
      inner[block + at] = digits.charCodeAt(i % 3)
    })
    outer.set(hash(digest, inner, 'buffer'), block)
    if (isCame(hash(digest, outer, 'binary'))) return digits
  }
  return undefined
}
