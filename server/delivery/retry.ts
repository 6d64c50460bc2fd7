/** Decides whether and when an attempt is followed by another. */
import type { Fault } from '../faults/fault.ts'
import type { DeliveryReason, HeaderPair, Outcome } from '../wire.ts'

export interface RetryPolicy {
  /** The statuses that count as success. */
  success: readonly number[]
  /** The wait before each further attempt, in ms. */
  delaysMs: readonly number[]
  /** The largest random change of a wait in either direction, as a fraction. */
  jitter: number
  /** Whether 410 Gone ends the delivery and disables the subscription. */
  goneDisables: boolean
}

/**
 * The policy of a delivery with a fault. It has a retry without the fault also where the policy has none: only a retry shows
 * whether a receiver recovers from an attempt that was lost, or refused the fault alone.
 */
export const policyWith = (fault: Pick<Fault, 'sticky'> | null, policy: RetryPolicy): RetryPolicy =>
  fault === null || fault.sticky || policy.delaysMs.length > 0 ? policy : { ...policy, delaysMs: [0] }

/** How often one step of the schedule is sent if a fault duplicates: only the first step, or every step. */
export interface Copies {
  n: number
  onEveryRung: boolean
}

/** The step of the schedule for a send, and its copy within that step. Both count from 1. */
export function placeOf(sendsBefore: number, { n, onEveryRung }: Copies): { rung: number; copy: number } {
  if (onEveryRung) return { rung: Math.floor(sendsBefore / n) + 1, copy: (sendsBefore % n) + 1 }
  return sendsBefore < n ? { rung: 1, copy: sendsBefore + 1 } : { rung: sendsBefore - n + 2, copy: 1 }
}

/** How many attempts a policy allows, including copies. */
export function attemptsOf({ delaysMs }: RetryPolicy, { n, onEveryRung }: Copies): number {
  const rungs = delaysMs.length + 1
  return onEveryRung ? rungs * n : rungs + n - 1
}

/** What the end of an attempt means for its delivery. */
export type NextStep =
  | { kind: 'done' }
  | { kind: 'retry'; delayMs: number; reason: DeliveryReason }
  | { kind: 'give-up'; reason: DeliveryReason; disables: boolean }

/**
 * Decides what follows an attempt.
 * @param rung the number of completed steps of the schedule, including this one, without attempts that the sandbox cut short
 * @param attemptsMade finished attempts, including copies
 * @param retryAfter the value of `Retry-After`: a wait in ms, or an invalid text
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
  // A retry could not change this.
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

/** Whether the end of an attempt counts as success. */
export const isSuccess = ({ success }: RetryPolicy, outcome: Outcome): boolean =>
  outcome.kind === 'responded' && success.includes(outcome.status)

/** Whether the end of an attempt forbids further deliveries. */
export const isGone = ({ goneDisables }: RetryPolicy, outcome: Outcome): boolean =>
  goneDisables && outcome.kind === 'responded' && outcome.status === 410

/** Whether a response that is not a success does not look like a failure either. */
const looksGood = (outcome: Outcome): boolean =>
  outcome.kind === 'responded' && (outcome.status < 300 || outcome.status === 304)

/** The longest wait that a receiver can ask for, unless the schedule itself waits longer. */
const longestAskedMs = 7 * 86_400_000
/** Longer values are capped to stay computable; about 30,000 years. */
const longestAskedS = 1e12

/** The wait that `Retry-After` asks for in ms. Its text if invalid, undefined if missing or empty. */
export function retryAfterOf(headers: readonly HeaderPair[], wallTime: number): number | string | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value), longestAskedS) * 1000
  const date = httpDate(value, wallTime / 1000)
  return Number.isNaN(date) ? value : Math.max(0, date - Math.floor(wallTime / 1000))
}

const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/
const withZone = /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT$/

/** A date in one of the three forms of RFC 9110, 5.6.7, in Unix ms. NaN if invalid, for example without GMT. */
function httpDate(value: string, nowMs: number): number {
  if (asctime.test(value)) return dateOf(`${value} GMT`)
  if (!withZone.test(value)) return Number.NaN
  // A two-digit year more than 50 years ahead means the most recent past year with these digits.
  const latest = new Date(nowMs).getUTCFullYear() + 50
  return dateOf(
    value.replace(/-(\d\d) (?=\d\d:)/, (_, year) => `-${latest - ((latest - Number(year)) % 100)} `),
  )
}

/** Date would read February 31 as March 3. All forms are in GMT, and the day is their first number. */
function dateOf(text: string): number {
  const ms = Date.parse(text)
  return new Date(ms).getUTCDate() === Number(/\d+/.exec(text)?.[0]) ? ms : Number.NaN
}
