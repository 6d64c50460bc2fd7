/** Formats a capture: its verdict, the request as received, and where the request was sent. */
import type { Capture, DecodedBody, Exchange } from '../../wire.ts'
import { outcomeDetail, outcomeStyle } from '../../words/delivery-lines.ts'
import { duration } from '../../words/duration.ts'
import { plural } from '../../words/plural.ts'
import { verdictSpan } from '../../words/record-lines.ts'
import { outcomeWord } from '../../words/short.ts'
import { joined, type Line, span } from '../../words/spans.ts'
import { clockTime } from '../../words/time.ts'
import { decodedLines } from '../decoded.ts'
import { fact, headerLine, responseLines, textLines } from '../message-lines.ts'

/**
 * A capture with its verdict, its request and its exchanges.
 * @param decoded the decoded bodies of those that are compressed or not UTF-8, by the id of the capture or the exchange
 */
export function captureLines(capture: Capture, decoded: ReadonlyMap<string, DecodedBody>): Line[] {
  const { id, verdict, reply, mistakes, exchanges, headers, trailers } = capture
  const { hint, causes } = verdict.on_purpose === undefined ? verdict : { hint: null, causes: [] }
  return [
    joined(
      [
        span(id, 'bold'),
        verdictSpan(verdict),
        span(`(${verdict.on_purpose ?? verdict.reason})`),
        capture.pinned ? span('pinned', 'cyan') : undefined,
        capture.imported ? span('imported', 'gray') : undefined,
      ],
      '  ',
    ),
    fact('endpoint', `${capture.endpoint}, from ${capture.peer}`),
    fact('received', `${clockTime(capture.received_at)} in ${duration(capture.duration_ms)}`),
    fact('answered', `${reply.status === 0 ? 'nothing' : reply.status} (${reply.detail})`),
    ...(capture.note === null ? [] : [fact('note', capture.note)]),
    ...(hint === null ? [] : [fact('hint', hint)]),
    ...causes.flatMap(({ cause, detail, fix }) => [
      fact('cause', `${cause}: ${detail}`, 'red'),
      fact('fix', fix),
    ]),
    ...mistakes.map(({ mistake, detail }) => fact('mistake', `${mistake}: ${detail}`, 'yellow')),
    [],
    [span(`  ${capture.method} ${capture.target} HTTP/${capture.http_version}`, 'bold')],
    ...headers.map(headerLine),
    ...ownBodyLines(capture),
    ...decodedLines(decoded.get(id)),
    ...(trailers.length > 0 ? [[], ...trailers.map(headerLine)] : []),
    ...exchanges.flatMap((exchange) => [[], ...exchangeLines(exchange, decoded.get(exchange.id))]),
  ]
}

function ownBodyLines({ body, body_base64, body_size, body_omitted, body_cut, reply }: Capture): Line[] {
  if (body_omitted)
    return [[], [span(`  ${plural(body_size, 'byte')}, over the limit and not stored`, 'gray')]]
  const shown: Line[] =
    body_base64 === null
      ? textLines(body ?? '')
      : [
          [
            span(
              `  ${plural(body_size, 'byte')} that ${body_size === 1 ? 'is' : 'are'} not text, in base64:`,
              'gray',
            ),
          ],
          [span(`  ${body_base64}`)],
        ]
  return [
    ...(body_size === 0 ? [] : [[], ...shown]),
    ...(body_cut
      ? [
          [
            span(
              `  ${reply.status === 0 ? 'the sender disconnected here' : 'the sandbox refused the rest'}`,
              'red',
            ),
          ],
        ]
      : []),
  ]
}

/** A forwarded or replayed request, with its response. */
export function exchangeLines(exchange: Exchange, decoded?: DecodedBody): Line[] {
  const { kind, url, at, duration_ms, outcome, request, response, changes } = exchange
  const detail = outcomeDetail(outcome)
  return [
    joined([
      span(kind === 'forward' ? 'forwarded' : 'sent again', 'bold'),
      span(`${request.method} ${url} at ${clockTime(at)}:`),
      span(outcomeWord(outcome), outcomeStyle(outcome)),
      span(`in ${duration(duration_ms)}`),
    ]),
    ...(detail ? [fact('why', detail)] : []),
    ...changes.map((change) => fact('changed', change.detail)),
    ...(response
      ? responseLines(response, {
          start: (status) =>
            status === response.status ? `${status} ${response.reason ?? ''}`.trimEnd() : `${status}`,
          isWhole: outcome.kind === 'responded',
          behindBody: decodedLines(decoded),
        })
      : []),
  ]
}
