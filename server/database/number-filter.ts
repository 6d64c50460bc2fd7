/** The filters for numbers, such as `404`, `>=400` and `4xx`. */
import { either, type Filter, listed } from './filters.ts'
import type { Seek, Value } from './seeks.ts'

const compared = /^(>=|<=|>|<|=)?(\d{1,9})$/
const ofHundred = /^([1-9])xx$/i

/** What is wrong with a value that {@link readNumbers} cannot read. */
export const numberFlaw = 'must be a whole number such as 404, a comparison such as >=400, or 4xx'

/** The numbers that a value asks for: `404`, `>=400`, `4xx`, or several separated by commas. Undefined if unreadable. */
export function readNumbers(value: string) {
  const ranges = listed(value).map(rangeOf)
  const known = ranges.filter((range) => range !== undefined)
  if (known.length === 0 || known.length < ranges.length) return undefined
  return { ranges: known, fits: (one: number) => fitsAny(one, known) }
}

const fitsAny = (one: number, ranges: readonly Range[]) =>
  ranges.some(({ from, to }) => one >= from && one <= to)

/**
 * A filter for a number such as a status.
 * @param seek the index that leads to records in these ranges, if there is one
 */
export function number(column: string, seek?: (ranges: readonly Range[]) => Seek | undefined): Filter {
  return {
    example: '404',
    says: 'a number such as 404, >=400, <300 or 4xx; separate several by commas',
    read(value) {
      const asked = readNumbers(value)
      if (asked === undefined) return { flaw: numberFlaw }
      const { ranges } = asked
      const found = seek?.(ranges)
      return {
        where: inRanges(column, ranges),
        bound: ranges.flatMap(({ from, to }) => [from, to]),
        ...(found && { seeks: [found] }),
      }
    },
  }
}

/** The numbers from one to another, both included. */
export interface Range {
  from: number
  to: number
}

/** Whether a column lies in one of these ranges, whose ends are bound in order. */
export const inRanges = (column: string, ranges: readonly Range[]): string =>
  either(ranges.map(() => `(${column} >= ? AND ${column} <= ?)`))

/** The index that begins with this column, of all records or of those `within` a condition from a number on. */
export const seekOfNumbers =
  (column: string, within?: { from: number }) =>
  (ranges: readonly Range[]): Seek | undefined => {
    if (within && ranges.some(({ from }) => from < within.from)) return undefined
    const isExact = ranges.every(({ from, to }) => from === to)
    return {
      column,
      ...(within && { within: `${column} >= ${within.from}` }),
      ...(isExact && { exact: ranges.map(({ from }) => from) }),
      fits: (one: Value | null) => fitsAny(Number(one), ranges),
    }
  }

const largest = 999_999_999

function rangeOf(text: string): Range | undefined {
  const hundred = ofHundred.exec(text)
  if (hundred) return { from: Number(hundred[1]) * 100, to: Number(hundred[1]) * 100 + 99 }
  const [, operator = '=', digits] = compared.exec(text) ?? []
  if (digits === undefined) return undefined
  const limit = Number(digits)
  switch (operator) {
    case '>=':
      return { from: limit, to: largest }
    case '>':
      return { from: limit + 1, to: largest }
    case '<=':
      return { from: 0, to: limit }
    case '<':
      return { from: 0, to: limit - 1 }
    default:
      return { from: limit, to: limit }
  }
}
