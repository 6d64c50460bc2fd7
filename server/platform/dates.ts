/** Reads and writes days and months in the platform's forms. */

const dayUs = 86_400_000_000

function startOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  // Date.UTC reads years below 100 as years of the last century.
  date.setUTCFullYear(year, month - 1, day)
  // There was no year 0, and few calendars know it.
  const isReal =
    year > 0 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  return isReal ? date.getTime() * 1000 : undefined
}

/** The start of a day `YYYY-MM-DD`, in microseconds since the epoch. Undefined if invalid. */
export function readDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return year === undefined ? undefined : startOf(Number(year), Number(month), Number(day))
}

/** As {@link readDay}, for `DD-MM-YYYY`. */
export function readDayFirst(text: string): number | undefined {
  const [, day, month, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text) ?? []
  return year === undefined ? undefined : startOf(Number(year), Number(month), Number(day))
}

/** `YYYY-MM-DD` for a time in microseconds. Years after 9999 have six digits and a sign. */
export const sayDay = (time: number): string => new Date(time / 1000).toISOString().replace(/T.*/, '')

/** The start of the day of a time. */
export const dayStart = (time: number): number => Math.floor(time / dayUs) * dayUs

/** The start of the month `offset` months after that of a time. */
export function monthStart(time: number, offset = 0): number {
  const date = new Date(time / 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1) * 1000
}

/** `YYYY-MM` of a time. */
export const sayMonth = (time: number): string => sayDay(time).slice(0, -3)

export const addDays = (time: number, days: number): number => time + days * dayUs
