/** Mistakes in the body's character encoding. */
import { isUtf8 } from 'node:buffer'
import { once } from '../../memory/once-for.ts'
import type { BodyForms, BodyTurn, Rank } from '../search/accident.ts'
import { bodyTable, type Make, type Shared } from './body-table.ts'

/** The characters of windows-1252 from 0x80 on. Node's decoder treats windows-1252 as Latin-1. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const upperHalf = (from: number) =>
  Array.from({ length: 0x100 - from }, (_, at) => String.fromCharCode(from + at)).join('')

/** A charset with one byte per character, by its characters from 0x80 on. */
interface Charset {
  said: string
  rank: Rank
  upper(): string
}
const byDecoder = (label: string) => () =>
  new TextDecoder(label).decode(Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at))
const sets: readonly Charset[] = [
  { said: 'Latin-1', rank: 1, upper: () => upperHalf(0x80) },
  { said: 'windows-1252', rank: 1, upper: () => windows + upperHalf(0xa0) },
  { said: 'ISO-8859-15', rank: 2, upper: byDecoder('iso-8859-15') },
  { said: 'ISO-8859-2', rank: 2, upper: byDecoder('iso-8859-2') },
  { said: 'windows-1250', rank: 2, upper: byDecoder('windows-1250') },
  { said: 'windows-1251', rank: 2, upper: byDecoder('windows-1251') },
  { said: 'KOI8-R', rank: 2, upper: byDecoder('koi8-r') },
  { said: 'Mac OS Roman', rank: 2, upper: byDecoder('macintosh') },
]
const ascii: Charset = { said: 'ASCII', rank: 1, upper: () => '' }
/** The charsets with several bytes per character that Windows uses in East Asia. */
const wideSets = { GBK: 'gbk', Shift_JIS: 'shift_jis', Big5: 'big5', 'EUC-KR': 'euc-kr' }

/** How a writer treats a character that its charset lacks. */
interface Loss {
  said: string
  /** What it writes instead, in ASCII. Undefined if it fails. */
  write(letter: string): string | undefined
  /** Whether the writer sees half a surrogate pair as a character, as .NET does. */
  ofHalves?: boolean
}
const losses: readonly Loss[] = [
  { said: '', write: () => undefined },
  { said: 'with a question mark for each other character', write: () => '?' },
  {
    said: 'with a question mark for each other UTF-16 unit, so two for an emoji, as .NET writes it',
    write: () => '?',
    ofHalves: true,
  },
  { said: 'without all other characters', write: () => '' },
  {
    said: 'with an XML reference such as &#233; for each other character',
    write: (letter) => `&#${letter.codePointAt(0)};`,
  },
  {
    said: 'with a hexadecimal XML reference such as &#xE9; for each other character',
    write: (letter) => `&#x${letter.codePointAt(0)?.toString(16).toUpperCase()};`,
  },
  {
    said: 'with a hexadecimal XML reference such as &#xe9; for each other character',
    write: (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`,
  },
]

const units = /[\u0080-\uffff]/g
const letters = /[\u0080-\u{10ffff}]/gu

/** Writes text in a charset. Undefined if the writer fails on a character. */
function encodedIn({ upper }: Charset, { write, ofHalves }: Loss): (text: string) => Buffer | undefined {
  const bytes = once(
    () => new Map([...upper()].map((letter, at) => [letter, String.fromCharCode(0x80 + at)] as const)),
  )
  return (text) => {
    let hasFailed = false
    const written = text.replace(ofHalves ? units : letters, (letter) => {
      const found = bytes().get(letter) ?? write(letter)
      hasFailed ||= found === undefined
      return found ?? ''
    })
    return hasFailed ? undefined : Buffer.from(written, 'latin1')
  }
}

function decodedIn({ upper }: Charset): (bytes: Buffer) => string {
  const found = once(() => [...upper()])
  return (bytes) =>
    bytes.toString('latin1').replace(/[\x80-\xff]/g, (byte) => found()[byte.charCodeAt(0) - 0x80] ?? '\ufffd')
}

const swapped = (bytes: Buffer) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16() : undefined)
const wide = (text: string) => Buffer.from(text, 'utf16le')
const narrowed = (bytes: Buffer | undefined) => bytes?.toString('utf16le').replace(/^\ufeff/, '')
/** Whether most of the high bytes at the beginning are zero. */
function looksWide({ bytes }: BodyForms, at: 0 | 1): boolean {
  const some = [...bytes.subarray(2, 34)].filter((_, i) => i % 2 === at)
  return some.length > 0 && some.filter((byte) => byte === 0).length * 2 > some.length
}

/** The UTF-8 bytes of one UTF-16 unit, as Latin-1. */
const unitBytes = (unit: number) =>
  String.fromCharCode(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))
/** Each half of a surrogate pair as three bytes, as Java's modified UTF-8 and Oracle's UTF8 write it. */
const cesu = ({ bytes }: BodyForms) =>
  Buffer.from(
    bytes.toString('latin1').replace(/[\xf0-\xf4][\x80-\xbf]{3}/g, (four) => {
      const pair = Buffer.from(four, 'latin1').toString('utf8')
      return unitBytes(pair.charCodeAt(0)) + unitBytes(pair.charCodeAt(1))
    }),
    'latin1',
  )
const fromCesu = ({ bytes }: BodyForms) =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/\xed([\xa0-\xaf])([\x80-\xbf])\xed([\xb0-\xbf])([\x80-\xbf])/g, (...six) => {
        const [a = 0, b = 0, c = 0, d = 0] = six.slice(1, 5).map((one: string) => one.charCodeAt(0) & 0x3f)
        return Buffer.from(String.fromCharCode(0xd000 | (a << 6) | b, 0xd000 | (c << 6) | d)).toString(
          'latin1',
        )
      }),
    'latin1',
  )

const isBeyondAscii = ({ isAscii }: BodyForms) => !isAscii()
/** Whether a character needs four bytes, as an emoji does. */
const hasEmoji = (body: BodyForms) => isBeyondAscii(body) && /[\xf0-\xf4]/.test(body.bytes.toString('latin1'))
const ofText: Shared = { needs: 'text', work: { byte: 0.002, letter: 0.02 } }
/** Mistakes that only affect non-ASCII text. The quick check makes them free for other bodies. */
const beyondAscii: Shared = { ...ofText, applies: isBeyondAscii }
/** The same for byte-wise rewritings. */
const beyondSeven: Shared = { work: { byte: 0.002 }, applies: isBeyondAscii }

/** How often a replacement is written for one character. */
const perLetter: Readonly<Record<string, (letter: string) => number>> = {
  character: () => 1,
  'half of a character': ({ length }) => length,
  'byte of a character': (letter) => Buffer.byteLength(letter),
}
const marks = { 'a question mark': '?', 'U+FFFD': '\ufffd' }
/** Characters replaced in UTF-8, where the charset has all of them. */
const replaced: readonly BodyTurn[] = [
  ...bodyTable('charset', 2, { ...ofText, applies: hasEmoji }).rows({
    ...Object.fromEntries(
      Object.entries(marks).flatMap(([said, mark]) =>
        Object.entries(perLetter).map(([each, count]): [string, Make] => [
          `with ${said} for each ${each} beyond U+FFFF, such as an emoji`,
          ({ text }) => text().replace(/[\u{10000}-\u{10ffff}]/gu, (one) => mark.repeat(count(one))),
        ]),
      ),
    ),
    'without characters beyond U+FFFF, such as emoji': ({ text }) =>
      text().replace(/[\u{10000}-\u{10ffff}]/gu, ''),
    "cut at its first character beyond U+FFFF, as MySQL's utf8 does": ({ text }) =>
      text().replace(/[\u{10000}-\u{10ffff}].*$/su, ''),
    'in CESU-8, with three bytes for each half of a character beyond U+FFFF': cesu,
  }),
  ...bodyTable('charset', 2, { work: { byte: 0.002 }, applies: isBeyondAscii }).rows({
    'in UTF-8, although received in CESU-8': fromCesu,
  }),
  ...bodyTable('charset', 2, beyondAscii).rows({
    'with U+FFFD for each non-ASCII character': ({ text }) => text().replace(letters, '\ufffd'),
    'with U+FFFD for each non-ASCII UTF-16 unit': ({ text }) => text().replace(units, '\ufffd'),
    'without the accents of its letters': ({ text }) =>
      text().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC'),
    'with plain quotation marks, dashes and spaces instead of typographic ones': ({ text }) =>
      text()
        .replace(/[‘’‚]/g, "'")
        .replace(/[–—]/g, '-')
        .replace(/…/g, '...')
        .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
        // The marks of JSON may not appear within its strings.
        .replace(/[“”„]/g, '\\"'),
    'with spaces instead of no-break spaces': ({ text }) => text().replaceAll('\u00a0', ' '),
    'without its invisible characters, such as U+200B and U+FEFF': ({ text }) =>
      text().replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, ''),
  }),
]

/** The body written in a charset, by how the charset's writer treats other characters. In ASCII each loss is usual. */
const encoded = (charset: Charset, some: readonly Loss[]): BodyTurn[] =>
  some.flatMap((loss, at) => {
    const encode = encodedIn(charset, loss)
    return bodyTable('charset', at === 0 || charset === ascii ? charset.rank : 2, beyondAscii).rows({
      [`in ${charset.said}${loss.said && `, ${loss.said}`}`]: ({ text }) => encode(text()),
    })
  })
const decoded = (charset: Charset): BodyTurn[] => {
  const decode = decodedIn(charset)
  const shared: Shared = { ...beyondAscii, work: { byte: 0.002, letter: 0.1 } }
  return [
    ...bodyTable('charset', charset.rank, shared).rows({
      [`decoded as ${charset.said} and encoded as UTF-8`]: ({ bytes }) => decode(bytes),
    }),
    ...bodyTable('charset', 2, { ...shared, work: { byte: 0.004, letter: 0.3 } }).rows({
      [`twice decoded as ${charset.said} and encoded as UTF-8`]: ({ bytes }) =>
        decode(Buffer.from(decode(bytes))),
    }),
  ]
}

export const charsets: readonly BodyTurn[] = [
  // Frameworks that decode bytes as text do this, so it is tried first, also with changes at the end.
  ...bodyTable('charset', 0, beyondAscii).rows({
    'decoded as UTF-8, with invalid bytes replaced': ({ bytes, text }) =>
      isUtf8(bytes) ? undefined : text(),
  }),
  ...sets.flatMap((charset) => encoded(charset, losses.slice(0, 1))),
  ...sets.flatMap(decoded),
  ...bodyTable('charset', 1, beyondAscii).rows({
    'in Latin-1 with only the low byte of other characters, as Node writes it': ({ text }) =>
      Buffer.from(text(), 'latin1'),
    'in normal form C': ({ text }) => text().normalize('NFC'),
    'in normal form D': ({ text }) => text().normalize('NFD'),
  }),
  ...encoded(ascii, losses.slice(1)),
  ...bodyTable('charset', 2, beyondAscii).rows({
    'in normal form KC': ({ text }) => text().normalize('NFKC'),
    'in normal form KD': ({ text }) => text().normalize('NFKD'),
  }),
  ...bodyTable('charset', 1, beyondSeven).rows({
    'decoded as ASCII, with a question mark for each other byte, as in .NET': ({ bytes }) =>
      Buffer.from(bytes.map((byte) => (byte < 0x80 ? byte : 0x3f))),
    'decoded as ASCII, without the highest bit of each byte, as in Node': ({ bytes }) =>
      Buffer.from(bytes.map((byte) => byte & 0x7f)),
    'decoded as ASCII, with each other byte replaced, as in Java': ({ bytes }) =>
      bytes.toString('latin1').replace(/[\x80-\xff]/g, '\ufffd'),
  }),
  ...replaced,
  ...sets.flatMap((charset) => encoded(charset, losses).slice(1)),
  ...Object.entries(wideSets).flatMap(([said, label]) =>
    bodyTable('charset', 2, beyondAscii).rows({
      [`decoded as ${said} and encoded as UTF-8`]: ({ bytes }) => new TextDecoder(label).decode(bytes),
    }),
  ),
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
