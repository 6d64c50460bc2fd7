/** Changes one byte of a body. */
import { createJsonReader } from '../json/json-reader.ts'
import type { Charset } from './arguments.ts'
import { decoded, encoded } from './charset.ts'
import { nudged } from './fault.ts'

interface Stretch {
  start: number
  length: number
}

/**
 * Changes one letter or digit, and so one byte, of a body. JSON stays valid. A body without letters and digits gets an
 * additional space.
 * @param charset the body's intended charset
 * @param draw a fraction in [0, 1) that selects the character
 * @param change a fraction in [0, 1) that selects the replacement
 */
export function tamperedBody(body: Buffer, charset: Charset, draw: number, change: number): Buffer {
  // ISO 8859-1 decodes any bytes.
  const held = ([charset, 'utf-8'] as const).find((one) => decoded(body, one) !== undefined) ?? 'iso-8859-1'
  const text = decoded(body, held) ?? ''
  const at = placeIn(changeable(text), draw)
  return encoded(at === undefined ? `${text} ` : nudged(text, at, change), held) ?? body
}

/** The position at this fraction of all stretches. */
function placeIn(stretches: readonly Stretch[], draw: number): number | undefined {
  const total = stretches.reduce((sum, { length }) => sum + length, 0)
  let rest = Math.floor(draw * total)
  for (const { start, length } of stretches) {
    if (rest < length) return start + rest
    rest -= length
  }
  return undefined
}

/** The positions that may change: in values, otherwise in keys, or anywhere if the text is not JSON. */
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
    // A changed exponent could exceed the range of numbers.
    else if (part === 'number') inValues.push(found(own.replace(/e.*/i, ''), /\d{1,4096}/g, start))
  }
  return inValues.some((stretches) => stretches.length > 0) ? inValues.flat() : inKeys.flat()
}

/** The parts of a string outside escapes. */
const plain = (quoted: string, from: number) =>
  found(quoted, /\\u[0-9a-f]{4}|\\.|[a-z0-9]{1,4096}/gi, from, (text) => !text.startsWith('\\'))

/**
 * Patterns match bounded pieces. After many compiled patterns, V8 no longer optimizes new ones, and an unbounded loop
 * then overflows its stack at about five million characters.
 */
const found = (text: string, pattern: RegExp, from = 0, fits = (_text: string) => true): Stretch[] =>
  [...text.matchAll(pattern)]
    .filter(([match]) => fits(match))
    .map(({ 0: match, index }) => ({ start: from + index, length: match.length }))
