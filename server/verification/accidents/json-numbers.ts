import type { Rank } from '../search/accident.ts'
import type { NumberAt } from './json-tree.ts'

/** As `Double.toString` of Java writes it, with a power of ten from ten millions on. */
function javaDouble(token: string): string {
  const value = Number(token)
  const size = Math.abs(value)
  const isPlain = size === 0 || (size >= 1e-3 && size < 1e7)
  const [digits = '', power] = isPlain ? [String(value)] : value.toExponential().split('e')
  const decimal = digits.includes('.') ? digits : `${digits}.0`
  return power === undefined ? decimal : `${decimal}E${Number(power)}`
}

/** More noughts are not written out, nor counted. */
const mostNoughts = 40

/** The sign and the digits of a number, and how many of them stand behind the point: fewer than none in 1e3. */
function digitsOf(token: string): { sign: string; digits: string; behind: number } | undefined {
  const [, sign = '', whole = '', decimals = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? []
  const behind = decimals.length - Number(power)
  const digits = (whole + decimals).replace(/^0+(?=\d)/, '')
  return Math.abs(behind) > mostNoughts ? undefined : { sign, digits, behind }
}

/** Without a power of ten, as `toPlainString` of Java's BigDecimal writes it. */
function writtenOut(token: string): string {
  const number = /[eE]/.test(token) ? digitsOf(token) : undefined
  if (number === undefined) return token
  const { sign, digits, behind } = number
  if (behind <= 0) return sign + (digits === '0' ? digits : digits + '0'.repeat(-behind))
  const padded = digits.padStart(behind + 1, '0')
  return `${sign}${padded.slice(0, -behind)}.${padded.slice(-behind)}`
}

/** As Java's BigDecimal writes it after `stripTrailingZeros`, which makes 1E+3 of 1000. */
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

/** The same JSON with its numbers written another way, all of them or whole numbers alone. */
export const numbers: [rank: Rank, said: string, rewrite: (token: string) => string][] = [
  [1, 'with .0 behind each whole number', (token) => (isWhole(token) ? `${token}.0` : token)],
  [1, 'without .0 behind whole numbers', (token) => token.replace(/\.0+$/, '')],
  [1, 'with two decimals in each number', (token) => Number(token).toFixed(2)],
  [
    1,
    'with two decimals in each number that has any',
    (token) => (isWhole(token) ? token : Number(token).toFixed(2)),
  ],
  [1, 'without zeros at the end of its decimals', (token) => token.replace(/\.0+$|(\.\d*[1-9])0+$/, '$1')],
  [2, 'as Gson writes the doubles that it makes of all numbers', javaDouble],
  [2, 'with its powers of ten written out, such as 1000 for 1e3', writtenOut],
  [2, 'without the zeros at the end of its numbers, as Java writes 1E+3 for 1000', javaStripped],
]
export const isWhole = (token: string) => /^-?\d+$/.test(token)

const [quote, minus, nought, nine] = [0x22, 0x2d, 0x30, 0x39]
const wholeNumber = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The numbers that stand outside of strings; letter for letter, which takes a fifth of what matching every token does. */
export function numbersIn(text: string): NumberAt[] {
  const found: NumberAt[] = []
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === quote) isQuoted = !isQuoted
    else if (isQuoted) at += unit === 0x5c ? 1 : 0
    else if (unit === minus || (unit >= nought && unit <= nine)) {
      wholeNumber.lastIndex = at
      const token = wholeNumber.exec(text)?.[0]
      if (token === undefined) continue
      found.push({ from: at, token })
      at += token.length - 1
    }
  }
  return found
}

/** The text with its numbers written another way. */
export function renumbered(
  text: string,
  found: readonly NumberAt[],
  rewrite: (token: string) => string,
): string {
  let out = ''
  let at = 0
  for (const { from, token } of found) {
    out += text.slice(at, from) + rewrite(token)
    at = from + token.length
  }
  return out + text.slice(at)
}
