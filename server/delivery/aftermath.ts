/** Decides what becomes of a delivery after its attempts ended. */
import { type Sent, wholeAnswer } from '../client/message.ts'
import { endBy, isLost, strictest } from '../faults/expectation.ts'
import type { Fault, Random } from '../faults/fault.ts'
import { againOf, copiesOf, touches } from '../faults/schedule.ts'
import type { DeliveryReason, Expectation, HeaderPair, Outcome } from '../wire.ts'
import type { DeliveryRecord } from './record.ts'
import {
  attemptsOf,
  type Copies,
  isGone,
  isSuccess,
  nextStep,
  placeOf,
  policyWith,
  type RetryPolicy,
  retryAfterOf,
} from './retry.ts'

/** What ended attempts mean for the delivery's subscription. */
export type Settled = 'delivered' | 'given-up' | 'gone' | 'open'

/**
 * How an attempt ended, as far as known. For an attempt left by a killed process, neither duration nor sent bytes are known.
 */
export type Ending = Pick<Sent, 'outcome' | 'response'> & {
  [Name in 'durationMs' | 'phases' | 'sentBytes']: Sent[Name] | null
}

/** What an earlier attempt contributes to the decision. */
export interface Earlier {
  outcome: Outcome
  /** The headers of a complete response. */
  headers: readonly HeaderPair[]
  /** The start, in microseconds of the sandbox's clock. The duration is real time and says nothing about this clock. */
  at: number
}

/** The attempts of a delivery that were made at once, and how they ended. */
export interface Ended {
  /** The delivery when they began. */
  delivery: DeliveryRecord
  fault: Fault | null
  policy: RetryPolicy
  /** In the order in which they began. */
  attempts: readonly { sent: Ending; expects: Expectation }[]
  /** How the attempts before these ended, oldest first. Read if copies were sent one after another. */
  endedBefore(): readonly Earlier[]
  /** The sandbox's time, in microseconds. */
  now: number
  /** The wall clock in microseconds, for dates in `Retry-After`. */
  wallTime: number
  /** Random fractions in [0, 1) for the jitter and for the fault of the next attempt. */
  random: Random
}

const once: Copies = { n: 1, onEveryRung: false }

/** How often each step of a delivery's schedule is sent. */
export const copiesFor = (fault: Fault | null): Copies =>
  fault === null ? once : { n: copiesOf(fault).n, onEveryRung: fault.sticky }

/** The record of an attempt about which nothing more is known. */
export const interrupted = (code: 'killed' | 'unknown'): Ending => ({
  outcome: { kind: 'interrupted', code },
  response: null,
  durationMs: null,
  phases: null,
  sentBytes: null,
})

/** Decides what a delivery becomes after its attempts. */
export function aftermath(ended: Ended): { record: DeliveryRecord; settled: Settled } {
  const { delivery, fault, now } = ended
  const policy = policyWith(fault, ended.policy)
  const copies = copiesFor(fault)
  const sents = ended.attempts.map(({ sent }) => sent)
  const made = sents.filter(({ outcome }) => outcome.kind !== 'interrupted')
  const last = made.at(-1) ?? sents.at(-1) ?? interrupted('unknown')
  const attemptsMade = delivery.attemptsMade + made.length
  const base: DeliveryRecord = {
    ...delivery,
    attemptsMade,
    // The subscription may have got a shorter schedule while the delivery waited.
    attemptsMax: Math.max(attemptsMade, attemptsOf(policy, copies)),
    lastOutcome: last.outcome,
    lastDurationMs: last.durationMs,
    nextAttemptAt: null,
  }
  const end = (state: DeliveryRecord['state'], reason: DeliveryReason | null, settled: Settled) => ({
    record: { ...base, state, reason, finishedAt: now },
    settled,
  })
  const again = (delayMs: number, reason: DeliveryReason): { record: DeliveryRecord; settled: Settled } => ({
    record: { ...base, state: 'retrying', reason, nextAttemptAt: now + Math.round(delayMs * 1000) },
    settled: 'open',
  })

  if (made.length === 0) {
    // Due since its creation, so that it goes before later deliveries.
    return again((Math.min(delivery.createdAt, now) - now) / 1000, { code: 'cut_short' })
  }

  const { rung, copy } = placeOf(base.attemptsMade - 1, copies)
  const copying = fault !== null && touches(fault, rung)
  if (copying && copy < copies.n)
    return again(copiesOf(fault).gapMs, { code: 'copy_sent', copy, copies: copies.n })
  const ends = made.map((sent): Earlier => {
    const headers = wholeAnswer(sent)?.headers ?? []
    return { outcome: sent.outcome, headers, at: now }
  })
  if (copying && copy > made.length) ends.push(...lastMade(ended.endedBefore(), copy - made.length))
  const outcomes = ends.map(({ outcome }) => outcome)
  const expects = strictest(ended.attempts.map((one) => one.expects))
  const judged = endBy(expects, outcomes, policy.success)
  if (judged) return end(judged.code === 'may_refuse' ? 'refused' : judged.code, judged, 'delivered')
  if (outcomes.some((outcome) => isSuccess(policy, outcome))) return end('succeeded', null, 'delivered')

  const asking = longestAsked(ends, ended)
  const outcome = outcomes.find((one) => isGone(policy, one)) ?? asking?.outcome ?? last.outcome
  const step = nextStep(policy, {
    rung,
    attemptsMade: base.attemptsMade,
    outcome,
    retryAfter: asking?.retryAfter,
    random: ended.random('jitter'),
  })
  const wasLost = fault !== null && touches(fault, rung) && isLost(fault, outcome)
  switch (step.kind) {
    case 'done':
      return end('succeeded', null, 'delivered')
    case 'give-up':
      return end(
        'failed',
        wasLost ? { code: 'not_judged' } : deciding(step.reason, outcome, last),
        step.disables ? 'gone' : 'given-up',
      )
    case 'retry':
      return again(
        step.delayMs + (fault ? againOf(fault, ended.random) : 0),
        wasLost ? { code: 'lost' } : deciding(step.reason, outcome, last),
      )
  }
}

/** A reason with the deciding response, unless that came from the last attempt. */
const deciding = (reason: DeliveryReason, outcome: Outcome, last: Pick<Ending, 'outcome'>): DeliveryReason =>
  outcome.kind === 'responded' &&
  (last.outcome.kind !== 'responded' || last.outcome.status !== outcome.status) &&
  (reason.code === 'attempt_failed' || reason.code === 'gave_up')
    ? { ...reason, status: outcome.status }
    : reason

/** The last `count` attempts that the sandbox did not cut short. */
const lastMade = (ends: readonly Earlier[], count: number): readonly Earlier[] =>
  ends.filter(({ outcome }) => outcome.kind !== 'interrupted').slice(-count)

/** The response that asks for the longest wait, or has an invalid `Retry-After`. With copies it may be any of them. */
function longestAsked(ends: readonly Earlier[], { now, wallTime }: Pick<Ended, 'now' | 'wallTime'>) {
  const asking = ends.flatMap(({ outcome, headers, at }) => {
    const since = now - at
    const asked = retryAfterOf(headers, wallTime - since)
    if (asked === undefined) return []
    return { outcome, retryAfter: typeof asked === 'string' ? asked : asked - since / 1000 }
  })
  const wait = ({ retryAfter }: { retryAfter: number | string }) =>
    typeof retryAfter === 'string' ? -Number.MAX_VALUE : retryAfter
  return asking.toSorted((a, b) => wait(b) - wait(a))[0]
}
