/** Reads bytes as text in the right character encoding. */
import type { DecodeProblem } from '../../wire.ts'

/** Text that was read from bytes. */
export interface ReadText {
  text: string
  /** The name of the encoding, as in `TextDecoder`. */
  charset: string
  /** Whether encoding the text again gives the same bytes. */
  exact: boolean
  problem: DecodeProblem | null
}

const marks: readonly (readonly [charset: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Reads bytes as text. The encoding is that of the byte-order mark, else the named charset, else UTF-8, or UTF-16
 * if every other byte at the beginning is NUL. The text does not include the mark.
 */
export function textFrom(bytes: Buffer, named: string | undefined): ReadText {
  const mark = byMark(bytes)
  const wanted = charsetOf(bytes, named) ?? 'utf-8'
  const decoder = decoderOf(wanted)
  if (decoder === undefined) {
    const read = textFrom(bytes, undefined)
    return { ...read, problem: { code: 'charset_unknown', name: wanted, read_as: read.charset } }
  }
  const charset = decoder.encoding
  try {
    return { text: decoder.decode(bytes), charset, exact: mark === undefined, problem: null }
  } catch {
    const text = new TextDecoder(charset).decode(bytes)
    const at = charset === 'utf-8' ? { at: firstInvalid(bytes) } : {}
    return {
      text,
      charset,
      exact: false,
      problem: { code: 'not_of_charset', name: charset, ...at },
    }
  }
}

/** The charset of a byte-order mark. */
export const byMark = (bytes: Buffer): string | undefined =>
  marks.find(([, first]) => first.every((byte, i) => bytes[i] === byte))?.[0]

/**
 * The charset by the byte-order mark, else the named charset, else UTF-16 by its NULs; undefined if nothing shows
 * the charset.
 */
export const charsetOf = (bytes: Buffer, named: string | undefined): string | undefined =>
  byMark(bytes) ?? named ?? unmarked(bytes)

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    return undefined
  }
}

/** JSON begins with two ASCII characters, so the NULs reveal UTF-16 without a mark (RFC 4627, 3). */
function unmarked(bytes: Buffer): string | undefined {
  const [a, b, c, d] = bytes
  if (bytes.length % 2 !== 0 || bytes.length < 4) return undefined
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le'
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'utf-16be'
  return undefined
}

/** The offset of the first invalid character, by binary search for the valid beginning. */
function firstInvalid(bytes: Buffer): number {
  /** @param open whether a character may be cut at the end */
  const isValid = (end: number, open: boolean) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end), { stream: open })
      return true
    } catch {
      return false
    }
  }
  let [good, bad] = [0, bytes.length]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isValid(middle, true)) good = middle
    else bad = middle
  }
  while (!isValid(good, false)) good--
  return good
}

/** Control characters that text does not contain. */
export const controls = /[^\P{Cc}\t\n\f\r]/u

/**
 * A text with more control characters than this, and a larger share of them, is shown as bytes: each takes six
 * characters in JSON.
 */
const [many, share] = [100, 0.1]

/** Whether a text is shown as bytes because of its control characters. */
export function isFullOfControls(text: string): boolean {
  const most = Math.max(many, text.length * share)
  // `matchAll` makes an array of each match, which takes three times as long.
  const every = new RegExp(controls, 'gu')
  for (let found = 0; every.test(text); ) if (++found > most) return true
  return false
}
