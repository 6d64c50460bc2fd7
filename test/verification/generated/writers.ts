/** How other languages write JSON and forms. Written here after their documentation, not with the project's code. */

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const upper = (unit: string): string => `\\u${escaped(unit).slice(2).toUpperCase()}`
const isAscii = (unit: string): boolean => unit < '\x80'

const short: Readonly<Record<string, string>> = {
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
  /** How one UTF-16 unit is written within a string. Undefined keeps the usual way. */
  unit?(unit: string): string | undefined
  order?(a: string, b: string): number
  number?(value: number): string
  /** An object without members. */
  empty?: string
}

const byUnits = (a: string, b: string): number => (a < b ? -1 : 1)

/** Writes a value as JSON in a style. */
function write(value: unknown, style: Style = {}): string {
  const { comma = ',', colon = ':', unit, order, number = String, empty = '{}' } = style
  const quoted = (text: string) =>
    `"${text
      .split('')
      .map((one) => unit?.(one) ?? short[one] ?? (one < ' ' ? escaped(one) : one))
      .join('')}"`
  const written = (one: unknown): string => {
    if (typeof one === 'string') return quoted(one)
    if (typeof one === 'number') return number(one)
    if (typeof one !== 'object' || one === null) return String(one)
    if (Array.isArray(one)) return `[${one.map(written).join(comma)}]`
    const members = Object.entries(one)
    if (order) members.sort(([a], [b]) => order(a, b))
    if (members.length === 0) return empty
    return `{${members.map(([name, inner]) => quoted(name) + colon + written(inner)).join(comma)}}`
  }
  return written(value)
}

/** Only ASCII, as Python and PHP write by default. */
const ascii = (unit: string) => (isAscii(unit) ? undefined : escaped(unit))
const phpUnit = (unit: string) => (unit === '/' ? '\\/' : ascii(unit))
const goUnit = (unit: string) => ('<>&\u2028\u2029'.includes(unit) ? escaped(unit) : undefined)
const dotnetUnit = (unit: string) => (`<>&'"+\``.includes(unit) || !isAscii(unit) ? upper(unit) : undefined)
const gsonUnit = (unit: string) => (`<>&='\u2028\u2029`.includes(unit) ? escaped(unit) : undefined)
/** PHP before 7.1 and C's %.17g print each double with 17 digits. */
const with17Digits = (value: number) =>
  Number.isInteger(value) ? String(value) : String(value.toPrecision(17)).replace(/0+$/, '')

export const languages = {
  'json.dumps of Python': (value) => write(value, { comma: ', ', colon: ': ', unit: ascii }),
  'json.dumps with compact separators': (value) => write(value, { unit: ascii }),
  'json.dumps with ensure_ascii=False': (value) => write(value, { comma: ', ', colon: ': ' }),
  'json_encode of PHP': (value) => write(value, { unit: phpUnit }),
  'json_encode with JSON_UNESCAPED_UNICODE': (value) =>
    write(value, { unit: (one) => (one === '/' ? '\\/' : undefined) }),
  'json_encode with JSON_UNESCAPED_SLASHES': (value) => write(value, { unit: ascii }),
  'Marshal of Go': (value) => write(value, { unit: goUnit }),
  'System.Text.Json of .NET': (value) => write(value, { unit: dotnetUnit }),
  'Gson of Java': (value) => write(value, { unit: gsonUnit }),
} satisfies Record<string, (value: unknown) => string>

/** Writers that also change what a value is or where it is, so that nobody sends their text. */
export const rewriters: Readonly<Record<string, (value: unknown) => string>> = {
  'sorted by name': (value) => write(value, { order: byUnits }),
  'Marshal of a map of Go': (value) => write(value, { order: byUnits, unit: goUnit }),
  'json.dumps with sort_keys': (value) =>
    write(value, { order: byUnits, comma: ', ', colon: ': ', unit: ascii }),
  'jsonb of Postgres': (value) => write(value, { order: byLength, comma: ', ', colon: ': ' }),
  'jsonb written compact': (value) => write(value, { order: byLength }),
  'json_encode of an array for an empty object': (value) => write(value, { unit: phpUnit, empty: '[]' }),
  'json_encode of PHP before 7.1': (value) => write(value, { unit: phpUnit, number: with17Digits }),
}
function byLength(a: string, b: string): number {
  return Buffer.byteLength(a) - Buffer.byteLength(b) || byUnits(a, b)
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
export const formEncoders = {
  encodeURIComponent: (text) => percent(text, "-_.!~*'()"),
  URLSearchParams: (text) => percent(text, '*-._', '+'),
  'quote_plus of Python': (text) => percent(text, '_.-~', '+'),
  'rawurlencode of PHP': (text) => percent(text, '-_.~'),
  'urlencode of PHP': (text) => percent(text, '-_.', '+'),
  'quote of Python': (text) => percent(text, '_.-~/'),
} satisfies Record<string, (text: string) => string>

export type Field = readonly [name: string, value: string]
export const formOf = (fields: readonly Field[], encode: (text: string) => string): string =>
  fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
