import { timeOf } from '../control/wait/rows.ts'
import type { CallRow, CaptureRow, DeliveryRow, EventRow } from '../wire.ts'
import { sayDuration } from '../words/time.ts'
import { rowLine } from './delivery-words.ts'
import { captureLine, eventLine } from './listen-lines.ts'
import { joined, type Line, span } from './spans.ts'

export type WaitKind = 'capture' | 'delivery' | 'event' | 'call'
export type WaitRow = CaptureRow | DeliveryRow | EventRow | CallRow

interface Miss {
  missed: string
  wanted: string
  got: string | null
}
/** What `GET /sandbox/wait` answers. */
export interface WaitAnswer {
  met: boolean
  timed_out: boolean
  matched: WaitRow[]
  order?: { missing: string[]; misplaced: { pattern: string; record: WaitRow }[] }
  arrived_instead?: WaitRow[]
  closest?: (Miss & { record: WaitRow; also_missed: Miss[] }) | null
}
export interface Wanted {
  kind: WaitKind
  count: number
  none: boolean
  since?: string | undefined
  timeoutMs: number
}

/** A record of any kind as one line. */
export function waitLine(row: WaitRow): Line {
  if ('received_at' in row) return [...captureLine(row), span(` ${row.id}`)]
  if ('created_at' in row) return rowLine(row)
  if ('occurred_at' in row) return eventLine(row)
  return joined([
    span(timeOf(row).slice(11, 19)),
    span(row.method),
    span(row.path),
    span(`${row.status}`),
    span(row.id),
  ])
}

/** Why it is not met, in a sentence. */
export function unmetWords({ matched, order }: WaitAnswer, wanted: Wanted): string {
  const { kind, count, none, timeoutMs } = wanted
  const within = `within ${sayDuration(timeoutMs)}`
  if (none) return `${kind === 'event' ? 'An' : 'A'} ${kind} came that was not to come: ${matched[0]?.id}.`
  if (order) {
    const [next = ''] = order.missing
    const came = matched.length === 0 ? '' : ` after ${matched.length} that came in order`
    return `No ${kind} of ${next} came${came} ${within}.`
  }
  const plural = kind === 'delivery' ? 'deliveries' : `${kind}s`
  return count === 1
    ? `No such ${kind} came ${within}.`
    : `${matched.length} of ${count} ${plural} came ${within}.`
}

function missWords({ missed, wanted, got }: Miss): string {
  if (missed === 'in_order')
    return got === wanted
      ? `came before the turn of ${wanted}`
      : `is ${got ?? 'no event'}, and it was the turn of ${wanted}`
  if (got === null) return `lacks ${missed} ${wanted}`
  // A record has a time, and no since of its own.
  if (missed === 'since' || missed === 'until') return `is of ${got}, which ${missed} ${wanted} leaves out`
  return `has ${missed} ${got}, not ${wanted}`
}

/** What came closest, or what to look at where nothing did. */
export function hintWords(
  { matched, order, closest, arrived_instead = [] }: WaitAnswer,
  { none, since }: Wanted,
): string {
  if (none) return 'It is printed above.'
  const [early] = order?.misplaced ?? []
  if (early) return `${early.record.id} of ${early.pattern} came before its turn.`
  if (closest) {
    const misses = [closest, ...closest.also_missed].map(missWords)
    return `The closest, ${closest.record.id}, ${misses.join(', and ')}.`
  }
  if (arrived_instead.length > 0) return 'What came instead is printed above.'
  if (matched.length > 0) return 'Nothing else of the kind came.'
  // What came before is left out of the answer where a number is given: it may be too large.
  return since === undefined
    ? 'Nothing of the kind came at all.'
    : `Nothing of the kind came since ${since}; without --since all that is kept counts.`
}
