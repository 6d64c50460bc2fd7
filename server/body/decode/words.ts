/** Produces the text of a body for the search. */
import { runAtOnce } from '../../memory/in-slices.ts'
import type { HeaderPair } from '../../wire.ts'
import { textOf } from '../body-text.ts'
import { codingsOf, undoNow } from './codings.ts'
import { show } from './decode.ts'
import { mediaTypeIn } from './media-type.ts'

/** A JSON escape that hides a letter, or that looks like letters. */
const anEscape = /\\(?:u([0-9a-fA-F]{4})|[bfnrt])/
const everyEscape = new RegExp(anEscape, 'g')

/**
 * The text to search: as the page shows the body and, for forms and JSON with escapes, also the decoded values.
 */
export function wordsOf(body: Buffer, headers: readonly HeaderPair[]): string {
  const text = plainText(body, headers) ?? shownText(body, headers)
  if (!/^\s*[[{"]/.test(text) || !anEscape.test(text)) return text
  const unescaped = text.replace(everyEscape, (_, hex?: string) =>
    hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return `${text} ${unescaped}`
}

/** The text of a body that needs no decoding, as most do; undefined for others. */
function plainText(body: Buffer, headers: readonly HeaderPair[]): string | undefined {
  const namesOther = headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'content-type' &&
      /charset\s*=(?!\s*"?utf-?8)|^application\/x-www-form-urlencoded/i.test(value),
  )
  if (namesOther || codingsOf(headers).length > 0) return undefined
  // ASCII in UTF-16 is also valid UTF-8, with a NUL beside each letter.
  return body.includes(0) ? undefined : textOf(body)
}

function shownText(body: Buffer, headers: readonly HeaderPair[]): string {
  const bytes = undone(body, codingsOf(headers))
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const { text, parts, fields } = runAtOnce(show(bytes, mediaTypeIn(contentType ?? ''), true))
  if (parts.length > 0) return parts.map((part) => [part.name, part.filename, part.text].join(' ')).join(' ')
  return [text ?? textOf(bytes) ?? '', ...fields.flat()].join(' ')
}

/**
 * The body without its codings. If the result would be implausibly large, only the beginning of the body is decoded: an eighth,
 * then an eighth of that, since each try may inflate 2 MB.
 */
function undone(body: Buffer, applied: readonly string[]): Buffer {
  const most = Math.min(2_000_000, 65_536 + 20 * body.length)
  for (let part = body; part.length > 0; part = part.subarray(0, part.length >> 3)) {
    try {
      return undoNow(part, applied, most)
    } catch (error) {
      if (!(error instanceof RangeError)) return body
    }
  }
  return body
}
