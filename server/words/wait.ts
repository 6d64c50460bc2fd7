/** What a wait found, and why it failed, in English. */
import type { Waited, WaitKind, WaitRow } from '../wire.ts'
import { rowLine } from './delivery-lines.ts'
import { duration } from './duration.ts'
import { plural } from './plural.ts'
import { captureLine, eventLine } from './record-lines.ts'
import { indexLagWords } from './search-hint.ts'
import { joined, type Line, span } from './spans.ts'
import { fromIso } from './time.ts'

type Miss = Omit<NonNullable<NonNullable<Waited['closest']>>, 'record' | 'also_missed'>

/** When the record came. */
export function timeOf(row: WaitRow): string {
  if ('received_at' in row) return row.received_at
  if ('created_at' in row) return row.created_at
  return 'occurred_at' in row ? row.occurred_at : row.at
}

/** What a wait asked for. */
export interface Wanted {
  kind: WaitKind
  count: number
  none: boolean
  timeoutMs: number
}

/** A record with its age, by the clock of the sandbox. */
export const agedLine = (row: WaitRow, now: string): Line => [
  span(`${age(timeOf(row), now)} ago`.padEnd(12), 'gray'),
  ...waitLine(row),
]

const age = (time: string, now: string) =>
  duration(Math.max(0, (fromIso(now) ?? 0) - (fromIso(time) ?? 0)) / 1000)

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

/** Why the wait failed. */
export function unmetWords({ matched, order }: Waited, wanted: Wanted): string {
  const { kind, count, none, timeoutMs } = wanted
  const within = `within ${duration(timeoutMs)}`
  const [first] = matched
  if (none)
    return first
      ? `Unexpected ${kind}: ${first.id}.`
      : `The sandbox cannot tell whether a ${kind} matched ${within}.`
  if (order) {
    const [next = ''] = order.missing
    const before = matched.length === 0 ? '' : `, after ${matched.length} in order`
    return `No ${kind} of ${next} arrived ${within}${before}.`
  }
  return count === 1
    ? `No ${kind} matched ${within}.`
    : `${matched.length} of ${plural(count, kind, kind === 'delivery' ? 'deliveries' : `${kind}s`)} matched ${within}.`
}

function missWords({ missed, wanted, got }: Miss): string {
  if (missed === 'in_order')
    return got === wanted
      ? `arrived before the turn of ${wanted}`
      : `is ${got ?? 'not an event'}, in the turn of ${wanted}`
  if (got === null) return `has no ${missed} ${wanted}`
  // A record has a time, and no filter since of its own.
  if (missed === 'since' || missed === 'until') return `is from ${got}, which ${missed} ${wanted} excludes`
  return `has ${missed} ${got}, not ${wanted}`
}

/**
 * Older records that would match, else the closest record, else where to look.
 * @param everything how the caller asks for every stored record
 */
export function hintWords(
  { matched, order, closest, earlier, arrived_instead = [], index_lag = 0 }: Waited,
  { none, kind }: Wanted,
  { now, everything }: { now: string; everything: string },
): string {
  if (none && matched.length > 0) return 'The record is printed above.'
  if (index_lag > 0) return indexLagWords(index_lag)
  if (earlier) {
    const { count, newest_at } = earlier
    const newest = `${count === 1 ? '' : 'the newest '}${age(newest_at, now)} old`
    return `${plural(count, 'older record')} would match, ${newest}. Include older records with ${everything}.`
  }
  const [early] = order?.misplaced ?? []
  if (early) return `${early.record.id} of ${early.pattern} arrived before its turn.`
  if (closest) {
    const misses = [closest, ...closest.also_missed].map(missWords)
    return `The closest, ${closest.record.id}, ${misses.join(', and ')}.`
  }
  if (arrived_instead.length > 0) return 'The records above arrived instead.'
  return `No ${matched.length > 0 ? 'other ' : ''}${kind} arrived.`
}
