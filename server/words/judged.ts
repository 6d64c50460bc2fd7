/** What a matcher of a test says about the record that it judged: what happened, why, and what to do. */
import type { Attempt, CaptureRow, Check, Delivery, DeliveryRow, Verdict } from '../wire.ts'
import { outlineOf } from './check-outline.ts'
import { sayCertainty } from './check-report.ts'
import { deliveryHeadline, sentOnPurpose } from './delivery.ts'
import { shown } from './markup.ts'
import { printable } from './printable.ts'
import { captureLine } from './record-lines.ts'
import { textOf } from './spans.ts'

/** A cause and its fix, each where there is one. */
interface Explained {
  cause: string
  fix: string
}

const explainedLines = ({ cause, fix }: Explained) => [
  ...(cause === '' ? [] : [`Cause   ${printable(cause)}`]),
  ...(fix === '' ? [] : [`Fix     ${printable(fix)}`]),
]

/**
 * A delivery with its findings.
 * @param otherwise the fix, if no finding has one
 */
export function judgedDelivery(row: DeliveryRow | Delivery, otherwise: string): string {
  const attempts: readonly Attempt[] = 'attempts' in row ? row.attempts : []
  const answered = attempts.findLast(({ outcome }) => outcome !== null)
  const findings = 'findings' in row ? row.findings : []
  const explained = findings.map(({ summary, detail, fix }) => ({ cause: `${summary}. ${detail}`, fix }))
  const hasFix = explained.some(({ fix }) => fix !== '')
  return [
    `${printable(deliveryHeadline(row, answered?.response))}   ${row.id}`,
    sentOnPurpose({ attempts: [...attempts] }) ?? '',
    ...explained.flatMap(explainedLines),
    ...(hasFix ? [] : explainedLines({ cause: '', fix: otherwise })),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** A capture with what the sandbox did to it on purpose, else with the causes of its verdict. */
export const judgedCapture = (row: CaptureRow): string =>
  `${printable(textOf(captureLine(row)))}   ${row.id}\n${row.verdict.on_purpose ?? judgedVerdict(row.verdict)}`

/** A verdict with its causes; the hint, if there is none. */
export function judgedVerdict({ result, reason, hint, causes }: Verdict): string {
  const found: Explained[] = causes.map(({ detail, fix }) => ({ cause: detail, fix }))
  return [
    `${result.replaceAll('_', ' ')}: ${printable(reason)}`,
    ...(found.length > 0 ? found : [{ cause: '', fix: hint ?? '' }]).flatMap(explainedLines),
  ].join('\n')
}

/** The conclusion of a check, and each problem with its fix. */
export function judgedCheck(check: Check): string {
  const { conclusion, problems, warnings, notJudged } = outlineOf(check)
  return [
    `${conclusion} Score ${check.score}.`,
    ...[...problems, ...warnings].flatMap((probe) => [
      `\n${probe.headline} (${probe.id})`,
      `Got     ${shown(probe.observed)}`,
      ...explainedLines({ cause: probe.mistake ? sayCertainty(probe.mistake) : '', fix: '' }),
      ...(probe.fix === '' ? [] : [`Fix     ${shown(probe.fix)}`]),
    ]),
    ...(notJudged === '' ? [] : [`\n${notJudged}`]),
  ].join('\n')
}

/** What a matcher takes. */
const taken = {
  toBeVerified: 'the endpoint, a capture, or the verdict of verify()',
  toBeDelivered: 'the receiver, the endpoint, a delivery, or what trigger() returned',
  toBeRefused: 'the receiver, a delivery, or what trigger() returned',
  toBeDeliveredOnce: 'the receiver, the endpoint, a delivery, or what trigger() returned',
  toPassCheck: 'the receiver, or the report of check()',
} as const
export type MatcherName = keyof typeof taken

export const wrongSubject = (matcher: MatcherName, got: string): string =>
  `${matcher} cannot judge ${got}. Give it ${taken[matcher]}.`

/** What a failed matcher says first. */
export const notWhat = {
  delivered: 'Not every delivery succeeded.',
  refused: 'Not every delivery was refused with HTTP 4xx.',
  once: 'Not every event was delivered exactly once.',
  repeated: (more: string) => `More than one ${more} matched.`,
  verified: 'The request is not verified.',
  passed: 'The receiver does not pass the check.',
  none: 'The trigger made no delivery. Subscribe a receiver to the event first.',
  uncounted: 'A trigger of more than 1,000 events lists no deliveries. Give the matcher the receiver.',
} as const
/** What a matcher behind `.not` says first. */
export const notButWas = {
  delivered: 'Every delivery succeeded, which the test does not expect.',
  refused: 'Every delivery was refused, which the test does not expect.',
  once: 'Every event was delivered exactly once, which the test does not expect.',
  verified: 'The request is verified, which the test does not expect.',
  passed: 'The receiver passes the check, which the test does not expect.',
} as const
