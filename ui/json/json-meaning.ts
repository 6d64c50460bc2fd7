/** Recognizes times and ids in JSON values. */
import { dateTime } from '../kit/time.ts'

const isoTime = /^"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)"$/
const timeKey =
  /(?:^"|_)(?:at|time|date|timestamp|ts|on|iat|exp|nbf|created|updated|expires|since|until)"$|(?:Time|At|Date|Timestamp)"$/
const ours =
  /^"((?:evt|dlv|cap|cal)_[0-9A-Za-z]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"$/

/** From 2001 to 2096, in seconds. */
const isLikelySeconds = (value: number) => value >= 1_000_000_000 && value < 4_000_000_000

const agoWords = (ms: number): string => {
  const [much, unit] = unitsOf(Math.abs(ms))
  if (much === 0) return 'now'
  const words = `${much} ${unit}${much === 1 ? '' : 's'}`
  return ms > 0 ? `${words} ago` : `in ${words}`
}
function unitsOf(ms: number): [number, string] {
  for (const [unit, size] of [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const)
    if (ms >= size) return [Math.floor(ms / size), unit]
  return [Math.floor(ms / 1000), 'second']
}

/** A time in words: an ISO time, or Unix seconds or milliseconds under a key that suggests a time. */
export function timeMeant(key: string | null, raw: string, now: number): string | null {
  const ms = momentOf(key, raw)
  return ms === null ? null : `${dateTime(ms)}, ${agoWords(now - ms)}`
}

function momentOf(key: string | null, raw: string): number | null {
  if (isoTime.test(raw)) {
    const ms = Date.parse(raw.slice(1, -1))
    return Number.isNaN(ms) ? null : ms
  }
  if (key === null || !timeKey.test(key) || !/^\d{10}(?:\d{3})?$/.test(raw)) return null
  const seconds = raw.length === 13 ? Number(raw) / 1000 : Number(raw)
  return isLikelySeconds(seconds) ? seconds * 1000 : null
}

/** The id of a record of this sandbox or of an object of the platform, if the value is one. */
export const idMeant = (raw: string): string | null => ours.exec(raw)?.[1] ?? null
