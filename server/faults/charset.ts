/** Encodes and decodes bodies in the charsets that a fault may use. */
import { isJson } from '../json/json-source.ts'
import { asciiOnly } from '../json/json-tree.ts'
import type { Charset } from './arguments.ts'

const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()

/**
 * Encodes a text. JSON escapes characters that the charset lacks; undefined if other text would lose characters.
 * `utf-16` is little-endian with a byte order mark.
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

/** Decodes a body; undefined if its bytes are invalid in the charset. */
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
