/** Formats what `listen` prints: `-->` sent, `<--` its response, `==>` captured here, `<==` the response of this sandbox. */
import type { AttemptRow, CaptureRow, DeliveryRow, EventRow, Outcome, VerdictResult } from '../wire.ts'
import { otherDay, outcomeDetail, outcomeStyle, stateSpan } from './delivery-lines.ts'
import { duration } from './duration.ts'
import { answeredWords, outcomeWord } from './short.ts'
import { joined, type Line, type Style, span } from './spans.ts'
import { fromIso, secondsTime, toIso } from './time.ts'

export const eventLine = ({ occurred_at, event, summary, id }: EventRow): Line =>
  joined([
    span(secondsTime(occurred_at)),
    span('-->', 'cyan'),
    span(event, 'bold'),
    summary === null ? undefined : span(summary),
    span(id),
  ])

/** A delivery that is sent again. */
export const againLine = ({ created_at, event, summary, id, event_id }: DeliveryRow): Line =>
  joined([
    span(secondsTime(created_at)),
    span('-->', 'cyan'),
    span(event, 'bold'),
    summary === null ? undefined : span(summary),
    span(event_id),
    span(`again as ${id}`),
  ])

/** How an attempt ended. */
interface Ended {
  at: string
  outcome: Outcome
  duration_ms: number | null
  fault: string | null
}

/** How an attempt ended, or undefined if the attempt is under way. */
export function endOf(attempt: AttemptRow): Ended | undefined {
  const { started_at, duration_ms, outcome, fault } = attempt
  if (outcome === null) return undefined
  const at = toIso((fromIso(started_at) ?? 0) + Math.round((duration_ms ?? 0) * 1000))
  return { at, outcome, duration_ms, fault }
}

/** @param receiver the name of the receiver */
export const endedLine = (
  { at, outcome, duration_ms, fault }: Ended,
  { event_id, receiver }: { event_id: string; receiver: string },
): Line => {
  const detail = outcomeDetail(outcome)
  return joined([
    span(secondsTime(at)),
    span('<--', 'cyan'),
    span(`[${outcomeWord(outcome)}]`, outcomeStyle(outcome)),
    span(`from ${receiver}`),
    duration_ms === null ? undefined : span(duration(duration_ms)),
    span(event_id),
    detail === undefined ? undefined : span(`(${detail})`, 'red'),
    fault === null ? undefined : span(`fault ${fault}`, 'yellow'),
  ])
}

/** The state of a delivery after an attempt, unless the response alone shows the state. */
export function stateLine(row: DeliveryRow): Line | undefined {
  const { state, id, reason, next_attempt_at, created_at, finished_at, attempts_made, attempts_max } = row
  // A delivery that a user made due has a time in the past here. Its next attempt follows at once.
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

/** The verdict about a capture. */
export const verdictSpan = ({ result }: { result: VerdictResult }) =>
  span(result.replaceAll('_', ' '), verdictStyles[result])

export const captureLine = ({ received_at, path, summary, verdict, reply }: CaptureRow): Line =>
  joined([
    span(secondsTime(received_at)),
    span('==>', 'cyan'),
    span(path),
    summary === null ? undefined : span(summary),
    verdictSpan(verdict),
    verdict.result === 'verified' || verdict.result === 'unsigned'
      ? undefined
      : span(`(${verdict.on_purpose ?? verdict.reason})`),
    reply.status === 200 ? undefined : span(answeredWords(reply)),
  ])

/** The response to a forwarded capture. Its time is unknown. */
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
