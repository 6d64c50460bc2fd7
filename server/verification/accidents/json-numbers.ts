/** Numbers as different languages write them. */
import type { JsonNumber } from '../../json/json-source.ts'
import type { BodyTurn } from '../search/accident.ts'
import { type Make, nths, type Shared, tableBy } from './body-table.ts'

type Rewrite = (token: string) => string

export const isWhole = (token: string): boolean => /^-?\d+$/.test(token)

/** A number as Java's `Double.toString` writes it, with an exponent from ten million on. */
export function javaDouble(token: string): string {
  const value = Number(token)
  const size = Math.abs(value)
  const isPlain = size === 0 || (size >= 1e-3 && size < 1e7)
  const [digits = '', power] = isPlain ? [String(value)] : value.toExponential().split('e')
  const decimal = digits.includes('.') ? digits : `${digits}.0`
  return power === undefined ? decimal : `${decimal}E${Number(power)}`
}

/** The maximum number of zeros written, to bound the length. */
const mostNoughts = 40

/** A number's sign and digits, and the count of decimals. An exponent such as 1e3 makes the count negative. */
function digitsOf(token: string): { sign: string; digits: string; behind: number } | undefined {
  const [, sign = '', whole = '', decimals = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  const behind = decimals.length - Number(power)
  const digits = (whole + decimals).replace(/^0+(?=\d)/, '')
  return Math.abs(behind) > mostNoughts ? undefined : { sign, digits, behind }
}

/** Without an exponent, as Java's `BigDecimal.toPlainString` writes it. */
function writtenOut(token: string): string {
  const number = /[eE]/.test(token) ? digitsOf(token) : undefined
  if (number === undefined) return token
  const { sign, digits, behind } = number
  if (behind <= 0) return sign + (digits === '0' ? digits : digits + '0'.repeat(-behind))
  const padded = digits.padStart(behind + 1, '0')
  return `${sign}${padded.slice(0, -behind)}.${padded.slice(-behind)}`
}

/** As Java's BigDecimal writes it after `stripTrailingZeros`, which turns 1000 into 1E+3. */
function javaStripped(token: string): string {
  const number = digitsOf(token)
  if (number === undefined) return token
  const kept = number.digits.replace(/(?<!0)0+$/, '')
  if (kept === '') return '0'
  const behind = number.behind - (number.digits.length - kept.length)
  const power = kept.length - 1 - behind
  if (behind >= 0 && power >= -6) return writtenOut(`${number.sign}${kept}e${-behind}`)
  const digits = kept.length > 1 ? `${kept[0]}.${kept.slice(1)}` : kept
  return `${number.sign}${digits}E${power < 0 ? '' : '+'}${power}`
}

/** A number's shortest digits and the place of its point: 0.012 is 12 with the point at -1. */
function shortest(value: number, precision?: number): { sign: string; digits: string; point: number } {
  const [mantissa = '', power = '0'] = Math.abs(value)
    .toExponential(precision === undefined ? undefined : precision - 1)
    .split('e')
  const digits = mantissa.replace('.', '').replace(/(?<!^)0+$/, '')
  return { sign: value < 0 || Object.is(value, -0) ? '-' : '', digits, point: Number(power) + 1 }
}

/** Digits without an exponent. A whole number gets this ending. */
function pointed(digits: string, point: number, ending = ''): string {
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return digits + '0'.repeat(point - digits.length) + ending
  return `${digits.slice(0, point)}.${digits.slice(point)}`
}

/** How a language writes a float that it read from JSON. */
interface FloatStyle {
  /** The significant digits, by default as few as identify the value. */
  precision?: number
  /** The powers of ten from which on exponents are used, above and below. */
  large: number
  small: number
  /** The ending of a whole number, and of whole digits before an exponent. */
  whole?: string
  mantissa?: string
  /** The sign of a positive exponent, and the smallest number of its digits. */
  plus?: string
  width?: number
}
const floats =
  ({ precision, large, small, whole, mantissa = '', plus = '+', width = 1 }: FloatStyle) =>
  (token: string): string => {
    const value = Number(token)
    if (!Number.isFinite(value)) return token
    const { sign, digits, point } = shortest(value, precision)
    const power = point - 1
    if (value === 0 || (power < large && power >= small)) return sign + pointed(digits, point, whole)
    const exponent = String(Math.abs(power)).padStart(width, '0')
    const head = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits + mantissa
    return `${sign}${head}e${power < 0 ? '-' : plus}${exponent}`
  }
const wholeKept =
  (write: Rewrite, isKept = isWhole): Rewrite =>
  (token) =>
    isKept(token) ? token : write(token)
/** Whether PHP reads the token as an integer of 64 bits. */
const fits64 = (token: string) =>
  isWhole(token) && token.length < 21 && BigInt.asIntN(64, BigInt(token)) === BigInt(token)

export const phpJson = wholeKept(floats({ large: 17, small: -4, mantissa: '.0' }), fits64)
export const phpJsonFloat = wholeKept(floats({ large: 17, small: -4, mantissa: '.0', whole: '.0' }), fits64)
/** PHP with a fixed `serialize_precision`, as before 7.1. */
export const phpJsonOf = (precision: number): Rewrite =>
  wholeKept(floats({ precision, large: 17, small: -4, mantissa: '.0' }), fits64)
export const rubyJson = wholeKept(floats({ large: 15, small: -4, mantissa: '.0', whole: '.0', width: 2 }))
export const rustJson = wholeKept(floats({ large: 16, small: -5, plus: '', whole: '.0' }))
/** Numbers that Go reads into a map become floats. */
export const goJson: Rewrite = (token) =>
  /^-?[1-9]\d{0,14}$/.test(token) ? token : JSON.stringify(Number(token))
/** As a double, with whole numbers written out. */
export const asDouble: Rewrite = (token) => {
  const value = Number(token)
  return Number.isFinite(value) ? pointedNumber(value) : token
}
const pointedNumber = (value: number) => {
  const { sign, digits, point } = shortest(value)
  return Math.abs(point) > mostNoughts ? String(value) : sign + pointed(digits, point)
}

/** As C's `%.17g` and its likes. */
export function asPrintf(precision: number): Rewrite {
  const write = floats({ precision, large: precision, small: -4, width: 2 })
  return (token) => (isWhole(token) && token.length <= precision && token !== '-0' ? token : write(token))
}
/** As jq 1.6: whole numbers up to 17 digits more than their own are written out. */
export const jqNumber: Rewrite = (token) => {
  const value = Number(token)
  const { digits } = shortest(Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE)
  return floats({ large: digits.length + 15, small: -5, width: 2 })(String(value))
}

/** A text as a number, as PHP's JSON_NUMERIC_CHECK converts it. */
export function numericText(text: string): string | undefined {
  const [, number] = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*$/.exec(text) ?? []
  if (number === undefined) return undefined
  const short = number.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1')
  return isWhole(short) ? phpJson(short) : phpJson(String(Number(short)))
}

/** Rewrites some of a text's numbers. */
function renumbered(text: string, found: readonly JsonNumber[], rewrite: Rewrite): string {
  let out = ''
  let at = 0
  for (const { token, start, end } of found) {
    out += text.slice(at, start) + rewrite(token)
    at = end
  }
  return out + text.slice(at)
}

const ofJson: Shared = { needs: 'numbers', applies: ({ isJson }) => isJson() }
/** Rows that rewrite all JSON numbers, or only the nth. */
const table = (nth?: number) =>
  tableBy(
    (rewrite: Rewrite): Make =>
      ({ text, numbers }) => {
        const some = nth === undefined ? numbers() : numbers().slice(nth, nth + 1)
        const other = renumbered(text(), some, rewrite)
        return other === text() ? undefined : other
      },
    { ...ofJson, work: { byte: 0.0015, ...(nth === undefined && { token: 0.015 }) } },
  )
const ofAll = table()

const withPoint: Rewrite = (token) => (isWhole(token) ? `${token}.0` : token)
const twoDecimals: Rewrite = (token) => Number(token).toFixed(2)

/** The same JSON with its numbers written differently. */
export const numbers: readonly BodyTurn[] = [
  ...ofAll('reserialised', 1).rows({
    'with .0 after each whole number': withPoint,
    'without .0 after whole numbers': (token) => token.replace(/\.0+$/, ''),
    'with two decimals in each number': twoDecimals,
    'with two decimals in each number with decimals': (token) =>
      isWhole(token) ? token : twoDecimals(token),
    'without trailing zeros of decimals': (token) => token.replace(/\.0+$|(\.\d*[1-9])0+$/, '$1'),
  }),
  ...ofAll('reserialised', 2).rows({
    'as Gson writes numbers that it parsed as doubles': javaDouble,
    'with exponents expanded, such as 1000 for 1e3': writtenOut,
    'without trailing zeros, as Java writes 1E+3 for 1000': javaStripped,
  }),
  // JavaScript drops the .0 that Python writes for a float.
  ...nths(8, (nth) =>
    table(nth)('reserialised', 2).rows({ 'with .0 after one of its whole numbers': withPoint }),
  ).flat(),
]
