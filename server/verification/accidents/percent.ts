/** How an encoder writes the names and values of a form, or of a query. */
interface Style {
  said: string
  /** The bytes that stand as they are, besides letters and digits. */
  bare: string
  space: '+' | '%20'
  isLower?: boolean
}

/** Each said by those who write so; the ones that escape less first. */
const styles: readonly Style[] = [
  { said: 'as browsers, URLSearchParams and Java write a form', bare: '*-._', space: '+' },
  { said: 'as Python and Go write a form', bare: '-._~', space: '+' },
  { said: 'as PHP writes a form', bare: '-._', space: '+' },
  { said: 'as .NET writes a form', bare: '!()*-._', space: '+', isLower: true },
  { said: 'by encodeURIComponent', bare: "!'()*-._~", space: '%20' },
  { said: 'as RFC 3986 says', bare: '-._~', space: '%20' },
]

/** Names and values with what stands between them, an escape or a byte at a time. */
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

/** Name by name in the order in which they stand; what is behind the first = of each is its value. */
const anew = (text: string, style: Style) =>
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

/**
 * What else the fields of a form, or a query, may have been written as: each means the same, in the same order. The text is
 * one of Latin-1, a character for a byte.
 */
export const percentWritings: Readonly<Record<string, (text: string) => string>> = {
  'with %20 for each +': (text) => text.replaceAll('+', '%20'),
  'with + for each %20': (text) => text.replaceAll('%20', '+'),
  'with its percent escapes in upper case': (text) => text.replace(escapes, (one) => one.toUpperCase()),
  'with its percent escapes in lower case': (text) => text.replace(escapes, (one) => one.toLowerCase()),
  ...Object.fromEntries(
    styles.map((style) => [
      `with its fields encoded anew ${style.said}`,
      (text: string) => anew(text, style),
    ]),
  ),
}

/** As it is where the other way is impossible. */
export const orAsItIs = (turn: (text: string) => string) => (text: string) => {
  try {
    return turn(text)
  } catch {
    return text
  }
}
/** With its percent escapes undone; as it is where they are none. */
export const percentDecoded = orAsItIs(decodeURIComponent)
/** As a part of a URL; as it is where it holds half a character. */
export const percentEncoded = orAsItIs(encodeURIComponent)
