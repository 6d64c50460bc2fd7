import type { DecodeProblem } from '../../wire.ts'

/** Bytes read as text. */
export interface ReadText {
  text: string
  /** The name of the encoding, as `TextDecoder` calls it. */
  charset: string
  /** Whether the bytes can be told from the text again. */
  exact: boolean
  problem: DecodeProblem | null
}

const marks: readonly (readonly [charset: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Reads bytes by the byte-order mark, else by the charset that is named, else as UTF-8, or as UTF-16 where every other byte of the
 * beginning is NUL. The mark itself is no part of the text.
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

/** The charset that a byte-order mark tells. */
export const byMark = (bytes: Buffer): string | undefined =>
  marks.find(([, first]) => first.every((byte, i) => bytes[i] === byte))?.[0]

/** By the byte-order mark, else as named, else by the NULs of UTF-16; undefined where nothing tells. */
export const charsetOf = (bytes: Buffer, named: string | undefined): string | undefined =>
  byMark(bytes) ?? named ?? unmarked(bytes)

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    return undefined
  }
}

/** JSON begins with two ASCII characters, so that UTF-16 without a mark can be told by its NULs (RFC 4627, 3). */
function unmarked(bytes: Buffer): string | undefined {
  const [a, b, c, d] = bytes
  if (bytes.length % 2 !== 0 || bytes.length < 4) return undefined
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le'
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'utf-16be'
  return undefined
}

/** Where the first character stands that is none: the valid beginning is found by halving. */
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

/** Controls that no text has. */
export const controls = /[^\P{Cc}\t\n\f\r]/u
const everyControl = new RegExp(controls, 'gu')

/** So many controls, and such a share of a text, make it none: each is six characters in JSON. */
const [many, share] = [100, 0.1]

/** Whether a text is so full of controls that it is told better as bytes. */
export function isFullOfControls(text: string): boolean {
  const most = Math.max(many, text.length * share)
  let found = 0
  for (const _ of text.matchAll(everyControl)) if (++found > most) return true
  return false
}
