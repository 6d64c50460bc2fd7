import type { Capture, DecodedBody, Exchange, VerdictResult } from '../../wire.ts'
import { duration } from '../../words/duration.ts'
import { plural } from '../../words/plural.ts'
import { printableLines } from '../../words/printable.ts'
import { clockTime } from '../../words/time.ts'
import { decodedLines } from '../decoded.ts'
import { outcomeCode, outcomeDetail, outcomeStyle } from '../delivery-words.ts'
import { headerLine } from '../header-line.ts'
import { joined, type Line, type Style, span } from '../spans.ts'

const styles: Record<VerdictResult, Style | undefined> = {
  verified: 'green',
  failed: 'red',
  unsigned: 'yellow',
  unknown_secret: 'yellow',
}

const said = (name: string, text: string, style?: Style): Line => [
  span(name.padEnd(9), 'gray'),
  span(text, style),
]

/**
 * A capture for reading: what its signature is worth, the request as it came, where it was sent on.
 * @param decoded what was read of bodies that are compressed or no UTF-8, by the id of the capture or the exchange
 */
export function captureLines(capture: Capture, decoded: ReadonlyMap<string, DecodedBody>): Line[] {
  const { id, verdict, reply, mistakes, exchanges, headers, trailers } = capture
  return [
    joined(
      [
        span(id, 'bold'),
        span(verdict.result.replace('_', ' '), styles[verdict.result]),
        span(`(${verdict.reason})`),
        capture.pinned ? span('pinned', 'cyan') : undefined,
        capture.imported ? span('imported', 'gray') : undefined,
      ],
      '  ',
    ),
    said('endpoint', `${capture.endpoint}, from ${capture.peer}`),
    said('received', `${clockTime(capture.received_at)} in ${duration(capture.duration_ms)}`),
    said('answered', `${reply.status === 0 ? 'nothing' : reply.status} (${reply.detail})`),
    ...(capture.note === null ? [] : [said('note', capture.note)]),
    ...(verdict.hint === null ? [] : [said('hint', verdict.hint)]),
    ...verdict.causes.flatMap(({ cause, detail, fix }) => [
      said('cause', `${cause}: ${detail}`, 'red'),
      said('fix', fix),
    ]),
    ...mistakes.map(({ mistake, detail }) => said('mistake', `${mistake}: ${detail}`, 'yellow')),
    [],
    [span(`  ${capture.method} ${capture.target} HTTP/${capture.http_version}`, 'bold')],
    ...headers.map(headerLine),
    ...bodyLines(capture),
    ...decodedLines(decoded.get(id)),
    ...(trailers.length > 0 ? [[], ...trailers.map(headerLine)] : []),
    ...exchanges.flatMap((exchange) => [
      [],
      ...exchangeLines(exchange),
      ...decodedLines(decoded.get(exchange.id)),
    ]),
  ]
}

function bodyLines({ body, body_base64, body_size, body_omitted, body_cut, reply }: Capture): Line[] {
  if (body_omitted) return [[], [span(`  ${plural(body_size, 'byte')}, over the limit and not kept`, 'gray')]]
  const shown: Line[] =
    body_base64 === null
      ? textLines(body ?? '')
      : [
          [span(`  ${plural(body_size, 'byte that is', 'bytes that are')} no text, in base64:`, 'gray')],
          [span(`  ${body_base64}`)],
        ]
  return [
    ...(body_size === 0 ? [] : [[], ...shown]),
    ...(body_cut
      ? [[span(`  ${reply.status === 0 ? 'the sender went away here' : 'it was refused here'}`, 'red')]]
      : []),
  ]
}

/** Where a capture was passed on or sent again, and what came of it. */
export function exchangeLines({
  kind,
  url,
  at,
  duration_ms,
  outcome,
  request,
  response,
  changes,
}: Exchange): Line[] {
  const detail = outcomeDetail(outcome)
  return [
    joined([
      span(kind === 'forward' ? 'passed on' : 'sent again', 'bold'),
      span(`${request.method} ${url} at ${clockTime(at)}:`),
      span(outcomeCode(outcome), outcomeStyle(outcome)),
      span(`in ${duration(duration_ms)}`),
    ]),
    ...(detail ? [said('why', detail)] : []),
    ...changes.map((change) => said('changed', change)),
    ...(response ? answerLines(response, outcome.kind === 'responded') : []),
  ]
}

function answerLines(response: NonNullable<Exchange['response']>, isWhole: boolean): Line[] {
  const { status, reason = '', headers, trailers, interim = [] } = response
  return [
    ...interim.flatMap((one) => [
      [span(`  ${one.status}`, 'bold'), span('  before the answer', 'gray')],
      ...one.headers.map(headerLine),
      [],
    ]),
    [
      span(`  ${status} ${reason}`.trimEnd(), 'bold'),
      ...(isWhole ? [] : [span('  as far as it came', 'gray')]),
    ],
    ...headers.map(headerLine),
    ...answerBodyLines(response),
    ...(trailers ? [[], [span('  behind the body:', 'gray')], ...trailers.map(headerLine)] : []),
  ]
}

function answerBodyLines({ body, body_base64 }: NonNullable<Exchange['response']>): Line[] {
  if (body_base64 !== null) return [[], [span('  no text, in base64:', 'gray')], [span(`  ${body_base64}`)]]
  return body === null || body === '' ? [] : [[], ...textLines(body)]
}

const textLines = (text: string): Line[] =>
  printableLines(text.replace(/\r?\n$/, '')).map((line) => [span(`  ${line}`)])
