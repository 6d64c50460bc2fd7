/** Shows deliveries as coloured lines. */
import type { Attempt, DeliveryRow, DeliveryState, Outcome } from '../wire.ts'
import { deliveryHeadline, hasFailedCopy } from './delivery.ts'
import { duration } from './duration.ts'
import { sayOutcome } from './outcome.ts'
import { sayReasonBeside } from './reason.ts'
import { outcomeWord } from './short.ts'
import { joined, type Line, type Style, span } from './spans.ts'
import { clockTime, secondsTime } from './time.ts'

const styles: Record<DeliveryState, Style | undefined> = {
  pending: 'gray',
  sending: 'cyan',
  retrying: 'yellow',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'gray',
  // After a fault that a correct receiver refuses, this is the good end and wrongly_accepted the bad.
  refused: 'green',
  wrongly_accepted: 'red',
}

const marks: Record<DeliveryState, string> = {
  pending: '…',
  sending: '…',
  retrying: '✕',
  succeeded: '✓',
  failed: '✕',
  cancelled: '–',
  refused: '✓',
  wrongly_accepted: '✕',
}

const stateWords = (state: DeliveryState): string => state.replaceAll('_', ' ')
export const stateSpan = ({ state }: Pick<DeliveryRow, 'state'>) => span(stateWords(state), styles[state])

/** An outcome in a sentence; undefined for a response, whose status says all. */
export const outcomeDetail = (outcome: Outcome): string | undefined =>
  outcome.kind === 'responded' ? undefined : sayOutcome(outcome)

/** Only the delivery's state says whether this outcome is the wanted one. */
export const outcomeStyle = (outcome: Outcome): Style => {
  if (outcome.kind !== 'responded') return 'red'
  return outcome.status < 300 ? 'green' : outcome.status < 400 ? 'yellow' : 'red'
}

/** What a delivery's reason adds to its last outcome; undefined where the outcome says all. */
export const reasonBeside = ({
  reason_facts,
  last_outcome,
}: Pick<DeliveryRow, 'reason_facts' | 'last_outcome'>): string | undefined =>
  reason_facts === null ? undefined : sayReasonBeside(reason_facts, last_outcome)

/** Whether a delivery ended as it should. */
export const endedWell = ({ state }: DeliveryRow): boolean => state === 'succeeded' || state === 'refused'

/** `2026-01-02 ` where that day is not the day of `beside`; else nothing. */
export const otherDay = (iso: string, beside: string): string =>
  iso.slice(0, 10) === beside.slice(0, 10) ? '' : `${iso.slice(0, 10)} `

/** When the next attempt starts. An attempt that is due already waits only for a free place of its subscription. */
export const whenAgain = (next: string, created: string): string =>
  next <= created ? 'once a place is free' : `at ${otherDay(next, created)}${secondsTime(next)}`

/** An attempt that the sandbox lost on purpose is no failure of the receiver. */
function signOf(row: DeliveryRow): { mark: string; style: Style | undefined } {
  const { state, reason_code } = row
  if (reason_code === 'lost' || reason_code === 'not_judged') return { mark: '–', style: 'gray' }
  if (hasFailedCopy(row)) return { mark: '✕', style: 'red' }
  return { mark: marks[state], style: styles[state] }
}

/** What happened to a delivery, in one line. */
export function headline(row: DeliveryRow, response: Attempt['response'] = null): Line {
  const { id, summary, attempts_made, attempts_max, next_attempt_at, created_at } = row
  const { mark, style } = signOf(row)
  const next = next_attempt_at === null ? '' : `, next ${whenAgain(next_attempt_at, created_at)} UTC`
  const isTold = attempts_made > 1 || (attempts_made > 0 && next !== '')
  return joined(
    [
      span(`${mark} ${deliveryHeadline(row, response)}`, style),
      summary === null ? undefined : span(summary),
      isTold ? span(`attempt ${attempts_made} of ${attempts_max}${next}`) : undefined,
      span(id, 'gray'),
    ],
    '   ',
  )
}

/**
 * A delivery as one line of a list.
 * @param receiver the name of the receiver, where its subscription is known
 */
export function rowLine(row: DeliveryRow, receiver = row.url): Line {
  const { id, event, summary, attempts_made, attempts_max, last_outcome, last_duration_ms, fault } = row
  const { created_at, next_attempt_at } = row
  const detail = last_outcome && outcomeDetail(last_outcome)
  const reason = reasonBeside(row)
  return joined(
    [
      span(clockTime(created_at)),
      span(id),
      stateSpan(row),
      span(event),
      summary === null ? undefined : span(summary),
      span(`--> ${receiver}`),
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

/** `connect 0.4 ms, send 0.1 ms, …`: the phases that happened. */
export function sayPhases({ phases }: Pick<Attempt, 'phases'>): string | undefined {
  if (!phases) return undefined
  const said = phaseWords.flatMap(([name, word]) => {
    const ms = phases[name]
    return ms === null ? [] : [`${word} ${duration(ms)}`]
  })
  return said.length === 0 ? undefined : said.join(', ')
}
