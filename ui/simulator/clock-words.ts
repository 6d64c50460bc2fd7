import { remaining } from '../../server/words/duration.ts'
import { dateTime } from '../../server/words/time.ts'
import { many } from '../kit/format.ts'

const kinds: Record<string, string> = {
  job: 'a job of the platform',
  traffic: 'an event of the traffic',
  delivery: 'an attempt of a delivery',
}

/** What is due next and when: `an attempt of a delivery, in 46 s`. */
export function dueWords(
  { next_due, next_kind }: { next_due: string | null; next_kind: string | null },
  now: number,
): string {
  if (next_due === null) return 'Nothing is due.'
  const what = (next_kind !== null && kinds[next_kind]) || 'the next thing'
  return `Due next: ${what}, ${remaining(Date.parse(next_due) - now)}.`
}

/** What is being done to the clock: by the orders of this page, and before them by a run or an order from elsewhere that leads to `before`. */
export function underWayWords([first, ...waiting]: readonly string[], before: string | null): string {
  const until = 'until all that falls due has settled.'
  const other = before && `On its way to ${dateTime(before)}, by a run or an order from elsewhere, ${until}`
  if (first === undefined) return other ?? ''
  const own = other === null ? `${first}: under way, ${until}` : `${other} Then: ${first}.`
  return waiting.length === 0 ? own : `${own} After it: ${waiting.join(', ')}.`
}

/** A time as one reads it, in two parts: day, and time of day. */
export function dayAndTime(ms: number, isExact: boolean): [day: string, time: string] {
  const iso = new Date(ms).toISOString()
  return [iso.slice(0, 10), iso.slice(11, isExact ? 23 : 19)]
}

/** What came of an order to the clock: where it stopped on the way, that is said, with what was asked for. */
export function settledWords({
  settled,
  waiting,
}: {
  settled: boolean
  waiting?: { attempts: number; target: string; due: { kind: string } | null }
}): string {
  if (settled || waiting === undefined) return 'all that fell due has settled'
  const { attempts, target, due } = waiting
  const still =
    attempts > 0 ? `${many(attempts, 'thing still waits', 'things still wait')} for an answer` : ''
  const short = due ? `stopped before ${kinds[due.kind]} on the way to ${dateTime(target)}` : ''
  return [short, still].filter(Boolean).join('; ') || 'not all that fell due has settled'
}
