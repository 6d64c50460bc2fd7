/** Says what the answers to a probe show. */
import { wholeAnswer } from '../client/send.ts'
import type { NotJudged, ProbeFact, ProbeResult, Severity } from '../wire.ts'
import { told } from '../words/outcome.ts'
import { printable } from '../words/printable.ts'
import type { Exchange, Expects, Probe } from './probe.ts'

/** Reasons why a probe could not be judged though it was sent or wanted. The others say that it does not apply. */
const unknownReasons: ReadonlySet<NotJudged> = new Set([
  'rate_limited',
  'no_effect_seen',
  'effects_unreadable',
  'receiver_down',
  'receiver_hung',
  'no_answer',
  'stopped',
])

const failed: Readonly<Record<Severity, ProbeResult>> = { must: 'fail', should: 'warn', info: 'note' }

/** The result of a probe by what it showed. */
export function resultOf({ severity }: Pick<Probe, 'severity'>, fact: ProbeFact): ProbeResult {
  switch (fact.code) {
    case 'as_expected':
      return 'pass'
    case 'not_judged':
      return unknownReasons.has(fact.reason) ? 'unknown' : 'skip'
    case 'slow':
    case 'sent_again':
      return 'warn'
    default:
      return failed[severity]
  }
}

/** The beginning of an answer's body, on one line and safe to show. */
export const answerIn = ({ sent }: Exchange): string =>
  printable((wholeAnswer(sent)?.body.toString('utf8') ?? '').replace(/\s+/g, ' ').trim()).slice(0, 200)

/** What the answers to a probe's requests show, by what a correct receiver does. */
export function factOf(expects: Expects, exchanges: readonly Exchange[]): ProbeFact {
  const judged = exchanges.filter(({ planned }) => !planned.wire?.cut)
  const retried = (exchange: Exchange) =>
    judged.some(
      (later) =>
        later.planned.draft.id === exchange.planned.draft.id &&
        (later.planned.attempt ?? 1) > (exchange.planned.attempt ?? 1) &&
        later.planned.ifRefused,
    )
  const facts = judged
    .filter((exchange) => !retried(exchange))
    .map((exchange) => factOfOne(expects, exchange))
  const wrong = facts.filter(({ code }) => code !== 'as_expected')
  // One that could not be judged says less than one that was wrong.
  const [worst] = [...wrong.filter(({ code }) => code !== 'not_judged'), ...wrong]
  return worst ?? (facts.length > 0 ? { code: 'as_expected' } : { code: 'not_judged', reason: 'no_answer' })
}

/** What one answer shows. */
export function factOfOne(expects: Expects, exchange: Exchange): ProbeFact {
  const { outcome, response } = exchange.sent
  if (outcome.kind !== 'responded')
    return expects === 'refuse'
      ? { code: 'not_judged', reason: 'no_answer' }
      : { code: 'no_answer', outcome: told(outcome) }
  const { status } = outcome
  const answer = answerIn(exchange)
  const isAccepted = status >= 200 && status < 300
  // A rate limit has not looked at the request.
  if (status === 429 && expects !== 'accept') return { code: 'not_judged', reason: 'rate_limited' }
  if (expects === 'accept') {
    if (isAccepted) return { code: 'as_expected' }
    if (status >= 500) return { code: 'server_error', status, answer }
    if (status >= 300 && status < 400) {
      const to = response?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? null
      return { code: 'redirected', status, to }
    }
    return { code: 'refused', status, answer }
  }
  if (isAccepted && expects !== 'survive') return { code: 'accepted', status, answer }
  if (status >= 500 && expects !== 'refuse') return { code: 'server_error', status, answer }
  if (expects === 'refuse_4xx' && !(status >= 400 && status < 500))
    return { code: 'redirected', status, to: null }
  return { code: 'as_expected' }
}
