/** Words of the reports of a receiver check: its conclusion, its counts, and why probes were not judged. */
import type { Check, CheckProbe, NotJudged, ProbeGroup, ProbeResult } from '../wire.ts'
import { duration } from './duration.ts'
import { plural } from './plural.ts'
import { statusWords } from './status.ts'
import { dateTime } from './time.ts'

/** The groups of probes, in the order of a report. */
export const groupOrder = [
  'signature',
  'bytes',
  'tolerance',
  'delivery',
  'effects',
] as const satisfies readonly ProbeGroup[]

export const resultWords: Readonly<Record<ProbeResult, { mark: string; word: string }>> = {
  fail: { mark: '✕', word: 'Failed' },
  warn: { mark: '!', word: 'Warning' },
  note: { mark: 'i', word: 'Note' },
  pass: { mark: '✓', word: 'Passed' },
  skip: { mark: '–', word: 'Skipped' },
  unknown: { mark: '–', word: 'Not judged' },
}
/** A result in a word or two; a failure that the baseline has says so. */
export const sayResult = ({ result, known }: Pick<CheckProbe, 'result' | 'known'>): string =>
  `${resultWords[result].word}${known ? ' (in the baseline)' : ''}`

/** Why a probe was not judged, in a few words. */
const reasons: Readonly<Record<NotJudged, string>> = {
  valid_refused: 'the valid delivery is refused',
  new_field_refused: 'the receiver refuses new fields',
  rate_limited: 'HTTP 429: too many requests',
  no_signature: 'the scheme has no signature',
  no_id: 'the scheme sends no id',
  no_timestamp: 'the scheme sends no timestamp',
  no_tolerance: 'the scheme sets no limit to the age',
  future_accepted_by_vendor: "the vendor's verifier accepts timestamps of the future",
  no_version: 'signatures of the scheme have no version',
  one_signature: 'the scheme sends one signature',
  one_letter_case: 'the scheme writes signatures in hex',
  body_not_signed: 'the scheme does not sign the body',
  time_not_signed: 'the scheme does not sign the timestamp',
  id_not_signed: 'the scheme does not sign the id',
  no_second_secret: 'no --second-secret',
  no_effects: 'nothing counts effects',
  no_effect_seen: 'no effect was seen; see how to report effects in docs/check.md',
  effects_unreadable: 'the effects could not be read',
  thorough_only: 'only with --thorough',
  not_selected: 'not selected',
  receiver_down: 'the receiver is down',
  receiver_hung: 'the receiver no longer answers',
  no_answer: 'no answer',
  stopped: 'the check was stopped',
}
/** More probes than these with one reason are counted, not listed. */
const listedAtMost = 3

/** The probes that were not judged, each with its reason, in one line. Empty where all were judged. */
export function sayNotJudgedProbes(probes: readonly CheckProbe[]): string {
  const byReason = new Map<NotJudged, string[]>()
  for (const { id, fact } of probes)
    if (fact.code === 'not_judged') byReason.set(fact.reason, [...(byReason.get(fact.reason) ?? []), id])
  const count = [...byReason.values()].flat().length
  const [[only] = [], ...more] = byReason
  if (only !== undefined && more.length === 0 && count > listedAtMost)
    return `${count} not judged: ${reasons[only]}`
  const listed = [...byReason].map(
    ([reason, ids]) =>
      `${ids.length > listedAtMost ? plural(ids.length, 'probe') : ids.join(', ')} (${reasons[reason]})`,
  )
  return count === 0 ? '' : `${count} not judged: ${listed.join(', ')}`
}

/** What the probes of effects would show, where nothing counts effects. */
export const effectsWouldShow =
  'Effects are not counted. With --effects-cmd, --effects-url or --effects, the check counts what your receiver does: one effect for each event, duplicate and retry, none for a forged request.'

/** What a receiver does wrong, as the end of a sentence about it. */
function wrongdoing({ id, group, fact }: CheckProbe): string {
  if (fact.code === 'went_down') return fact.how === 'hung' ? 'stops answering' : 'crashes'
  if (fact.code === 'effects' && fact.counted < fact.expected) return 'loses work'
  if (id === 'no-effect-when-refused') return 'processes forged requests'
  if (group === 'effects') return 'repeats work'
  if (id === 'refuses-with-4xx') return 'refuses forged requests with a wrong status'
  if (id === 'rejects-stale' || id === 'rejects-future') return 'accepts replayed requests'
  if (id.startsWith('rejects-'))
    return group === 'signature' ? 'accepts forged requests' : 'accepts broken requests'
  if (id.startsWith('survives-'))
    return group === 'tolerance' ? 'breaks on unusual payloads' : 'fails under load'
  if (id === 'leaks-nothing') return 'shows internals in its answers'
  if (id === 'answers-in-time') return 'answers too late'
  if (id.startsWith('answers-')) return 'does not confirm deliveries'
  return 'refuses valid deliveries'
}

/** How a receiver meets the valid delivery that it does not accept. */
function sayRefused({ fact }: CheckProbe): string {
  switch (fact.code) {
    case 'no_answer':
      return 'Your receiver does not answer a valid delivery.'
    case 'server_error':
      return `Your receiver answers a valid delivery with HTTP ${statusWords(fact.status)}.`
    case 'redirected':
      return 'Your receiver redirects a valid delivery.'
    default:
      return 'Your receiver refuses a valid delivery.'
  }
}

/** What a check concluded, in a line or two. */
export interface Concluded {
  refused: CheckProbe | undefined
  /** Failures that no baseline has. */
  problems: readonly CheckProbe[]
  /** Failures and warnings that the baseline has. */
  known: readonly CheckProbe[]
  warnings: readonly CheckProbe[]
}

export function sayConclusion(check: Check, { refused, problems, known, warnings }: Concluded): string {
  if (check.state === 'failed') return check.reason ?? 'The check failed.'
  if (check.state === 'running') return `The check is running: ${sayProgress(check)}.`
  if (refused) return sayRefused(refused)
  const [first, ...others] = [...new Set(problems.map(wrongdoing))]
  const before =
    known.length === 0 ? '' : ` The baseline has ${known.length === 1 ? 'one more' : `${known.length} more`}.`
  if (first !== undefined) {
    const count = plural(problems.length, known.length === 0 ? 'problem' : 'new problem')
    const { diagnosis } = check
    const what =
      problems.length > 1 && diagnosis ? diagnosis.summary : `Your receiver ${inWords([first, ...others])}.`
    return `${count}. ${what}${before}`
  }
  if (known.length > 0) {
    const found = plural(known.length, 'failure')
    return `No new problem. The baseline has the ${found}.${warnings.length === 0 ? '' : ` ${plural(warnings.length, 'new warning')}.`}`
  }
  if (warnings.length > 0) return `No problem. ${plural(warnings.length, 'warning')}.`
  if (check.passed === 0) return 'No probe could be judged.'
  return `No problem. Your receiver passes ${plural(check.passed, 'probe')}.`
}

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** The probe of the valid delivery, if the receiver failed it. */
export const refusedValid = <Probe extends Pick<CheckProbe, 'id' | 'result'>>(
  probes: readonly Probe[],
): Probe | undefined => probes.find(({ id, result }) => id === 'accepts-valid' && result === 'fail')

/** How far a check is. Counts problems as the report does. */
export function sayProgress(check: Check): string {
  const { failed, warned } = refusedValid(check.probes) ? { failed: 1, warned: 0 } : check
  const { done, of } = progressOf(check)
  const wrong = [
    ...(failed > 0 ? [plural(failed, 'problem')] : []),
    ...(warned > 0 ? [plural(warned, 'warning')] : []),
  ]
  return [`${done} of ${plural(of, 'probe')}`, ...wrong].join(', ')
}

/** How many probes of a running check have ended, and of how many. */
export function progressOf({ probes, pending }: Check): { done: number; of: number } {
  const done = probes.filter(({ id }) => !pending.includes(id)).length
  return { done, of: done + pending.length }
}

/** The mistake behind a failure, with how certain it is. */
export const sayCertainty = ({ certainty, summary }: NonNullable<CheckProbe['mistake']>): string =>
  `${certainty === 'proved' ? 'Proved' : 'Most likely'}: ${summary}`

/** What a check sends, for the line before it begins. */
export const realEvents = 'The check sends real signed events to this receiver.'

/** The end of the secret in use, to compare with that of the receiver. */
const secretEndsIn = (hint: string): string => `The check signs with the secret that ends in …${hint}`

/** The address of the receiver without a password. */
export const sayReceiver = ({ url }: Pick<Check, 'url'>): string =>
  url.replace(/^(\w+:\/\/[^/?#\\:]*):[^/?#\\]*@/, '$1:***@')

/** The titles of the parts of a report. */
export const reportTitles = {
  page: 'Receiver check by Webhook Sandbox',
  cause: 'Cause',
  problems: 'Problems',
  warnings: 'Warnings',
  notes: 'Notes',
  others: 'Warnings and notes',
  all: 'All probes',
} as const

/** A text with its name. */
export type Named = readonly [name: string, text: string]

const withText = (all: readonly Named[]): readonly Named[] => all.filter(([, text]) => text !== '')

/** What a report says of a failed probe, in its order. The page says times in its own zone. */
export function probeFacts(
  probe: CheckProbe,
  secretHint: string | null,
  sayTime: (iso: string) => string = dateTime,
): readonly Named[] {
  const { id, sent, expected, observed, mistake, why, fix, repeated_at } = probe
  return withText([
    ['Sent', sent],
    ['Expected', expected],
    ['Got', observed],
    ['Cause', mistake === null ? '' : sayCertainty(mistake)],
    ['Secret', id === 'accepts-valid' && secretHint !== null ? secretEndsIn(secretHint) : ''],
    ['Why', why],
    ['Fix', fix],
    ['Run again', repeated_at === undefined ? '' : sayTime(repeated_at)],
  ])
}

/** What a report says of its check. */
export function checkFacts(check: Check, sayTime: (iso: string) => string = dateTime): readonly Named[] {
  const { state, score, scheme, framework, started_at, duration_ms, seed, options } = check
  const { event, timeout_ms, effects, thorough } = options
  return withText([
    ['Score', state === 'done' ? `${score} of 100` : ''],
    ['Receiver', sayReceiver(check)],
    ['Scheme', scheme],
    ['Framework', framework ?? ''],
    ['Started', sayTime(started_at)],
    ['Duration', duration_ms === null ? '' : duration(duration_ms)],
    ['Seed', `${seed}`],
    ['Event', event ?? ''],
    ['Timeout', timeout_ms === null ? '' : duration(timeout_ms)],
    ['Effects', effects === null ? '' : 'url' in effects ? effects.url : 'reported by the receiver'],
    ['Thorough', thorough ? 'yes' : ''],
  ])
}

/** How many probes of a group passed. */
export const sayPassed = ({ passed, judged }: { passed: number; judged: number }): string =>
  `${passed} of ${judged} passed`
