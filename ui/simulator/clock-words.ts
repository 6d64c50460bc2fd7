/** Words the state and the changes of the clock. */

import { remaining } from '../../server/words/duration.ts'
import { many } from '../kit/format.ts'
import { dateTime } from '../kit/time.ts'

const kinds: Record<string, string> = {
  job: 'a platform job',
  traffic: 'a traffic event',
  delivery: 'a delivery attempt',
}

/** The next due work and its time: `a delivery attempt, in 46 s`. */
export function dueWords(
  { next_due, next_kind }: { next_due: string | null; next_kind: string | null },
  now: number,
): string {
  if (next_due === null) return 'Nothing is due.'
  const what = (next_kind !== null && kinds[next_kind]) || 'a task'
  return `Due next: ${what}, ${remaining(Date.parse(next_due) - now)}.`
}

/** Describes the requests of this page, and `before`, the target of a run or another client. */
export function underWayWords([first, ...waiting]: readonly string[], before: string | null): string {
  const until = 'until all due work is done.'
  const other = before && `Advancing to ${dateTime(before)} for a run or another client, ${until}`
  if (first === undefined) return other ?? ''
  const own = other === null ? `${first}: in progress, ${until}` : `${other} Then: ${first}.`
  return waiting.length === 0 ? own : `${own} Next: ${waiting.join(', ')}.`
}

/** The result of a request, with the stop if the clock stopped early. */
export function settledWords({
  settled,
  waiting,
}: {
  settled: boolean
  waiting?: { attempts: number; target: string; due: { kind: string } | null }
}): string {
  if (settled || waiting === undefined) return 'all due work is done'
  const { attempts, target, due } = waiting
  const still =
    attempts > 0 ? `${many(attempts, 'attempt still waits', 'attempts still wait')} for a response` : ''
  const short = due ? `stopped before ${kinds[due.kind]} on the way to ${dateTime(target)}` : ''
  return [short, still].filter(Boolean).join('; ') || 'some due work is not done'
}
