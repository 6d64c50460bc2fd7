/** Words of a receiver check: what its probes showed, and why a check could not be made. */
import type { Check, NotJudged, ProbeFact, ProbeResult, ReceiverMistake, ToldOutcome } from '../wire.ts'
import { type Framework, type Problem, type SchemeLimits, sayFix, sayWhy } from './check-fixes.ts'
import { sayMistake } from './check-mistakes.ts'
import { type ProbeWords, probeWords } from './check-probes.ts'
import { sayAnswer } from './delivery.ts'
import { plural } from './plural.ts'
import { statusWords } from './status.ts'

const probes = new Map<string, ProbeWords>(
  Object.values(probeWords).flatMap((group) => Object.entries(group)),
)

const reasons: Readonly<Record<NotJudged, string>> = {
  valid_refused: 'The receiver refuses the valid delivery, so its other answers say nothing.',
  new_field_refused: 'The receiver refuses new fields, which this probe needs (accepts-unknown-field).',
  rate_limited: 'The receiver refused the request because there were too many (HTTP 429).',
  no_signature: 'This scheme has no signature.',
  no_id: 'This scheme sends no id that a receiver could see.',
  no_timestamp: 'This scheme sends no timestamp.',
  no_tolerance: 'This scheme sets no limit to the age of a delivery.',
  future_accepted_by_vendor: "This vendor's own verifier accepts timestamps of the future.",
  no_version: 'Signatures of this scheme have no version.',
  one_signature: 'This scheme carries one signature.',
  one_letter_case: 'This scheme writes signatures in hex, where the letter case does not matter.',
  body_not_signed: 'This scheme does not sign the body.',
  time_not_signed: 'This scheme does not sign the timestamp.',
  id_not_signed: 'This scheme does not sign the id.',
  no_second_secret: 'No second secret was given (--second-secret).',
  no_effects: 'Nothing counts the effects (--effects-cmd, --effects-url or --effects).',
  no_effect_seen: 'No effect was seen for an accepted delivery.',
  effects_unreadable: 'The effects could not be read.',
  thorough_only: 'Only run with --thorough.',
  not_selected: 'Not selected.',
  receiver_down: 'The receiver is down.',
  receiver_hung: 'The receiver no longer answers.',
  no_answer: 'The receiver did not answer.',
  stopped: 'The check was stopped.',
}

/** What a probe sends. */
export const saySent = (id: string): string => probes.get(id)?.sent ?? ''

const saidOf = (outcome?: ToldOutcome) =>
  !outcome
    ? 'no connection'
    : outcome.kind === 'responded'
      ? `HTTP ${statusWords(outcome.status)}`
      : outcome.detail

/** The status with its name, and the receiver's own words. */
const answerOf = ({ status, answer }: { status: number; answer: string }) =>
  sayAnswer({ kind: 'responded', status }, { body: answer, body_base64: null })

/** What a probe showed. */
function sayFact(fact: ProbeFact): string {
  switch (fact.code) {
    case 'as_expected':
      return 'As expected.'
    case 'not_judged':
      return reasons[fact.reason]
    case 'accepted':
      return `${answerOf(fact)}: accepted.`
    case 'refused':
      return `${answerOf(fact)}: refused.`
    case 'server_error':
      return `${answerOf(fact)}.`
    case 'redirected':
      return `HTTP ${statusWords(fact.status)}${fact.to === null ? '.' : `, to ${fact.to}`}`
    case 'no_answer':
      return `No answer: ${saidOf(fact.outcome)}.`
    case 'slow':
      return `An answer after ${(fact.ms / 1000).toFixed(1)} s.`
    case 'sent_again':
      return `HTTP ${statusWords(fact.status)}, which the platform does not count as delivered: it sends the event again.`
    case 'some_failed':
      return `${fact.failed} of ${fact.of} failed. The first: ${fact.first}`
    case 'effects':
      return `${plural(fact.counted, 'effect')}, ${fact.expected} expected.`
    case 'effect_later':
      return `The effect came ${Math.round(fact.ms)} ms after the answer.`
    case 'leaked':
      return `${{ secret: 'The secret', stack: 'A stack trace', path: 'A path of the machine' }[fact.what]} in an answer: ${fact.line}`
    case 'went_down':
      return `The receiver ${fact.how === 'hung' ? 'stopped answering' : 'crashed'} after ${fact.after.join(' or ')}. ${
        fact.back ? 'It came back.' : 'It did not come back.'
      }`
  }
}

/** The problem behind a fact, where the answer tells more than the probe. */
function problemOf(id: string, { problem }: ProbeWords, fact: ProbeFact): Problem {
  if (fact.code === 'refused' && fact.status === 429 && problem !== 'burst') return 'rate_limit'
  if (fact.code === 'redirected' && fact.to !== null) return 'redirect'
  // Other deliveries to this path were accepted, so the path and the method are right.
  const isOfValid = id === 'accepts-valid' || id.startsWith('answers-')
  if (isOfValid && fact.code === 'refused' && fact.status === 404) return 'not_found'
  if (isOfValid && fact.code === 'refused' && fact.status === 405) return 'method'
  if (fact.code === 'refused' && fact.status === 413) return 'body_limit'
  if (fact.code === 'no_answer' && problem === 'valid_refused')
    return fact.outcome.kind === 'timed_out' ? 'slow_answer' : 'stays_alive'
  if (fact.code === 'refused' && problem === 'dedupe') return 'duplicate_refused'
  if (fact.code === 'accepted' && problem === 'refuse_with_4xx') return 'refused_with_success'
  if (fact.code === 'effects' && fact.counted < fact.expected) return 'lost_effect'
  return problem
}

/** The words of a probe and its result. */
export function sayProbe({
  id,
  fact,
  mistake,
  framework,
  limits,
  result,
  because,
}: {
  id: string
  fact: ProbeFact
  mistake: Omit<ReceiverMistake, 'summary'> | null
  framework: Framework | null
  limits: SchemeLimits
  result: ProbeResult
  /** The problem of the whole check that this failure follows from. */
  because?: Problem | undefined
}): Pick<
  Check['probes'][number],
  'title' | 'headline' | 'sent' | 'expected' | 'observed' | 'why' | 'fix' | 'docs'
> & {
  cause: string
} {
  const words = probes.get(id)
  if (!words) throw new Error(`No words for the probe ${id}`)
  const isWrong = result === 'fail' || result === 'warn' || result === 'note'
  const problem = because ?? problemOf(id, words, fact)
  const told = mistake ? sayMistake(mistake, framework, limits) : undefined
  return {
    title: words.title.replace(/,$/, ''),
    headline: isWrong ? words.wrong : words.title.replace(/,$/, ''),
    sent: words.sent,
    expected: words.expected,
    observed: sayFact(fact),
    why: isWrong ? sayWhy(problem) : '',
    fix: isWrong ? (told?.fix ?? sayFix(problem, framework, limits)) : '',
    docs: `docs/check.md#${id}`,
    cause: told?.summary ?? '',
  }
}

/** Why a check could not be made, or why it waits. */
export function sayCheckReason(reason: {
  code: NonNullable<Check['reason_code']>
  outcome?: ToldOutcome
  fact?: ProbeFact
}): string {
  switch (reason.code) {
    case 'stopped':
      return 'The check was stopped.'
    case 'interrupted':
      return 'The sandbox ended while the check was running.'
    case 'not_reached':
      return `The receiver could not be reached: ${saidOf(reason.outcome)}. Start the receiver, or correct the URL.`
    case 'not_accepted':
      return `The receiver does not accept a valid delivery. ${reason.fact ? sayFact(reason.fact) : ''}`
    case 'defect':
      return 'Something went wrong inside the sandbox. Its log has the details.'
  }
}
