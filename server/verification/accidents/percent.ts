/** Percent-encoding and percent-decoding, as different languages do both. */
import { once } from '../../memory/once-for.ts'

/** How encoders write the names and values of a form or a query. */
interface Style {
  said: string
  /** The unescaped bytes besides letters and digits. */
  bare: string
  space: '+' | '%20'
  isLower?: boolean
}

/** Ordered from few to many escaped characters, with the usual encoders first. */
const usual: readonly Style[] = [
  { said: 'as browsers, URLSearchParams and Java write a form', bare: '*-._', space: '+' },
  { said: 'as Python and Go write a form', bare: '-._~', space: '+' },
  { said: 'as PHP writes a form', bare: '-._', space: '+' },
  { said: 'as .NET writes a form', bare: '!()*-._', space: '+', isLower: true },
  { said: 'by encodeURIComponent', bare: "!'()*-._~", space: '%20' },
  { said: 'as in RFC 3986', bare: '-._~', space: '%20' },
]
const seldom: readonly Style[] = [
  { said: "as .NET's WebUtility writes a form", bare: '!()*-._', space: '+' },
  { said: 'as jQuery writes a form', bare: "!'()*-._~", space: '+' },
  { said: 'as axios writes parameters', bare: "!'()*-._~:$,[]", space: '+' },
  { said: 'as qs writes RFC 1738', bare: '-._~()', space: '+' },
  { said: "as Python's quote writes it, with plain slashes", bare: '-._~/', space: '%20' },
  { said: 'as OkHttp writes a form', bare: '*-._', space: '%20' },
  { said: "without tildes, as PHP's old rawurlencode writes it", bare: '-._', space: '%20' },
  { said: 'with plain square brackets, as in RFC 3986', bare: '-._~[]', space: '%20' },
  { said: 'with plain square brackets, as a form', bare: '*-._[]', space: '+' },
  { said: 'by encodeURI', bare: "!'()*-._~;,/?:@&=+$#", space: '%20' },
]

/** Each byte as an encoder writes it. */
const tableOf = ({ bare, space, isLower }: Style): readonly string[] =>
  Array.from({ length: 256 }, (_, byte) => {
    const letter = String.fromCharCode(byte)
    if (byte === 0x20) return space
    if (/[A-Za-z0-9]/.test(letter) || bare.includes(letter)) return letter
    const hex = byte.toString(16).padStart(2, '0')
    return `%${isLower ? hex : hex.toUpperCase()}`
  })
const encoderOf = (style: Style) => {
  const written = once(() => tableOf(style))
  return (bytes: Uint8Array) => {
    const table = written()
    let out = ''
    for (const byte of bytes) out += table[byte]
    return out
  }
}
type Encode = ReturnType<typeof encoderOf>

const bySaid = (styles: readonly Style[]): Readonly<Record<string, Encode>> =>
  Object.fromEntries(styles.map((style) => [style.said, encoderOf(style)]))

/** All encoders of names and values. */
export const encoders = bySaid([...usual, ...seldom])
/** The same with escapes in the other case. */
export const recasedEncoders = bySaid(
  [...usual, ...seldom].map((style) => ({
    ...style,
    said: `${style.said}, with ${style.isLower ? 'upper' : 'lower'}-case escapes`,
    isLower: !style.isLower,
  })),
)
/** As PHP's `urlencode`. */
export const phpEncoded: Encode = encoderOf({ said: '', bare: '-._', space: '+' })

/** The bytes of an encoded name or value. An invalid percent sign stays as is. */
function decodedBytes(part: string): Uint8Array {
  const bytes = new Uint8Array(part.length)
  let to = 0
  for (let at = 0; at < part.length; at++) {
    const code = part.charCodeAt(at)
    const digits = code === 0x25 ? part.slice(at + 1, at + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(digits)) {
      bytes[to++] = Number.parseInt(digits, 16)
      at += 2
    } else bytes[to++] = code === 0x2b ? 0x20 : code
  }
  return bytes.subarray(0, to)
}

/** Re-encodes each field in its order. The first = separates the name from the value. */
const recoded = (text: string, encode: Encode) =>
  text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0
        ? encode(decodedBytes(pair))
        : `${encode(decodedBytes(pair.slice(0, at)))}=${encode(decodedBytes(pair.slice(at + 1)))}`
    })
    .join('&')

const escapes = /%[0-9a-f]{2}/gi

/** Other encodings of a form or a query with the same meaning and order. The text is Latin-1, one character per byte. */
export const percentWritings: Readonly<Record<string, (text: string) => string>> = {
  'with %20 instead of +': (text) => text.replaceAll('+', '%20'),
  'with + instead of %20': (text) => text.replaceAll('%20', '+'),
  'with upper-case percent escapes': (text) => text.replace(escapes, (one) => one.toUpperCase()),
  'with lower-case percent escapes': (text) => text.replace(escapes, (one) => one.toLowerCase()),
  ...Object.fromEntries(
    Object.entries({ ...encoders, ...recasedEncoders }).map(([said, encode]) => [
      `with its fields encoded again ${said}`,
      (text: string) => recoded(text, encode),
    ]),
  ),
}

/** Returns the text unchanged if the conversion fails. */
export const orAsItIs = (turn: (text: string) => string) => (text: string) => {
  try {
    return turn(text)
  } catch {
    return text
  }
}
/** Percent-decodes; returns invalid text unchanged. */
export const percentDecoded = orAsItIs(decodeURIComponent)
/** Percent-encodes for a URL; returns text with half a surrogate pair unchanged. */
export const percentEncoded = orAsItIs(encodeURIComponent)
