import type { Attempt, Delivery } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { plural } from '../words/plural.ts'
import { outcomeWord } from '../words/short.ts'
import { clockTime } from '../words/time.ts'
import { type DecodedAnswers, decodedLines } from './decoded.ts'
import { otherDay, outcomeDetail, outcomeStyle, sayPhases, stateSpan } from './delivery-words.ts'
import { bodyLines, fact, headerLine, responseLines } from './message-lines.ts'
import { findingLine } from './receiver-advice.ts'
import { joined, type Line, type Span, span } from './spans.ts'

interface Beside {
  /** How long the attempt under way has been waiting, where somebody counts it. */
  waitedMs?: number | undefined
  /** What was read of answers that are compressed or no UTF-8. */
  decoded?: DecodedAnswers | undefined
}

/** A delivery with its attempts, for reading. */
export function detailLines(delivery: Delivery, beside: Beside = {}): Line[] {
  const { id, event, event_id, url, scheme, subscription_id, fault, reason, findings, attempts } = delivery
  const { attempts_made, attempts_max, next_attempt_at, created_at } = delivery
  return [
    joined([span(id, 'bold'), stateSpan(delivery), reason === null ? undefined : span(`(${reason})`)], '  '),
    fact('event', `${event} ${event_id}`),
    fact('to', `${url} (${subscription_id}, ${scheme})`),
    fact('made', `${clockTime(created_at)}, ${attempts_made} of ${plural(attempts_max, 'attempt')}`),
    ...(next_attempt_at === null
      ? []
      : [fact('next', otherDay(next_attempt_at, created_at) + clockTime(next_attempt_at))]),
    ...(fault === null ? [] : [fact('fault', fault)]),
    ...findings.map(findingLine),
    ...attempts.flatMap((attempt) => attemptLines(attempt, { ...beside, made: created_at })),
  ]
}

function attemptLines(attempt: Attempt, { waitedMs, decoded, made }: Beside & { made: string }): Line[] {
  const { number, started_at, duration_ms, outcome, released, request, response, fault, changes } = attempt
  const detail = outcome && outcomeDetail(outcome)
  const phases = sayPhases(attempt)
  return [
    [],
    joined([
      span(`attempt ${number}`, 'bold'),
      span(`at ${otherDay(started_at, made)}${clockTime(started_at)}:`),
      outcome
        ? span(outcomeWord(outcome), outcomeStyle(outcome))
        : span(waitingWords(waitedMs, released), 'cyan'),
      duration_ms === null ? undefined : span(`in ${duration(duration_ms)}`),
    ]),
    ...(detail ? [fact('why', detail)] : []),
    ...(phases ? [fact('time', phases)] : []),
    ...(fault === null ? [] : [fact('fault', fault)]),
    ...changes.map((change) => fact('changed', `${change.fault}: ${change.detail}`)),
    [],
    [span(`  ${request.method} ${request.url} HTTP/${request.http_version}`, 'bold'), sentOf(attempt)],
    ...request.headers.map(headerLine),
    ...bodyLines(request.body, request.body_base64),
    ...leftOutLines(request.body_left_out),
    ...(response
      ? [
          [],
          ...responseLines(response, {
            start: (status) => `HTTP/${response.http_version} ${status}`,
            isWhole: outcome?.kind === 'responded',
            behindBody: [
              ...leftOutLines(response.body_left_out),
              ...(response.truncated
                ? [[span(`  … of ${plural(response.size, 'byte')} that were read`, 'gray')]]
                : []),
              ...decodedLines(decoded?.get(number)),
            ],
          }),
        ]
      : []),
  ]
}

const waitingWords = (waitedMs: number | undefined, released: boolean) =>
  `waiting for your handler${waitedMs === undefined ? '' : `, ${Math.floor(waitedMs / 1000)} s`}${released ? ', released' : ''}`

const sentOf = ({ request: { sent_bytes } }: Attempt): Span =>
  span(sent_bytes === null ? '' : `  ${plural(sent_bytes, 'byte')} sent`, 'gray')

const leftOutLines = (bytes: number | undefined): Line[] =>
  bytes === undefined ? [] : [[span(`  … and ${plural(bytes, 'byte')} more`, 'gray')]]
