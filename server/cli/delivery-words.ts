import type { Attempt, DeliveryRow, DeliveryState, Outcome } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { sayOutcome } from '../words/outcome.ts'
import { sayReasonBeside } from '../words/reason.ts'
import { outcomeWord } from '../words/short.ts'
import { clockTime, secondsTime } from '../words/time.ts'
import { joined, type Line, type Style, span } from './spans.ts'

/** How a delivery is said and coloured, in lists and lines. */

const styles: Record<DeliveryState, Style | undefined> = {
  pending: 'gray',
  sending: 'cyan',
  retrying: 'yellow',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'gray',
  // A fault was to be refused: this is the good end, the other one the bad.
  refused: 'green',
  wrongly_accepted: 'red',
}

const stateWords = (state: DeliveryState): string => state.replaceAll('_', ' ')
export const stateSpan = ({ state }: Pick<DeliveryRow, 'state'>) => span(stateWords(state), styles[state])

/** The words behind an outcome; none where its code says all. */
export const outcomeDetail = (outcome: Outcome): string | undefined =>
  outcome.kind === 'responded' ? undefined : sayOutcome(outcome)

/** Of an answer by itself: whether it is the one that was wanted, the delivery's state says. */
export const outcomeStyle = (outcome: Outcome): Style => {
  if (outcome.kind !== 'responded') return 'red'
  return outcome.status < 300 ? 'green' : outcome.status < 400 ? 'yellow' : 'red'
}

/** What a delivery's reason adds to the outcome that is told beside it; undefined where that says it all. */
export const reasonBeside = ({
  reason_facts,
  last_outcome,
}: Pick<DeliveryRow, 'reason_facts' | 'last_outcome'>): string | undefined =>
  reason_facts === null ? undefined : sayReasonBeside(reason_facts, last_outcome)

/** How a delivery is counted among those that one waited for. */
export const endedWell = ({ state }: DeliveryRow): boolean => state === 'succeeded' || state === 'refused'

/** `2026-01-02 `, where that is another day than the one of `beside`; else nothing. */
export const otherDay = (iso: string, beside: string): string =>
  iso.slice(0, 10) === beside.slice(0, 10) ? '' : `${iso.slice(0, 10)} `

/** When a delivery is tried again, behind "again": one that was made due by hand, or cut short, waits for a place alone. */
export const whenAgain = (next: string, created: string): string =>
  next <= created ? 'once a place is free' : `at ${otherDay(next, created)}${secondsTime(next)}`

/** A delivery as one line of a list. */
export function rowLine(row: DeliveryRow): Line {
  const { id, event, url, attempts_made, attempts_max, last_outcome, last_duration_ms, fault } = row
  const { created_at, next_attempt_at } = row
  const detail = last_outcome && outcomeDetail(last_outcome)
  const reason = reasonBeside(row)
  return joined(
    [
      span(clockTime(created_at)),
      span(id),
      stateSpan(row),
      span(event),
      span(`--> ${url}`),
      last_outcome ? span(detail ?? outcomeWord(last_outcome), outcomeStyle(last_outcome)) : undefined,
      last_duration_ms === null ? undefined : span(duration(last_duration_ms)),
      attempts_made > 1 ? span(`attempt ${attempts_made} of ${attempts_max}`) : undefined,
      next_attempt_at === null || attempts_made === 0
        ? undefined
        : span(`again ${whenAgain(next_attempt_at, created_at)}`),
      fault === null ? undefined : span(`fault ${fault}`, 'yellow'),
      reason === undefined ? undefined : span(reason),
    ],
    '  ',
  )
}

const phaseWords = [
  ['dns_ms', 'name'],
  ['connect_ms', 'connect'],
  ['tls_ms', 'TLS'],
  ['send_ms', 'send'],
  ['wait_ms', 'wait'],
  ['read_ms', 'read'],
] as const

/** `connect 0.4 ms, send 0.1 ms, …`: those phases that there were. */
export function sayPhases({ phases }: Pick<Attempt, 'phases'>): string | undefined {
  if (!phases) return undefined
  const said = phaseWords.flatMap(([name, word]) => {
    const ms = phases[name]
    return ms === null ? [] : [`${word} ${duration(ms)}`]
  })
  return said.length === 0 ? undefined : said.join(', ')
}
