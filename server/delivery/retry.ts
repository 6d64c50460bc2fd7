import type { DeliveryReason, HeaderPair, Outcome } from '../wire.ts'

export interface RetryPolicy {
  /** Statuses that count as delivered. */
  success: readonly number[]
  /** The wait before each further attempt, in ms. */
  delaysMs: readonly number[]
  /** How far a wait may be moved either way, as a fraction. */
  jitter: number
  /** Whether 410 Gone ends the delivery and disables the subscription. */
  goneDisables: boolean
}

/** How often one rung of the ladder is sent, when a fault duplicates: only the first rung, or every one. */
export interface Copies {
  n: number
  onEveryRung: boolean
}

/** Where a send stands: on which rung of the ladder, and which of that rung's copies it is; both from 1. */
export function placeOf(sendsBefore: number, { n, onEveryRung }: Copies): { rung: number; copy: number } {
  if (onEveryRung) return { rung: Math.floor(sendsBefore / n) + 1, copy: (sendsBefore % n) + 1 }
  return sendsBefore < n ? { rung: 1, copy: sendsBefore + 1 } : { rung: sendsBefore - n + 2, copy: 1 }
}

/** How many attempts a policy grants, copies included. */
export function attemptsOf({ delaysMs }: RetryPolicy, { n, onEveryRung }: Copies): number {
  const rungs = delaysMs.length + 1
  return onEveryRung ? rungs * n : rungs + n - 1
}

/** What an attempt's end means for its delivery. */
export type NextStep =
  | { kind: 'done' }
  | { kind: 'retry'; delayMs: number; reason: DeliveryReason }
  | { kind: 'give-up'; reason: DeliveryReason; disables: boolean }

/**
 * Decides what follows an attempt.
 * @param rung how many rungs of the ladder are behind, this one included; what the sandbox itself cut short does not count
 * @param attemptsMade finished attempts, copies included
 * @param retryAfter what the receiver asked for in `Retry-After`: a wait in ms, or a text that is none
 * @param random a fraction in [0, 1) for the jitter
 */
export function nextStep(
  policy: RetryPolicy,
  {
    rung,
    attemptsMade,
    outcome,
    retryAfter,
    random,
  }: {
    rung: number
    attemptsMade: number
    outcome: Outcome
    retryAfter?: number | string | undefined
    random: number
  },
): NextStep {
  if (isSuccess(policy, outcome)) return { kind: 'done' }
  // Nothing that time could change.
  if (outcome.kind === 'blocked') return { kind: 'give-up', reason: { code: 'not_sent' }, disables: false }
  if (isGone(policy, outcome)) return { kind: 'give-up', reason: { code: 'gone' }, disables: true }
  if (outcome.kind === 'interrupted') return { kind: 'retry', delayMs: 0, reason: { code: 'cut_short' } }
  const counted = looksGood(outcome) ? { counted: [...policy.success] } : {}
  const planned = policy.delaysMs[rung - 1]
  if (planned === undefined)
    return {
      kind: 'give-up',
      reason: { code: 'gave_up', attempts: attemptsMade, ...counted },
      disables: false,
    }
  const reason = { code: 'attempt_failed', ...counted } as const
  const delayMs = Math.round(planned * (1 + policy.jitter * (2 * random - 1)))
  if (typeof retryAfter === 'string') {
    const retry_after = retryAfter.length > 60 ? `${retryAfter.slice(0, 60)}…` : retryAfter
    return { kind: 'retry', delayMs, reason: { ...reason, retry_after } }
  }
  if (retryAfter !== undefined && retryAfter > delayMs) {
    const mostMs = Math.max(delayMs, longestAskedMs)
    const capped = retryAfter > mostMs ? { waits_ms: mostMs } : {}
    return {
      kind: 'retry',
      delayMs: Math.min(retryAfter, mostMs),
      reason: { ...reason, asked_ms: retryAfter, ...capped },
    }
  }
  return { kind: 'retry', delayMs, reason }
}

/** Whether an attempt's end counts as delivered. */
export const isSuccess = ({ success }: RetryPolicy, outcome: Outcome): boolean =>
  outcome.kind === 'responded' && success.includes(outcome.status)

/** Whether an attempt's end says that nothing more is to be sent there. */
export const isGone = ({ goneDisables }: RetryPolicy, outcome: Outcome): boolean =>
  goneDisables && outcome.kind === 'responded' && outcome.status === 410

/** Whether an answer that is no success looks like none of a failure either. */
const looksGood = (outcome: Outcome): boolean =>
  outcome.kind === 'responded' && (outcome.status < 300 || outcome.status === 304)

/** So long is waited at most for what a receiver asks, unless the schedule waits longer by itself. */
const longestAskedMs = 7 * 86_400_000
/** More is not told, so that it can be counted with; some 30,000 years. */
const longestAskedS = 1e12

/** What `Retry-After` asks for in ms; its text where it has neither of its forms, undefined where it is missing or empty. */
export function retryAfterOf(headers: readonly HeaderPair[], wallTime: number): number | string | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value), longestAskedS) * 1000
  const date = httpDate(value, wallTime / 1000)
  return Number.isNaN(date) ? value : Math.max(0, date - Math.floor(wallTime / 1000))
}

const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/
const withZone = /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT$/

/** A date in one of the three forms of RFC 9110, 5.6.7, in Unix ms; NaN where it is none, such as without its GMT. */
function httpDate(value: string, nowMs: number): number {
  if (asctime.test(value)) return dateOf(`${value} GMT`)
  if (!withZone.test(value)) return Number.NaN
  // A year of two digits that would be more than 50 years ahead is the last one that ended so.
  const latest = new Date(nowMs).getUTCFullYear() + 50
  return dateOf(
    value.replace(/-(\d\d) (?=\d\d:)/, (_, year) => `-${latest - ((latest - Number(year)) % 100)} `),
  )
}

/** Date takes the 31st of February for the 3rd of March. All forms are of GMT, and the day is the first of their numbers. */
function dateOf(text: string): number {
  const ms = Date.parse(text)
  return new Date(ms).getUTCDate() === Number(/\d+/.exec(text)?.[0]) ? ms : Number.NaN
}
