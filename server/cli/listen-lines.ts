import type { AttemptRow, CaptureRow, DeliveryRow, EventRow, Outcome, VerdictResult } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { answeredWords, outcomeWord } from '../words/short.ts'
import { joined, type Line, type Style, span } from '../words/spans.ts'
import { fromIso, secondsTime, toIso } from '../words/time.ts'
import { otherDay, outcomeDetail, outcomeStyle, stateSpan } from './delivery-words.ts'

/** What `listen` says of each piece of news, one line each: `-->` out, `<--` answered, `==>` arrived here, `<==` answered here. */

export const eventLine = ({ occurred_at, event, id }: EventRow): Line =>
  joined([span(secondsTime(occurred_at)), span('-->', 'cyan'), span(event, 'bold'), span(id)])

/** Of a delivery that is sent again. */
export const againLine = ({ created_at, event, id, event_id }: DeliveryRow): Line =>
  joined([
    span(secondsTime(created_at)),
    span('-->', 'cyan'),
    span(event, 'bold'),
    span(event_id),
    span(`again as ${id}`),
  ])

/** How an attempt ended, or the newest one of a delivery. */
interface Ended {
  at: string
  outcome: Outcome
  duration_ms: number | null
  fault: string | null
}

/** Of an attempt that has ended; the delivery says where it went. */
export function endOf(attempt: AttemptRow): Ended | undefined {
  const { started_at, duration_ms, outcome, fault } = attempt
  if (outcome === null) return undefined
  const at = toIso((fromIso(started_at) ?? 0) + Math.round((duration_ms ?? 0) * 1000))
  return { at, outcome, duration_ms, fault }
}

export const endedLine = (
  { at, outcome, duration_ms, fault }: Ended,
  { url, event_id }: DeliveryRow,
): Line => {
  const detail = outcomeDetail(outcome)
  return joined([
    span(secondsTime(at)),
    span('<--', 'cyan'),
    span(`[${outcomeWord(outcome)}]`, outcomeStyle(outcome)),
    span(`POST ${url}`),
    duration_ms === null ? undefined : span(duration(duration_ms)),
    span(event_id),
    detail === undefined ? undefined : span(`(${detail})`, 'red'),
    fault === null ? undefined : span(`fault ${fault}`, 'yellow'),
  ])
}

/** What becomes of a delivery after an attempt, where the answer alone does not say it. */
export function stateLine(row: DeliveryRow): Line | undefined {
  const { state, id, reason, next_attempt_at, created_at, finished_at, attempts_made, attempts_max } = row
  // One that was made due by hand, or cut short, is as old as it is; what comes of it follows.
  if (state === 'retrying' && next_attempt_at !== null && next_attempt_at > created_at)
    return joined([
      span(' '.repeat(12)),
      span('again', 'yellow'),
      span(`at ${otherDay(next_attempt_at, created_at)}${secondsTime(next_attempt_at)}`),
      span(`${id}, attempt ${attempts_made + 1} of ${attempts_max}`),
    ])
  if (finished_at === null || state === 'succeeded') return undefined
  return joined([
    span(secondsTime(finished_at)),
    span('   '),
    stateSpan(row),
    span(id),
    reason === null ? undefined : span(`(${reason})`),
  ])
}

const verdictStyles: Record<VerdictResult, Style> = {
  verified: 'green',
  unsigned: 'yellow',
  failed: 'red',
  unknown_secret: 'yellow',
}

/** What verification says about a capture. */
export const verdictSpan = ({ result }: { result: VerdictResult }) =>
  span(result.replaceAll('_', ' '), verdictStyles[result])

export const captureLine = ({ received_at, path, verdict, reply }: CaptureRow): Line =>
  joined([
    span(secondsTime(received_at)),
    span('==>', 'cyan'),
    span(path),
    verdictSpan(verdict),
    verdict.result === 'verified' || verdict.result === 'unsigned' ? undefined : span(`(${verdict.reason})`),
    reply.status === 200 ? undefined : span(answeredWords(reply)),
  ])

/** Of a capture that was passed on, with the answer that its sender got; when that was, its row does not say. */
export const captureAnswerLine = ({ path, reply }: CaptureRow): Line =>
  joined([
    span(' '.repeat(8)),
    span('<==', 'cyan'),
    reply.status === 0
      ? span('[none]', 'red')
      : span(`[${reply.status}]`, outcomeStyle({ kind: 'responded', status: reply.status })),
    span(path),
    span(`(${reply.detail})`),
  ])
