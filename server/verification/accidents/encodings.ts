/** Decodes a signature's text to bytes in every way in which senders write digests. */
import type { Encoding } from '../../signing/recipe.ts'
import { isBase64, isBase64url, isPaddingMissing } from '../../signing/templated.ts'

/** The bytes that a text may encode, as Latin-1, and how the text writes them. */
export interface Decoded {
  bytes: string
  /** The usual encoding with this alphabet; undefined for another way to write bytes. */
  form: Encoding | undefined
  extra?: Extra
  /** The way to write bytes, in words, for `other_encoding`. */
  said?: string
}

/** A change to the text besides its encoding. */
type Extra = 'letter_case' | 'padding_missing' | 'hex_notation' | 'double_encoded' | 'other_encoding'

/** The sizes of digests and of Ed25519 and P-256 signatures, in bytes. */
const digestSizes: ReadonlySet<number> = new Set([16, 20, 28, 32, 48, 64])

/** Longer texts are no signatures. */
const longest = 4000

export const isHex = (text: string) => text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)
/** Hex with separators, as .NET and OpenSSL write, or with the prefixes of Python and Postgres. */
const hexNotation =
  /^(?:0x|\\x)?[0-9a-f]{2}(?:([-: ])[0-9a-f]{2}(?:\1[0-9a-f]{2})*|(?:[0-9a-f]{2})*)$|^(?:(?:0x|\\x)[0-9a-f]{2}(?:, ?)?)+$/i

export const latin1 = (text: string, form: Encoding) => Buffer.from(text, form).toString('latin1')

const backwards = (text: string) => [...text].reverse().join('')

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(text: string): string | undefined {
  const bare = text.replace(/=+$/, '').toUpperCase()
  if (bare.length < 26 || !/^[A-Z2-7]+$/.test(bare)) return undefined
  const bits = [...bare].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  if (/1/.test(bits.slice(bits.length - (bits.length % 8)))) return undefined
  return String.fromCharCode(...(bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A list of bytes as JSON, JavaScript, Go and Java print it. Java's bytes have signs. */
function fromList(text: string): string | undefined {
  const [, list] =
    /^(?:bytes|bytearray|Buffer|Uint8Array)?[[({(]*((?:-?\d{1,3}(?:, ?| |$|(?=[\])}])))+)[\])}]*$/.exec(
      text,
    ) ?? []
  const bytes = list?.match(/-?\d+/g)?.map(Number) ?? []
  if (!bytes.every((byte) => byte >= -128 && byte <= 255)) return undefined
  return String.fromCharCode(...bytes.map((byte) => byte & 255))
}

/** A text with escapes, as Python, Ruby and JavaScript print bytes. */
function fromEscapes(text: string): string | undefined {
  const [, inner] = /^b?(["'])(.*)\1$/s.exec(text) ?? []
  if (inner === undefined || !inner.includes('\\')) return undefined
  const named: Record<string, string> = {
    n: '\n',
    r: '\r',
    t: '\t',
    a: '\x07',
    b: '\b',
    e: '\x1b',
    f: '\f',
    v: '\v',
  }
  return inner.replace(
    /\\(?:x([0-9a-f]{2})|u00([0-9a-f]{2})|([nrtabefv\\"'#]))/gi,
    (_, hex, other, letter) =>
      letter === undefined
        ? String.fromCharCode(Number.parseInt(hex ?? other, 16))
        : (named[letter] ?? letter),
  )
}

/** A digest that was printed as one large number. */
function fromNumber(text: string): string | undefined {
  if (!/^\d{30,160}$/.test(text)) return undefined
  const hex = BigInt(text).toString(16)
  const size = [...digestSizes].find((bytes) => hex.length <= bytes * 2 && hex.length > bytes * 2 - 4)
  return size === undefined ? undefined : latin1(hex.padStart(size * 2, '0'), 'hex')
}

/** The rarer ways to write bytes. */
const others: Readonly<Record<string, (text: string) => string | undefined>> = {
  'in base32': fromBase32,
  'as a list of bytes': fromList,
  'as a Buffer in JSON': (text) =>
    fromList(/^\{"type":"Buffer","data":(\[[\d,]*\])\}$/.exec(text)?.[1] ?? ''),
  'as Node prints a Buffer': (text) => {
    const [, hex] = /^<Buffer ((?:[0-9a-f]{2} ?)+)>$/.exec(text) ?? []
    return hex && latin1(hex.replaceAll(' ', ''), 'hex')
  },
  'as bytes with escapes': fromEscapes,
  'as a number': fromNumber,
}

const inUsual = (text: string): Decoded[] => {
  const found: Decoded[] = []
  const add = (form: Encoding, extra?: Extra, bare = text) =>
    found.push({ bytes: latin1(bare, form), form, ...(extra && { extra }) })
  if (isHex(text)) add('hex', text === text.toLowerCase() ? undefined : 'letter_case')
  else if (hexNotation.test(text)) add('hex', 'hex_notation', text.replace(/0x|\\x|[-:, ]/gi, ''))
  if (isBase64(text)) add('base64')
  else if (isPaddingMissing(text)) add('base64', 'padding_missing')
  if (isBase64url(text)) add('base64url')
  return found
}

/** A readable text within bytes, also in UTF-16. */
function textIn(bytes: string): string | undefined {
  const text = /^(?:[\x20-\x7e]\0)+$/.test(bytes) ? bytes.replaceAll('\0', '') : bytes.replace(/\r?\n$/, '')
  return text.length >= 16 && /^[\x20-\x7e]+$/.test(text) ? text : undefined
}

/** The digest whose bytes a sender took as Latin-1 text and encoded as UTF-8. */
function binaryIn(bytes: string): string | undefined {
  if (!/[\x80-\xff]/.test(bytes)) return undefined
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return /^[\0-\xff]+$/.test(text) && digestSizes.has(text.length) ? text : undefined
}

/** All bytes that a text may encode, likeliest first. */
export function decodingsOf(text: string): Decoded[] {
  if (text.length > longest) return []
  const usual = inUsual(text)
  const found = [...usual]
  const add = (bytes: string | undefined, said: string) => {
    if (bytes) found.push({ bytes, form: undefined, extra: 'other_encoding', said })
  }
  for (const { bytes } of usual) {
    const inner = textIn(bytes)
    // An inner text that begins with its algorithm is a whole header.
    const twice = inner === undefined ? [] : inUsual(inner.replace(/^[a-z][\w-]{1,9}[=:,](?=.{16})/i, ''))
    for (const one of twice) found.push({ bytes: one.bytes, form: one.form, extra: 'double_encoded' })
  }
  for (const { bytes } of usual) {
    add(binaryIn(bytes), 'as text in UTF-8, not as bytes')
    if (digestSizes.has(bytes.length)) add(backwards(bytes), 'with its bytes in reverse order')
  }
  for (const { bytes } of inUsual(backwards(text)))
    if (digestSizes.has(bytes.length)) add(bytes, 'with its characters in reverse order')
  for (const [said, decode] of Object.entries(others)) add(decode(text), said)
  return found
}
