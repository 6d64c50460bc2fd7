import type { Attempt, Delivery } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { plural } from '../words/plural.ts'
import { printableLines } from '../words/printable.ts'
import { clockTime } from '../words/time.ts'
import { type DecodedAnswers, decodedLines } from './decoded.ts'
import { otherDay, outcomeCode, outcomeDetail, outcomeStyle, sayPhases, stateSpan } from './delivery-words.ts'
import { headerLine } from './header-line.ts'
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
    said('event', `${event} ${event_id}`),
    said('to', `${url} (${subscription_id}, ${scheme})`),
    said('made', `${clockTime(created_at)}, ${attempts_made} of ${plural(attempts_max, 'attempt')}`),
    ...(next_attempt_at === null
      ? []
      : [said('next', otherDay(next_attempt_at, created_at) + clockTime(next_attempt_at))]),
    ...(fault === null ? [] : [said('fault', fault)]),
    ...findings.map(findingLine),
    ...attempts.flatMap((attempt) => attemptLines(attempt, { ...beside, made: created_at })),
  ]
}

const said = (name: string, text: string): Line => [span(name.padEnd(9), 'gray'), span(text)]

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
        ? span(outcomeCode(outcome), outcomeStyle(outcome))
        : span(waitingWords(waitedMs, released), 'cyan'),
      duration_ms === null ? undefined : span(`in ${duration(duration_ms)}`),
    ]),
    ...(detail ? [said('why', detail)] : []),
    ...(phases ? [said('time', phases)] : []),
    ...(fault === null ? [] : [said('fault', fault)]),
    ...changes.map((change) => said('changed', `${change.fault}: ${change.detail}`)),
    [],
    [span(`  ${request.method} ${request.url} HTTP/${request.http_version}`, 'bold'), sentOf(attempt)],
    ...request.headers.map(headerLine),
    ...bodyLines(request.body, request.body_base64),
    ...leftOutLines(request.body_left_out),
    ...(response
      ? [
          ...(response.interim ?? []).flatMap(({ status, headers }) => [
            [],
            [span(`  HTTP/${response.http_version} ${status}`, 'bold'), span('  before the answer', 'gray')],
            ...headers.map(headerLine),
          ]),
          [],
          [
            span(`  HTTP/${response.http_version} ${response.status}`, 'bold'),
            span(outcome?.kind === 'responded' ? '' : '  as far as it came', 'gray'),
          ],
          ...response.headers.map(headerLine),
          ...bodyLines(response.body, response.body_base64),
          ...leftOutLines(response.body_left_out),
          ...(response.truncated
            ? [[span(`  … of ${plural(response.size, 'byte')} that were read`, 'gray')]]
            : []),
          ...decodedLines(decoded?.get(number)),
          ...(response.trailers ? [[], [span('  behind the body:', 'gray')]] : []),
          ...(response.trailers ?? []).map(headerLine),
          ...(response.behind ? [[span(`  … ${behindWords(response.behind)}`, 'yellow')]] : []),
        ]
      : []),
  ]
}

const waitingWords = (waitedMs: number | undefined, released: boolean) =>
  `waiting for your handler${waitedMs === undefined ? '' : `, ${Math.floor(waitedMs / 1000)} s`}${released ? ', released' : ''}`

const sentOf = ({ request: { sent_bytes } }: Attempt): Span =>
  span(sent_bytes === null ? '' : `  ${plural(sent_bytes, 'byte')} sent`, 'gray')

const behindWords = (size: number) => `${plural(size, 'byte')} more came behind the end that its head tells`

const leftOutLines = (bytes: number | undefined): Line[] =>
  bytes === undefined ? [] : [[span(`  … and ${plural(bytes, 'byte')} more`, 'gray')]]

function bodyLines(text: string, base64: string | null): Line[] {
  if (base64 !== null) return [[], [span('  no text; in base64:', 'gray')], [span(`  ${base64}`)]]
  if (text === '') return []
  return [[], ...printableLines(text.replace(/\r?\n$/, '')).map((line): Line => [span(`  ${line}`)])]
}
