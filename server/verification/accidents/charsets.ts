/** Mistakes in the body's character encoding. */
import { isUtf8 } from 'node:buffer'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { bodyTable, type Shared } from './body-table.ts'

/** The characters of windows-1252 from 0x80 on. Node's decoder treats windows-1252 as Latin-1. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const inWindows = new Map([...windows].map((letter, at) => [letter.charCodeAt(0), 0x80 + at]))
const fromWindows = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (letter) => windows[letter.charCodeAt(0) - 0x80] ?? letter)

/** Encodes text with one byte per character; undefined if a character is not in the set. */
function narrow(text: string, isWindows: boolean): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const byte = isWindows ? (inWindows.get(unit) ?? unit) : unit
    if (byte > 0xff) return undefined
    bytes[at] = byte
  }
  return bytes
}

const swapped = (bytes: Buffer) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16() : undefined)
const wide = (text: string) => Buffer.from(text, 'utf16le')
const narrowed = (bytes: Buffer | undefined) => bytes?.toString('utf16le').replace(/^\ufeff/, '')
/** Whether most of the high bytes at the beginning are zero. */
function looksWide({ bytes }: BodyForms, at: 0 | 1): boolean {
  const some = [...bytes.subarray(2, 34)].filter((_, i) => i % 2 === at)
  return some.length > 0 && some.filter((byte) => byte === 0).length * 2 > some.length
}

const isBeyondAscii = ({ isAscii }: BodyForms) => !isAscii()
const ofText: Shared = { needs: 'text', work: { byte: 0.002, letter: 0.02 } }
/** Mistakes that only affect non-ASCII text. The quick check makes them free for other bodies. */
const beyondAscii: Shared = { ...ofText, applies: isBeyondAscii }
/** The same for byte-wise rewritings. */
const beyondSeven: Shared = { work: { byte: 0.002 }, applies: isBeyondAscii }

export const charsets: readonly BodyTurn[] = [
  // Frameworks that decode bytes as text do this, so it is tried first, also with changes at the end.
  ...bodyTable('charset', 0, beyondAscii).rows({
    'decoded as UTF-8, with invalid bytes replaced': ({ bytes, text }) =>
      isUtf8(bytes) ? undefined : text(),
  }),
  ...bodyTable('charset', 1, beyondAscii).rows({
    'in Latin-1': ({ text }) => narrow(text(), false),
    'in windows-1252': ({ text }) => narrow(text(), true),
    'decoded as Latin-1 and encoded as UTF-8': ({ bytes }) => bytes.toString('latin1'),
    'decoded as windows-1252 and encoded as UTF-8': ({ bytes }) => fromWindows(bytes),
    'in Latin-1 with only the low byte of other characters, as Node writes it': ({ text }) =>
      Buffer.from(text(), 'latin1'),
    'in normal form C': ({ text }) => text().normalize('NFC'),
    'in normal form D': ({ text }) => text().normalize('NFD'),
    'in ASCII, with a question mark for each other character': ({ text }) =>
      text().replace(/\P{ASCII}/gu, '?'),
  }),
  ...bodyTable('charset', 2, beyondAscii).rows({
    'in normal form KC': ({ text }) => text().normalize('NFKC'),
    'in normal form KD': ({ text }) => text().normalize('NFKD'),
  }),
  ...bodyTable('charset', 2, beyondSeven).rows({
    'decoded as ASCII, with a question mark for each other byte, as in .NET': ({ bytes }) =>
      Buffer.from(bytes.map((byte) => (byte < 0x80 ? byte : 0x3f))),
    'decoded as ASCII, without the highest bit of each byte, as in Node': ({ bytes }) =>
      Buffer.from(bytes.map((byte) => byte & 0x7f)),
    'decoded as ASCII, with each other byte replaced, as in Java': ({ bytes }) =>
      bytes.toString('latin1').replace(/[\x80-\xff]/g, '\ufffd'),
    'in ASCII, without all other characters': ({ bytes }) => Buffer.from(bytes.filter((byte) => byte < 0x80)),
  }),
  ...bodyTable('charset', 2, ofText).rows({
    'in UTF-16': ({ text }) => wide(text()),
    'in big-endian UTF-16': ({ text }) => swapped(wide(text())),
    'in UTF-16 with a byte order mark': ({ text }) => wide(`\ufeff${text()}`),
    'in big-endian UTF-16 with a byte order mark': ({ text }) => swapped(wide(`\ufeff${text()}`)),
    'in UTF-8, although received in UTF-16': (body) =>
      looksWide(body, 1) ? narrowed(body.bytes) : undefined,
    'in UTF-8, although received in big-endian UTF-16': (body) =>
      looksWide(body, 0) ? narrowed(swapped(body.bytes)) : undefined,
  }),
]
