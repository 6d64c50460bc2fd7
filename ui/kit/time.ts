/** Words all times of the page: in the reader's zone, or in UTC. */
import { timesInUtc } from './preferences.ts'

/** An ISO time of the API, or milliseconds since 1970. */
export type Moment = string | number

/** Each names the zones of its region: `EST`, `CET`, `AEDT`, `IST`. */
const regions = ['en-US', 'en-GB', 'en-AU', 'en-IN']

/** The words for times. Reading `inUtc` lets everything that shows a time follow it. */
export function createTimes(inUtc: { readonly value: boolean }) {
  /** The short names of the reader's zone, by its distance to UTC. */
  const names = new Map<number, string>()

  /** Minutes from local time to UTC at a moment: they change with daylight saving. */
  const toUtc = (at: Moment): number => (inUtc.value ? 0 : new Date(at).getTimezoneOffset())

  /** The time in the shown zone, in the form of ISO. */
  const shown = (at: Moment): string => new Date(+new Date(at) - toUtc(at) * 60_000).toISOString()

  /** `CET`, or `UTC+5:45` for a zone without a short name. */
  function zoneAt(at: Moment): string {
    if (inUtc.value) return 'UTC'
    const distance = toUtc(at)
    // Asking takes a hundred times as long as looking up.
    const known = names.get(distance)
    if (known !== undefined) return known
    // English names a zone only in the English of its region.
    const found = regions.map((region) =>
      new Date(at).toLocaleTimeString(region, { timeZoneName: 'short' }).replace(/.*\s/, ''),
    )
    const name = (found.find((one) => !/^GMT./.test(one)) ?? found[0] ?? '').replace(/^GMT(?=.)/, 'UTC')
    names.set(distance, name)
    return name
  }

  /** `2026-01-31`. */
  const dayOf = (at: Moment): string => shown(at).replace(/T.*/, '')
  /** `09:04:31.880`, or `09:04:31`. */
  const clockTime = (at: Moment, isExact = true): string =>
    shown(at)
      .replace(/.*T/, '')
      .slice(0, isExact ? 12 : 8)
  /** `2026-01-31 09:04:31.880 CET`, or `2026-01-31 09:04:31 CET`. */
  const dateTime = (at: Moment, isExact = true): string =>
    `${dayOf(at)} ${clockTime(at, isExact)} ${zoneAt(at)}`

  return { dayOf, clockTime, dateTime, zoneAt }
}

export const { dayOf, clockTime, dateTime, zoneAt } = createTimes(timesInUtc)
