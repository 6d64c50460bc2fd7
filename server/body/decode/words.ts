import type { HeaderPair } from '../../wire.ts'
import { textOf } from '../body-text.ts'
import { codingsOf, undoNow } from './codings.ts'
import { show } from './decode.ts'
import { mediaTypeIn } from './media-type.ts'

/** An escape of JSON that hides a letter, or stands where letters would seem to belong to it. */
const anEscape = /\\(?:u([0-9a-fA-F]{4})|[bfnrt])/
const everyEscape = new RegExp(anEscape, 'g')

/** A body as its words are looked for: as the page shows it, and where it is a form or JSON with escapes, as it is meant as well. */
export function wordsOf(body: Buffer, headers: readonly HeaderPair[]): string {
  const text = plainText(body, headers) ?? shownText(body, headers)
  if (!/^\s*[[{"]/.test(text) || !anEscape.test(text)) return text
  const unescaped = text.replace(everyEscape, (_, hex?: string) =>
    hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return `${text} ${unescaped}`
}

/** The text of what needs no decoding, which nearly all bodies are; undefined for others. */
function plainText(body: Buffer, headers: readonly HeaderPair[]): string | undefined {
  const namesOther = headers.some(
    ([name, value]) =>
      name.toLowerCase() === 'content-type' &&
      /charset\s*=(?!\s*"?utf-?8)|^application\/x-www-form-urlencoded/i.test(value),
  )
  if (namesOther || codingsOf(headers).length > 0) return undefined
  // UTF-16 of ASCII is UTF-8 as well, with a NUL beside each letter.
  return body.includes(0) ? undefined : textOf(body)
}

function shownText(body: Buffer, headers: readonly HeaderPair[]): string {
  const bytes = undone(body, codingsOf(headers))
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const { text, parts, fields } = show(bytes, mediaTypeIn(contentType ?? ''), true)
  if (parts.length > 0) return parts.map((part) => [part.name, part.filename, part.text].join(' ')).join(' ')
  return [text ?? textOf(bytes) ?? '', ...fields.flat()].join(' ')
}

/** Without its codings: all of it or, where it grows beyond what anybody packs, as much of its beginning as does not. */
function undone(body: Buffer, applied: readonly string[]): Buffer {
  const most = Math.min(2_000_000, 65_536 + 20 * body.length)
  for (let part = body; part.length > 0; part = part.subarray(0, part.length >> 1)) {
    try {
      return undoNow(part, applied, most)
    } catch (error) {
      if (!(error instanceof RangeError)) return body
    }
  }
  return body
}
