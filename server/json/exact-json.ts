import { numbersIn } from './json-source.ts'

/** A number of more digits than a double keeps, such as an id beyond 2^53; it is told as text, as it was written. */
export class LongNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
  toJSON(): string {
    return this.digits
  }
}

/** Stands in a text for a long number, which no reader would keep; no text that has this letter is read so. */
const mark = '\0'
const mayHaveMarks = /\\u0000/
/** So few digits a double always keeps. */
const mayBeLong = /[\d.]{16}|\d[eE]/

/** The digits of a number that tell it from its neighbours. */
const digitsOf = (written: string) =>
  written
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
const isLong = (written: string) => digitsOf(written) !== digitsOf(String(Number(written)))

/** As `JSON.parse`, but for numbers that lose digits there, which are each a {@link LongNumber}. */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!mayBeLong.test(text) || mayHaveMarks.test(text)) return value
  let marked = ''
  let from = 0
  for (const { start, end } of numbersIn(text)) {
    const written = text.slice(start, end)
    if (!isLong(written)) continue
    marked += `${text.slice(from, start)}{${JSON.stringify(mark)}:"${written}"}`
    from = end
  }
  if (from === 0) return value
  return JSON.parse(marked + text.slice(from), (_, one) =>
    typeof one === 'object' && one !== null && Object.hasOwn(one, mark) ? new LongNumber(one[mark]) : one,
  )
}
