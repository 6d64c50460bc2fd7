import { createJsonReader } from '../json/json-reader.ts'
import type { Charset } from './arguments.ts'
import { decoded, encoded } from './charset.ts'
import { nudged } from './fault.ts'

interface Stretch {
  start: number
  length: number
}

/**
 * A body of which one letter or digit, and so one byte, is another, and which is still JSON if it was. A body that has
 * none to change grows by a space.
 * @param charset what the body was encoded in, if nothing kept it from being
 * @param draw a fraction in [0, 1): which character
 * @param change a fraction in [0, 1): into which one
 */
export function tamperedBody(body: Buffer, charset: Charset, draw: number, change: number): Buffer {
  // Any bytes are text in the last.
  const held = ([charset, 'utf-8'] as const).find((one) => decoded(body, one) !== undefined) ?? 'iso-8859-1'
  const text = decoded(body, held) ?? ''
  const at = placeIn(changeable(text), draw)
  return encoded(at === undefined ? `${text} ` : nudged(text, at, change), held) ?? body
}

/** The place that a fraction of the way through all stretches is. */
function placeIn(stretches: readonly Stretch[], draw: number): number | undefined {
  const total = stretches.reduce((sum, { length }) => sum + length, 0)
  let rest = Math.floor(draw * total)
  for (const { start, length } of stretches) {
    if (rest < length) return start + rest
    rest -= length
  }
  return undefined
}

/** Where a letter or digit can be another: in values; where there are none, in keys; anywhere in what is no JSON. */
function changeable(text: string): Stretch[] {
  const inKeys: Stretch[][] = []
  const inValues: Stretch[][] = []
  const reader = createJsonReader(text)
  for (let part = reader.next(); part !== 'end'; part = reader.next()) {
    if (part === 'wrong') return found(text, /[a-z0-9]{1,4096}/gi)
    const { start, end } = reader
    const own = text.slice(start, end)
    if (part === 'key') inKeys.push(plain(own, start))
    else if (part === 'string') inValues.push(plain(own, start))
    // Another exponent may lead out of the reach of numbers.
    else if (part === 'number') inValues.push(found(own.replace(/e.*/i, ''), /\d{1,4096}/g, start))
  }
  return inValues.some((stretches) => stretches.length > 0) ? inValues.flat() : inKeys.flat()
}

/** What of a quoted text is no part of an escape. */
const plain = (quoted: string, from: number) =>
  found(quoted, /\\u[0-9a-f]{4}|\\.|[a-z0-9]{1,4096}/gi, from, (text) => !text.startsWith('\\'))

/**
 * A stretch may be told in pieces, and a pattern takes a bounded one: once a process has compiled many patterns V8 no longer
 * optimises new ones, and a loop without a bound then puts each letter on a stack, which some five million fill.
 */
const found = (text: string, pattern: RegExp, from = 0, fits = (_text: string) => true): Stretch[] =>
  [...text.matchAll(pattern)]
    .filter(([match]) => fits(match))
    .map(({ 0: match, index }) => ({ start: from + index, length: match.length }))
