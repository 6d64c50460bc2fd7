/** How an encoder writes the names and values of a form or a query. */
interface Style {
  said: string
  /** The unescaped bytes besides letters and digits. */
  bare: string
  space: '+' | '%20'
  isLower?: boolean
}

/** Ordered from few to many escaped characters. */
const styles: readonly Style[] = [
  { said: 'as browsers, URLSearchParams and Java write a form', bare: '*-._', space: '+' },
  { said: 'as Python and Go write a form', bare: '-._~', space: '+' },
  { said: 'as PHP writes a form', bare: '-._', space: '+' },
  { said: 'as .NET writes a form', bare: '!()*-._', space: '+', isLower: true },
  { said: 'by encodeURIComponent', bare: "!'()*-._~", space: '%20' },
  { said: 'as in RFC 3986', bare: '-._~', space: '%20' },
]

/** Matches an escape or a single byte. */
const unit = /%[0-9a-f]{2}|[\s\S]/gi

function written(part: string, { bare, space, isLower }: Style): string {
  return part.replace(unit, (one) => {
    const byte = one.length === 3 ? Number.parseInt(one.slice(1), 16) : one === '+' ? 0x20 : one.charCodeAt(0)
    if (byte === 0x20) return space
    const letter = String.fromCharCode(byte)
    if (/[A-Za-z0-9]/.test(letter) || bare.includes(letter)) return letter
    const hex = byte.toString(16).padStart(2, '0')
    return `%${isLower ? hex : hex.toUpperCase()}`
  })
}

/** Re-encodes each field in its order. The first = separates the name from the value. */
const recoded = (text: string, style: Style) =>
  text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0
        ? written(pair, style)
        : `${written(pair.slice(0, at), style)}=${written(pair.slice(at + 1), style)}`
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
    styles.map((style) => [
      `with its fields encoded again ${style.said}`,
      (text: string) => recoded(text, style),
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
