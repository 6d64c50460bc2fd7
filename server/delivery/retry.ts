import { sayDuration } from '../time.ts'
import type { HeaderPair, Outcome } from '../wire.ts'
import { describeOutcome } from './outcome.ts'

export interface RetryPolicy {
  /** Statuses that count as delivered. */
  success: readonly number[]
  /** The wait before each further attempt, in ms. */
  delaysMs: readonly number[]
  /** How far a wait may be moved either way, as a fraction. */
  jitter: number
}

/** How many attempts a policy grants. */
export const attemptsOf = (policy: RetryPolicy): number => policy.delaysMs.length + 1

/** What an attempt's end means for its delivery. */
export type NextStep =
  | { kind: 'done' }
  | { kind: 'retry'; delayMs: number; reason: string }
  | { kind: 'give-up'; reason: string }

/**
 * Decides what follows an attempt.
 * @param attemptsMade finished attempts, this one included; attempts that the sandbox itself cut short do not count
 * @param askedMs the wait that the receiver asked for in `Retry-After`
 * @param random a fraction in [0, 1) for the jitter
 */
export function nextStep(
  policy: RetryPolicy,
  {
    attemptsMade,
    outcome,
    askedMs,
    random,
  }: { attemptsMade: number; outcome: Outcome; askedMs?: number | undefined; random: number },
): NextStep {
  if (outcome.kind === 'responded' && policy.success.includes(outcome.status)) return { kind: 'done' }
  // Nothing that time could change.
  if (outcome.kind === 'blocked') return { kind: 'give-up', reason: describeOutcome(outcome) }
  if (outcome.kind === 'interrupted') return { kind: 'retry', delayMs: 0, reason: describeOutcome(outcome) }
  const said = describeOutcome(outcome) + whyNot(policy, outcome)
  const planned = policy.delaysMs[attemptsMade - 1]
  if (planned === undefined) {
    return {
      kind: 'give-up',
      reason: `gave up after ${attemptsMade} ${attemptsMade === 1 ? 'attempt' : 'attempts'}: ${said}`,
    }
  }
  const delayMs = Math.round(planned * (1 + policy.jitter * (2 * random - 1)))
  if (askedMs !== undefined && askedMs > delayMs) {
    return {
      kind: 'retry',
      delayMs: askedMs,
      reason: `${said}; the receiver asked to wait ${sayDuration(askedMs)}`,
    }
  }
  return { kind: 'retry', delayMs, reason: said }
}

/** Why an answer that looks like none of a failure is one. */
function whyNot({ success }: RetryPolicy, outcome: Outcome): string {
  if (outcome.kind !== 'responded' || outcome.status >= 400) return ''
  if (outcome.status >= 300) return ', and redirects are not followed'
  return `, but only ${success.join(' and ')} count as delivered`
}

const longestAskedMs = 7 * 86_400_000

/** What `Retry-After` asks for in ms, in either of its forms, at most a week; undefined when it is missing or no such thing. */
export function retryAfterMs(headers: readonly HeaderPair[], wallTime: number): number | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, longestAskedMs)
  const date = /^[A-Za-z]{3,9}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date)
    ? undefined
    : Math.min(Math.max(0, date - Math.floor(wallTime / 1000)), longestAskedMs)
}
