import type { Points, Result } from './points.ts'

/** What happened in one span of time. */
export interface Bucket {
  /** When it begins, ms since 1970. */
  from: number
  calls: number
  events: number
  captures: number
  attempts: Record<Result, number>
  /** How long finished attempts took, ms, the shortest first. */
  durations: number[]
}
export interface Buckets {
  /** How long each of them is, ms. */
  size: number
  /** Without a gap, the oldest first. */
  list: Bucket[]
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const sizes = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 30, 90, 365].map((n) => n * day),
]
const mostBuckets = 90

/** The shortest readable length of which so many cover a span of `ms`. */
export const sizeFor = (ms: number, most = mostBuckets): number =>
  sizes.find((size) => ms / size < most - 1) ?? Math.ceil(ms / most / (365 * day)) * 365 * day

function ends({ calls, events, captures, attempts }: Points): [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const take = (at: number) => {
    if (at < low) low = at
    if (at > high) high = at
  }
  for (const times of [calls, events, captures]) times.forEach(take)
  for (const { at } of attempts) take(at)
  return low > high ? null : [low, high]
}

const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Whether some of it was on another day than the rest. */
export const spansDays = ({ list }: Buckets): boolean =>
  list.length > 0 && dayAt(list[0]?.from ?? 0) !== dayAt(list.at(-1)?.from ?? 0)

/** A time among spans, no finer than they are: `09:04:30`, `09:04`, `2026-01-02 06:00` or `2026-01-02`, in UTC. */
export function timeIn(buckets: Buckets, at: number): string {
  const { size } = buckets
  if (size >= day) return dayAt(at)
  const time = new Date(at).toISOString().slice(11, size % minute === 0 ? 16 : 19)
  return spansDays(buckets) ? `${dayAt(at)} ${time}` : time
}

/**
 * Times of an axis in steps of seconds, given in seconds; the day stands with the first, and where it becomes another. What lies
 * within a second has no word of its own.
 */
export function axisTimes(times: readonly number[], step: number, hasDays: boolean): string[] {
  return times.map((at, index) => {
    const iso = new Date(at * 1000).toISOString()
    if (step * second >= day) return iso.slice(0, 10)
    const time = step * second >= minute ? iso.slice(11, 16) : iso.slice(11, 19)
    if (!Number.isInteger(at)) return ''
    const before = times.slice(0, index).findLast(Number.isInteger)
    const isNew = before === undefined || dayAt(before * 1000) !== dayAt(at * 1000)
    return hasDays && isNew ? `${iso.slice(5, 10)} ${time}` : time
  })
}

/** Counts points in spans of the same length; none where there is nothing. */
export function bucketsOf(points: Points): Buckets {
  const span = ends(points)
  if (span === null) return { size: second, list: [] }
  const size = sizeFor(span[1] - span[0])
  const first = Math.floor(span[0] / size)
  const list = Array.from(
    { length: Math.floor(span[1] / size) - first + 1 },
    (_, index): Bucket => ({
      from: (first + index) * size,
      calls: 0,
      events: 0,
      captures: 0,
      attempts: { succeeded: 0, failed: 0, waiting: 0 },
      durations: [],
    }),
  )
  const at = (time: number) => list[Math.floor(time / size) - first]
  for (const kind of ['calls', 'events', 'captures'] as const)
    for (const time of points[kind]) {
      const bucket = at(time)
      if (bucket !== undefined) bucket[kind]++
    }
  for (const attempt of points.attempts) {
    const bucket = at(attempt.at)
    if (bucket === undefined) continue
    bucket.attempts[attempt.result]++
    if (attempt.durationMs !== null) bucket.durations.push(attempt.durationMs)
  }
  for (const { durations } of list) durations.sort((a, b) => a - b)
  return { size, list }
}

export const attemptsIn = ({ attempts }: Bucket): number =>
  attempts.succeeded + attempts.failed + attempts.waiting

/** The duration that this share of them does not exceed (nearest rank); null where there are none. */
export const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
