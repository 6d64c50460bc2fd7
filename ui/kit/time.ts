/** Words all times of the page: in the reader's zone, or in UTC. */
import { timesInUtc } from './preferences.ts'

/** An ISO time of the API, or milliseconds since 1970. */
export type Moment = string | number

/** Each names the zones of its region: `EST`, `CET`, `AEDT`, `IST`. */
const regions = ['en-US', 'en-GB', 'en-AU', 'en-IN']

const minuteMs = 60_000

/** The words for times. Reading `inUtc` lets everything that shows a time follow it. */
export function createTimes(inUtc: { readonly value: boolean }) {
  /** The short names of the reader's zone, by its distance to UTC. */
  const names = new Map<number, string>()

  /** Minutes from local time to UTC at a moment: they change with daylight saving. */
  const toUtc = (at: Moment): number => (inUtc.value ? 0 : new Date(at).getTimezoneOffset())

  function parts(at: Moment): [day: string, time: string] {
    const moved = new Date(new Date(at).getTime() - toUtc(at) * minuteMs)
    const [day = '', time = ''] = moved.toISOString().split('T')
    return [day, time]
  }

  /** `CET`, or `UTC+5:45` for a zone without a short name. */
  function zoneAt(at: Moment): string {
    if (inUtc.value) return 'UTC'
    const distance = toUtc(at)
    const known = names.get(distance) ?? zoneName(at)
    names.set(distance, known)
    return known
  }

  /** `2026-01-31`. */
  const dayOf = (at: Moment): string => parts(at)[0]
  /** `09:04:31.880`, or `09:04:31`. */
  const clockTime = (at: Moment, isExact = true): string => parts(at)[1].slice(0, isExact ? 12 : 8)
  /** `2026-01-31 09:04:31.880 CET`, or `2026-01-31 09:04:31 CET`. */
  const dateTime = (at: Moment, isExact = true): string =>
    `${dayOf(at)} ${clockTime(at, isExact)} ${zoneAt(at)}`

  return { dayOf, clockTime, dateTime, zoneAt }
}

function zoneName(at: Moment): string {
  let name = ''
  for (const region of regions) {
    const parts = new Intl.DateTimeFormat(region, { timeZoneName: 'short' }).formatToParts(new Date(at))
    name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    if (!/^GMT./.test(name)) return name
  }
  return name.replace('GMT', 'UTC')
}

export const { dayOf, clockTime, dateTime, zoneAt } = createTimes(timesInUtc)
