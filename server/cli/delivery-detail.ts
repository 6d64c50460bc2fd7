/** Prints one delivery: what happened, why, what to do, then its attempts. */
import type { Attempt, Delivery } from '../wire.ts'
import { quoted, sentOnPurpose } from '../words/delivery.ts'
import { headline, otherDay, outcomeStyle, sayPhases } from '../words/delivery-lines.ts'
import { duration } from '../words/duration.ts'
import { sayOutcome } from '../words/outcome.ts'
import { plural } from '../words/plural.ts'
import { printable } from '../words/printable.ts'
import { joined, type Line, type Span, span } from '../words/spans.ts'
import { statusWords } from '../words/status.ts'
import { clockTime } from '../words/time.ts'
import type { Client } from './client.ts'
import { type DecodedAnswers, decodedAnswers, decodedLines } from './decoded.ts'
import { bodyLines, fact, headerLine, responseLines } from './message-lines.ts'
import { type Advised, advise, explanationLines } from './receiver-advice.ts'

interface Beside {
  /** Whether the headers and bodies of each attempt are shown. */
  all: boolean
  /** Causes and fixes besides those of the findings. */
  advised?: Advised
  /** How long the attempt under way has been waiting, where somebody counts it. */
  waitedMs?: number | undefined
  /** The decoded responses that are compressed or not UTF-8. */
  decoded?: DecodedAnswers | undefined
}

export function detailLines(delivery: Delivery, beside: Beside): Line[] {
  const { id, event_id, scheme, subscription_id, attempts, created_at } = delivery
  const newest = attempts.at(-1)
  const answered = attempts.findLast(({ outcome }) => outcome !== null)
  const purpose = sentOnPurpose(delivery)
  return [
    headline(delivery, answered?.response),
    ...(purpose === undefined ? [] : [[span(purpose, 'yellow')]]),
    ...explanationLines(delivery, beside.advised),
    [],
    ...attempts
      .toReversed()
      .flatMap((attempt) => [
        attemptLine(attempt, { ...beside, made: created_at }),
        ...(beside.all || attempt === newest ? factLines(attempt) : []),
        ...(beside.all ? messageLines(attempt, beside) : []),
      ]),
    ...(beside.advised?.evidence ?? []).map((text) => fact('computed', printable(text))),
    fact('ids', `${id}  ${event_id}  ${subscription_id} (${scheme})`),
  ]
}

/** As {@link detailLines}, with what the sandbox finds by verifying the request again, and the commands that help. */
export async function explainedLines(client: Client, delivery: Delivery, all: boolean): Promise<Line[]> {
  const advised = await advise(client, delivery)
  const decoded = all ? await decodedAnswers(client, delivery) : undefined
  const more = `Headers and payload: ${client.command(`deliveries ${delivery.id} --all`)}`
  return [...detailLines(delivery, { all, advised, decoded }), ...(all ? [] : [[span(more, 'gray')]])]
}

function attemptLine(attempt: Attempt, { waitedMs, made }: Beside & { made: string }): Line {
  const { number, started_at, duration_ms, outcome, released, response, fault } = attempt
  const words = outcome?.kind === 'responded' ? quoted(response) : undefined
  const spent = duration_ms === null ? '' : ` in ${duration(duration_ms)}`
  return joined(
    [
      span(`Attempt ${number}`, 'bold'),
      span(`${otherDay(started_at, made)}${clockTime(started_at)} UTC`),
      outcome
        ? span(
            `${outcome.kind === 'responded' ? statusWords(outcome.status) : sayOutcome(outcome)}${spent}`,
            outcomeStyle(outcome),
          )
        : span(waitingWords(waitedMs, released), 'cyan'),
      words === undefined ? undefined : span(words),
      fault === null ? undefined : span(`fault ${fault}`, 'yellow'),
    ],
    '   ',
  )
}

function factLines(attempt: Attempt): Line[] {
  const phases = sayPhases(attempt)
  return [
    ...(phases ? [fact('time', phases)] : []),
    ...attempt.changes.map((change) => fact('changed', `${change.fault}: ${change.detail}`)),
  ]
}

function messageLines(attempt: Attempt, { decoded }: Beside): Line[] {
  const { number, outcome, request, response } = attempt
  return [
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
    [],
  ]
}

const waitingWords = (waitedMs: number | undefined, released: boolean) =>
  `waiting for your handler${waitedMs === undefined ? '' : `, ${Math.floor(waitedMs / 1000)} s`}${released ? ', released' : ''}`

const sentOf = ({ request: { sent_bytes } }: Attempt): Span =>
  span(sent_bytes === null ? '' : `  ${plural(sent_bytes, 'byte')} sent`, 'gray')

const leftOutLines = (bytes: number | undefined): Line[] =>
  bytes === undefined ? [] : [[span(`  … and ${plural(bytes, 'byte')} more`, 'gray')]]
