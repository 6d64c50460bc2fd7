/** Converts times: integers in microseconds since the epoch inside, text outside. */

const tooLateMs = Date.UTC(10_000)
/**
 * The last moment with a four-digit year. At this size a number holds only every 32nd microsecond. The clock
 * cannot be moved beyond it.
 */
export const latestTime = tooLateMs * 1000 - 32

const micro = (time: number) => String(Math.floor(time % 1_000_000)).padStart(6, '0')
let [writtenSecond, writtenText] = [Number.NaN, '']
/** Caches the text of the last second: most times written in a row lie in the same second. */
function seconds(time: number): string {
  const second = Math.floor(time / 1_000_000)
  if (second !== writtenSecond)
    // Years with more than four digits make the text longer.
    [writtenSecond, writtenText] = [second, new Date(second * 1000).toISOString().slice(0, -5)]
  return writtenText
}

/** `2026-01-01T09:00:00.000000Z`, the form of the API. */
export const toIso = (time: number): string => `${seconds(time)}.${micro(time)}Z`

/** `2026-01-01T09:00:00.000000+00:00`, the form inside event payloads. */
export const toIsoOffset = (time: number): string => `${seconds(time)}.${micro(time)}+00:00`

/** As {@link toIso}, `null` staying `null`. */
export const toIsoOrNull = (time: number | null): string | null => (time === null ? null : toIso(time))

/** `09:04:31.880` of a time of the API, in UTC as everywhere in the sandbox. */
export const clockTime = (iso: string): string => iso.slice(11, 23)
/** `09:04:31` of a time of the API. */
export const secondsTime = (iso: string): string => iso.slice(11, 19)
/** `2026-01-01 09:04:31.880 UTC` of a time of the API. */
export const dateTime = (iso: string): string => `${iso.slice(0, 10)} ${clockTime(iso)} UTC`

/** Reads an ISO 8601 time with a zone, to the microsecond; undefined when it is none, such as on the 30th of February. */
export function fromIso(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)$/i.exec(text.trim())
  if (!match || !isDay(text.trim().slice(0, 10))) return undefined
  const ms = Date.parse(`${match[1]}${match[3]}`)
  if (Number.isNaN(ms)) return undefined
  const time = ms * 1000 + Number((match[2] ?? '').padEnd(6, '0').slice(0, 6))
  // The last microseconds of 9999 would be rounded into the next year.
  return ms < tooLateMs ? Math.min(time, latestTime) : time
}

/** Date takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  if (Number(text.slice(8)) <= 28) return true
  const start = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text)
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
type Unit = keyof typeof unitMs

/** Reads `500ms`, `10s`, `1m30s`, `3d` as milliseconds; undefined for other text. `0` needs no unit. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    total += Number(amount) * unitMs[unit as Unit]
  return total
}
