/** How other languages write JSON and forms, written here after their documentation. */

const units = (text: string): string[] => text.split('')
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const isAscii = (unit: string): boolean => unit < '\x80'

const short: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

interface Style {
  comma?: string
  colon?: string
  /** How one UTF-16 unit is written within a string; undefined keeps the usual way. */
  unit?(unit: string): string | undefined
  sorted?: boolean
  number?(value: number): string
  /** Maps `{}` of no members. */
  empty?: string
}

/** Writes a value as JSON in a style. */
export function write(value: unknown, style: Style = {}): string {
  const { comma = ',', colon = ':', unit, sorted = false, number = String, empty = '{}' } = style
  const quoted = (text: string) =>
    `"${units(text)
      .map((one) => unit?.(one) ?? short[one] ?? (one < ' ' ? escaped(one) : one))
      .join('')}"`
  const written = (one: unknown): string => {
    if (typeof one === 'string') return quoted(one)
    if (typeof one === 'number') return number(one)
    if (typeof one !== 'object' || one === null) return String(one)
    if (Array.isArray(one)) return `[${one.map(written).join(comma)}]`
    const members = Object.entries(one)
    if (sorted) members.sort(([a], [b]) => (a < b ? -1 : 1))
    if (members.length === 0) return empty
    return `{${members.map(([name, inner]) => quoted(name) + colon + written(inner)).join(comma)}}`
  }
  return written(value)
}

const asciiOnly = (unit: string) => (isAscii(unit) ? undefined : escaped(unit))
/** Python writes 1e21 so, and a float always with a point; the values here are integers and short decimals. */
const pythonNumber = (value: number) => (value === 1e21 ? '1e+21' : String(value))

export const languages: Record<string, (value: unknown) => string> = {
  'json.dumps of Python': (value) =>
    write(value, { comma: ', ', colon: ': ', unit: asciiOnly, number: pythonNumber }),
  'json.dumps with compact separators': (value) => write(value, { unit: asciiOnly, number: pythonNumber }),
  'json.dumps with ensure_ascii=False': (value) =>
    write(value, { comma: ', ', colon: ': ', number: pythonNumber }),
  'json_encode of PHP': (value) => write(value, { unit: (one) => (one === '/' ? '\\/' : asciiOnly(one)) }),
  'json_encode with JSON_UNESCAPED_UNICODE': (value) =>
    write(value, { unit: (one) => (one === '/' ? '\\/' : undefined) }),
  'json_encode with JSON_UNESCAPED_SLASHES': (value) => write(value, { unit: asciiOnly }),
  'json_encode of an array for an empty object': (value) =>
    write(value, { unit: (one) => (one === '/' ? '\\/' : asciiOnly(one)), empty: '[]' }),
  'Marshal of Go': (value) =>
    write(value, { unit: (one) => ('<>&\u2028\u2029'.includes(one) ? escaped(one) : undefined) }),
  'Marshal of a map of Go': (value) =>
    write(value, {
      sorted: true,
      unit: (one) => ('<>&\u2028\u2029'.includes(one) ? escaped(one) : undefined),
    }),
  'System.Text.Json of .NET': (value) =>
    write(value, {
      unit: (one) =>
        `<>&'"+\``.includes(one) || !isAscii(one)
          ? escaped(one).toUpperCase().replace('\\U', '\\u')
          : undefined,
    }),
}

/** Percent-encodes each UTF-8 byte but the letters, digits and these characters. */
export const percent = (text: string, left: string, space: '+' | '%20' = '%20'): string =>
  Array.from(Buffer.from(text), (byte) => {
    const letter = String.fromCharCode(byte)
    if (letter === ' ') return space
    if (/[A-Za-z0-9]/.test(letter) || left.includes(letter)) return letter
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')

/** Form encoders: the characters that each leaves alone, and how it writes a space. */
export const formEncoders: Record<string, (text: string) => string> = {
  encodeURIComponent: (text) => percent(text, "-_.!~*'()"),
  URLSearchParams: (text) => percent(text, '*-._', '+'),
  'quote_plus of Python': (text) => percent(text, '_.-~', '+'),
  'rawurlencode of PHP': (text) => percent(text, '-_.~'),
  'urlencode of PHP': (text) => percent(text, '-_.', '+'),
  'quote of Python, which leaves slashes alone': (text) => percent(text, '_.-~/'),
}
export const formOf = (
  fields: readonly (readonly [string, string])[],
  encode: (text: string) => string,
): string => fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
