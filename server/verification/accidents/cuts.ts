/** Finds where a short body was cut in two, by trying every place. */
import { hash } from 'node:crypto'
import type { Pausable } from '../../memory/in-slices.ts'
import { paddings } from '../../signing/hmac.ts'
import type { Digest } from '../../signing/recipe.ts'
import type { Budget } from '../search/budget.ts'
import type { Guess } from '../search/probe.ts'

/** A larger body would exceed the separate budget. */
const largestBody = 1500

/** The cost of one HMAC as computed here, in microseconds, and how many places are paid for at once. */
const perCut = 1.6
const perByte = 0.000_62
const atOnce = 32

/** The input for trying all places. */
export interface Cuttable {
  digest: Digest
  key: Buffer
  /** The signed bytes before the body, which ends the signed content. */
  start: Buffer
  body: Buffer
  /** Whether a signature equals this digest, given as a Latin-1 string. */
  isCame(digest: string): boolean
}

const cutTo = (
  cause: 'body_shortened' | 'body_pieces',
  said: string,
  bytes: Buffer,
): NonNullable<Guess['body']> => {
  const accident = { cause, detail: `The signature is correct for ${said}.` }
  return { turns: [{ accident, rank: 2, work: {}, make: () => bytes }], bytes }
}

/**
 * The part of the body whose HMAC was received: a beginning, an end, or both in the wrong order. Each signed content is a
 * range of two prepared buffers, because ordinary signatures would use most of the budget.
 */
export function* cutBody(
  { digest, key, start, body, isCame }: Cuttable,
  budget: Budget,
): Pausable<Guess['body']> {
  if (body.length > largestBody) return undefined
  const { inner: pad, outer } = paddings(digest, key)
  const before = Buffer.concat([pad, start])
  const whole = Buffer.concat([before, body])
  const turned = Buffer.concat([whole, body])
  const fits = (range: Buffer) => {
    outer.write(hash(digest, range, 'binary'), pad.length, 'binary')
    return isCame(hash(digest, outer, 'binary'))
  }
  for (let at = 1; at < body.length; at++) {
    if (at % atOnce === 1 && !budget.aside.take(3 * atOnce * (perCut + whole.length * perByte)))
      return undefined
    if (budget.isPauseDue()) yield
    const [first, rest] = [body.subarray(0, at), body.subarray(at)]
    if (fits(whole.subarray(0, before.length + at)))
      return cutTo('body_shortened', `only the first ${at} bytes of the body`, first)
    // Overwrites only bytes that no later place needs.
    before.copy(turned, at)
    if (fits(turned.subarray(at, whole.length)))
      return cutTo('body_pieces', `only the last ${rest.length} bytes of the body`, rest)
    if (fits(turned.subarray(at, whole.length + at))) {
      const said = `the body with its first ${at} bytes behind the other ${rest.length}`
      return cutTo('body_pieces', said, Buffer.concat([rest, first]))
    }
  }
  return undefined
}
