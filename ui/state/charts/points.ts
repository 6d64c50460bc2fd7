import type { AttemptRow, DeliveryRow } from '../../../server/wire.ts'
import { attemptSign, deliverySign } from '../../kit/format.ts'
import type { DeliveryEntry, Entry } from '../../live/entries.ts'

export type Result = 'succeeded' | 'failed' | 'waiting'

/** One attempt, as it is counted. */
interface AttemptPoint {
  /** When it began, ms since 1970; where only the delivery is known, when that ended. */
  at: number
  /** null while it is under way. */
  durationMs: number | null
  result: Result
}

/** What is counted, times in ms since 1970, in no order. */
export interface Points {
  calls: number[]
  events: number[]
  captures: number[]
  attempts: AttemptPoint[]
  /** Attempts known to have been made, but not when. */
  untold: number
}

const results = { good: 'succeeded', bad: 'failed', wait: 'waiting' } as const

const timeOf = (entry: Exclude<Entry, DeliveryEntry>): string => {
  switch (entry.kind) {
    case 'event':
      return entry.data.occurred_at
    case 'capture':
      return entry.data.received_at
    case 'call':
      return entry.data.at
  }
}

// Times are read over and over while more comes in; most fall into the same minute as the one before.
let minute = ''
let minuteMs = 0
/** ms since 1970 of `2026-01-01T09:04:31.880123Z`. */
export function readTime(iso: string): number {
  if (!iso.startsWith(minute) || minute === '') {
    minute = iso.slice(0, 16)
    minuteMs = Date.parse(`${minute}:00Z`)
  }
  return minuteMs + Number(iso.slice(17, -1)) * 1000
}

const known = new WeakMap<Entry | AttemptRow, number>()
function timeKept(of: Entry | AttemptRow, iso: string): number {
  let at = known.get(of)
  if (at === undefined) {
    at = readTime(iso)
    known.set(of, at)
  }
  return at
}

function countDelivery(entry: DeliveryEntry, successes: readonly number[], points: Points): void {
  const { data, attempts } = entry
  for (const attempt of attempts.values()) {
    const { tone } = attemptSign(attempt, data, successes)
    // An attempt that was lost on purpose neither succeeded nor failed.
    if (tone === 'quiet') continue
    points.attempts.push({
      at: timeKept(attempt, attempt.started_at),
      durationMs: attempt.outcome === null ? null : attempt.duration_ms,
      result: results[tone],
    })
  }
  if (!isLastKnown(entry) && data.last_outcome !== null) points.attempts.push(lastAttempt(entry, data))
  points.untold += untoldOf(entry)
}

const isLastKnown = ({ data, attempts }: DeliveryEntry): boolean =>
  attempts.has(data.attempts_made) || data.attempts_made === 0

/** Of how many attempts of a delivery it is not known when they were made. */
export const untoldOf = (entry: DeliveryEntry): number =>
  Math.max(0, entry.data.attempts_made - entry.attempts.size - (isLastKnown(entry) ? 0 : 1))

/** A list tells of the newest attempt only, and of that not when it began. */
function lastAttempt(entry: DeliveryEntry, data: DeliveryRow): AttemptPoint {
  const isGood = deliverySign(data).tone === 'good'
  return {
    at: timeKept(entry, data.finished_at ?? data.created_at),
    durationMs: data.last_duration_ms,
    result: isGood ? 'succeeded' : 'failed',
  }
}

/** What there is to count in rows. */
export function pointsOf(entries: Iterable<Entry>, successes: readonly number[]): Points {
  const points: Points = { calls: [], events: [], captures: [], attempts: [], untold: 0 }
  const places = { call: points.calls, event: points.events, capture: points.captures }
  for (const entry of entries) {
    if (entry.kind === 'delivery') countDelivery(entry, successes, points)
    else places[entry.kind].push(timeKept(entry, timeOf(entry)))
  }
  return points
}
