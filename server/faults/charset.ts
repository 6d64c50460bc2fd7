import { isJson } from '../json/json-source.ts'
import { asciiOnly } from '../json/json-tree.ts'
import type { Charset } from './arguments.ts'

const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()

/**
 * A text in the bytes of a charset. What the charset lacks is escaped, which JSON allows; undefined when the text is no
 * JSON and would lose characters. `utf-16` begins with a byte order mark, little end first.
 */
export function encoded(text: string, charset: Charset): Buffer | undefined {
  switch (charset) {
    case 'utf-8':
      return Buffer.from(text, 'utf8')
    case 'utf-16':
      return utf16le(`\ufeff${text}`)
    case 'utf-16le':
      return utf16le(text)
    case 'utf-16be':
      return utf16be(text)
    case 'iso-8859-1':
      return narrow(text, 0xff)
    case 'us-ascii':
      return narrow(text, 0x7f)
  }
}

function narrow(text: string, highest: number): Buffer | undefined {
  const fitting = asciiOnly(text, highest)
  return fitting === text || isJson(text) ? Buffer.from(fitting, 'latin1') : undefined
}

/** The text of UTF-8 bytes, or of those that a charset made; undefined when they are none. */
export function decoded(body: Buffer, charset: Charset = 'utf-8'): string | undefined {
  const text = readers[charset](body)
  return encoded(text, charset)?.equals(body) ? text : undefined
}

const readers: Record<Charset, (body: Buffer) => string> = {
  'utf-8': (body) => body.toString('utf8'),
  'utf-16': (body) => body.subarray(2).toString('utf16le'),
  'utf-16le': (body) => body.toString('utf16le'),
  'utf-16be': (body) => (body.length % 2 === 0 ? Buffer.from(body).swap16().toString('utf16le') : ''),
  'iso-8859-1': (body) => body.toString('latin1'),
  'us-ascii': (body) => body.toString('latin1'),
}
