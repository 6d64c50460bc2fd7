/** Numbers as different languages write them. */
import type { JsonNumber } from '../../json/json-source.ts'
import type { BodyTurn } from '../search/accident.ts'
import { type Make, nths, type Shared, tableBy } from './body-table.ts'

/** A number as Java's `Double.toString` writes it, with an exponent from ten million on. */
function javaDouble(token: string): string {
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

export const isWhole = (token: string) => /^-?\d+$/.test(token)

type Rewrite = (token: string) => string

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
