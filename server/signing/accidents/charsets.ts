import { isAscii, isUtf8 } from 'node:buffer'
import type { Accident, BodyForms, BodyTurn } from '../accident.ts'

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

const swapped = (bytes: Buffer) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16() : undefined)
const wide = (text: string) => Buffer.from(text, 'utf16le')

/** What every framework does that takes octets for text: tried first, also with something at the end. */
const replaced = 'read as UTF-8, with a replacement for each byte that is none'

const accident = (said: string): Accident => ({
  cause: 'charset',
  detail: `The signature is right for the body ${said}.`,
})

/** Texts beyond ASCII alone; the body is looked at first, so that others cost nothing. */
const beyond =
  (make: (body: BodyForms) => Buffer | undefined) =>
  (body: BodyForms): Buffer | undefined =>
    isAscii(body.bytes) ? undefined : make(body)

export const charsets: readonly BodyTurn[] = [
  { said: 'in Latin-1', make: beyond((body) => narrow(body.text(), false)) },
  { said: 'in windows-1252', make: beyond((body) => narrow(body.text(), true)) },
  {
    said: 'read as Latin-1 and written as UTF-8',
    make: beyond(({ bytes }) => Buffer.from(bytes.toString('latin1'), 'utf8')),
  },
  {
    said: 'read as windows-1252 and written as UTF-8',
    make: beyond(({ bytes }) => Buffer.from(fromWindows(bytes), 'utf8')),
  },
  {
    said: 'in Latin-1 with the low byte alone of other letters, as Node writes it',
    make: beyond((body) => Buffer.from(body.text(), 'latin1')),
  },
  {
    said: replaced,
    make: beyond((body) => (isUtf8(body.bytes) ? undefined : Buffer.from(body.text(), 'utf8'))),
  },
  { said: 'in normal form C', make: beyond((body) => Buffer.from(body.text().normalize('NFC'), 'utf8')) },
  { said: 'in normal form D', make: beyond((body) => Buffer.from(body.text().normalize('NFD'), 'utf8')) },
  {
    said: 'in ASCII, with a question mark for each other letter',
    make: beyond((body) => Buffer.from(body.text().replace(/\P{ASCII}/gu, '?'), 'utf8')),
  },
  { said: 'in UTF-16', make: (body: BodyForms) => wide(body.text()) },
  { said: 'in UTF-16, the high bytes first', make: (body: BodyForms) => swapped(wide(body.text())) },
  { said: 'in UTF-16 with a byte order mark', make: (body: BodyForms) => wide(`\ufeff${body.text()}`) },
  {
    said: 'in UTF-16 with a byte order mark, the high bytes first',
    make: (body: BodyForms) => swapped(wide(`\ufeff${body.text()}`)),
  },
  {
    said: 'in UTF-8, where it came in UTF-16',
    make: ({ bytes }: BodyForms) => (looksWide(bytes, 1) ? narrowed(bytes) : undefined),
  },
  {
    said: 'in UTF-8, where it came in UTF-16, the high bytes first',
    make: ({ bytes }: BodyForms) => (looksWide(bytes, 0) ? mapped(swapped(bytes), narrowed) : undefined),
  },
].map(
  ({ said, make }, at): BodyTurn => ({
    accident: accident(said),
    rank: said === replaced ? 0 : at < 9 ? 1 : 2,
    needs: 'text',
    work: { byte: 0.002, letter: 0.02 },
    make,
  }),
)

const mapped = (bytes: Buffer | undefined, map: (bytes: Buffer) => Buffer) => bytes && map(bytes)
const narrowed = (bytes: Buffer) => Buffer.from(bytes.toString('utf16le').replace(/^\ufeff/, ''), 'utf8')
/** Whether most of the high bytes at the beginning are nought. */
function looksWide(bytes: Buffer, at: 0 | 1): boolean {
  const some = [...bytes.subarray(2, 34)].filter((_, i) => i % 2 === at)
  return some.length > 0 && some.filter((byte) => byte === 0).length * 2 > some.length
}
