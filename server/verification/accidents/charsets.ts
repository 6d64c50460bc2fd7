import { isUtf8 } from 'node:buffer'
import type { BodyForms, BodyTurn, Rank } from '../search/accident.ts'

/** What windows-1252 has from 0x80 on in place of the controls of Latin-1; Node's own decoder takes it for Latin-1. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const inWindows = new Map([...windows].map((letter, at) => [letter.charCodeAt(0), 0x80 + at]))
const fromWindows = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (letter) => windows[letter.charCodeAt(0) - 0x80] ?? letter)

/** A text in a set of one byte for each letter; undefined when it has letters that the set lacks. */
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

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const swapped = (bytes: Buffer) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16() : undefined)
const wide = (text: string) => Buffer.from(text, 'utf16le')

/** What every framework does that takes octets for text: tried first, also with something at the end. */
const replaced = 'read as UTF-8, with a replacement for each byte that is none'

type Way = [rank: Rank, said: string, make: BodyTurn['make']]

/** What ASCII says nothing of; the body is looked at first, so that others cost nothing. */
const beyondAscii: Way[] = [
  [1, 'in Latin-1', (body) => narrow(body.text(), false)],
  [1, 'in windows-1252', (body) => narrow(body.text(), true)],
  [1, 'read as Latin-1 and written as UTF-8', ({ bytes }) => utf8(bytes.toString('latin1'))],
  [1, 'read as windows-1252 and written as UTF-8', ({ bytes }) => utf8(fromWindows(bytes))],
  [
    1,
    'in Latin-1 with the low byte alone of other letters, as Node writes it',
    (body) => Buffer.from(body.text(), 'latin1'),
  ],
  [0, replaced, (body) => (isUtf8(body.bytes) ? undefined : utf8(body.text()))],
  [1, 'in normal form C', (body) => utf8(body.text().normalize('NFC'))],
  [1, 'in normal form D', (body) => utf8(body.text().normalize('NFD'))],
  [2, 'in normal form KC', (body) => utf8(body.text().normalize('NFKC'))],
  [2, 'in normal form KD', (body) => utf8(body.text().normalize('NFKD'))],
  [
    1,
    'in ASCII, with a question mark for each other letter',
    (body) => utf8(body.text().replace(/\P{ASCII}/gu, '?')),
  ],
]

/** The same byte for byte, whatever the bytes mean. */
const beyondSeven: Way[] = [
  [
    2,
    'read as ASCII, with a question mark for each other byte, as .NET reads it',
    ({ bytes }) => Buffer.from(bytes.map((byte) => (byte < 0x80 ? byte : 0x3f))),
  ],
  [
    2,
    'read as ASCII, without the highest bit of each byte, as Node reads it',
    ({ bytes }) => Buffer.from(bytes.map((byte) => byte & 0x7f)),
  ],
  [
    2,
    'read as ASCII, with a replacement for each other byte, as Java reads it',
    ({ bytes }) => utf8(bytes.toString('latin1').replace(/[\x80-\xff]/g, '\ufffd')),
  ],
  [2, 'in ASCII, without all other letters', ({ bytes }) => Buffer.from(bytes.filter((byte) => byte < 0x80))],
]

const wides: Way[] = [
  [2, 'in UTF-16', (body) => wide(body.text())],
  [2, 'in UTF-16, the high bytes first', (body) => swapped(wide(body.text()))],
  [2, 'in UTF-16 with a byte order mark', (body) => wide(`\ufeff${body.text()}`)],
  [
    2,
    'in UTF-16 with a byte order mark, the high bytes first',
    (body) => swapped(wide(`\ufeff${body.text()}`)),
  ],
  [
    2,
    'in UTF-8, where it came in UTF-16',
    ({ bytes }) => (looksWide(bytes, 1) ? narrowed(bytes) : undefined),
  ],
  [
    2,
    'in UTF-8, where it came in UTF-16, the high bytes first',
    ({ bytes }) => (looksWide(bytes, 0) ? mapped(swapped(bytes), narrowed) : undefined),
  ],
]

const byText = { needs: 'text', work: { byte: 0.002, letter: 0.02 } } as const
const applies = ({ isAscii }: BodyForms) => !isAscii()

export const charsets: readonly BodyTurn[] = [
  ...beyondAscii.map((way) => ({ ...turnOf(way), ...byText, applies })),
  ...beyondSeven.map((way) => ({ ...turnOf(way), applies })),
  ...wides.map((way) => ({ ...turnOf(way), ...byText })),
]

function turnOf([rank, said, make]: Way): BodyTurn {
  const accident = { cause: 'charset', detail: `The signature is right for the body ${said}.` } as const
  return { accident, rank, work: { byte: 0.002 }, make }
}

const mapped = (bytes: Buffer | undefined, map: (bytes: Buffer) => Buffer) => bytes && map(bytes)
const narrowed = (bytes: Buffer) => utf8(bytes.toString('utf16le').replace(/^\ufeff/, ''))
/** Whether most of the high bytes at the beginning are nought. */
function looksWide(bytes: Buffer, at: 0 | 1): boolean {
  const some = [...bytes.subarray(2, 34)].filter((_, i) => i % 2 === at)
  return some.length > 0 && some.filter((byte) => byte === 0).length * 2 > some.length
}
