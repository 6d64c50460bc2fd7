/** Derives findings about a receiver from its responses. */
import { type Fault, partOf } from '../faults/fault.ts'
import { copiesOf } from '../faults/schedule.ts'
import { faults } from '../faults/table.ts'
import type { Attempt, Expectation, Finding, FindingCode, Found } from '../wire.ts'
import { findingWords } from '../words/findings.ts'
import { type CopyAnswer, compareAnswers } from './answers.ts'

/** How sure each finding is. */
export const findingTable = {
  acted_twice: 'probably_wrong',
  knew_copy: 'probably_right',
  copies_untold: 'nothing',
  copy_failed: 'wrong',
  fault_failed: 'wrong',
  refused_by_failure: 'wrong',
  wants_other_scheme: 'probably_wrong',
  verifies_parsed_body: 'probably_wrong',
  lacks_secret: 'probably_wrong',
  secret_has_white_space: 'probably_wrong',
  misreads_signature: 'probably_wrong',
  refused_by_status: 'probably_wrong',
  failed_inside: 'probably_wrong',
  stopped_listening: 'probably_wrong',
  counts_as_failure: 'wrong',
  success_with_error: 'probably_wrong',
  answered_by_page: 'probably_wrong',
  answered_late: 'probably_wrong',
} as const satisfies Record<FindingCode, Finding['says']>

/** A finding in the form of the API. */
export function toldFinding(
  found: Found,
  attempts: readonly Pick<Attempt, 'number' | 'outcome'>[],
  endpoint: string | null,
): Finding {
  return { ...found, says: findingTable[found.code], ...findingWords(found, attempts, endpoint), endpoint }
}

/** How an attempt ended, as far as the findings need it. */
interface EndedAttempt extends Pick<Attempt, 'number' | 'outcome'> {
  /** Whether the delivery's fault changed this attempt. */
  isTouched: boolean
}

export interface Asked {
  fault: Fault
  /** What a correct receiver does with what the fault touches. */
  expects: Expectation
  /** The statuses that count as delivered. */
  success: readonly number[]
  /** In order of their numbers. */
  attempts: readonly EndedAttempt[]
  /** The response to an attempt. */
  answerTo(number: number): Omit<CopyAnswer, 'status'> | undefined
}

/**
 * What the responses to a fault show about the receiver, in addition to the state of the delivery. A finding needs
 * proof, so it appears only after the attempts that prove it.
 */
export const findingsOf = (asked: Asked): Found[] =>
  asked.expects === 'refuse' ? refusedByFailure(asked) : [...ofCopies(asked), ...faultFailed(asked)]

const isSuccess = ({ success }: Asked, { outcome }: EndedAttempt) =>
  outcome?.kind === 'responded' && success.includes(outcome.status)
/** An attempt that the sandbox itself stopped shows nothing about the receiver. */
const ended = ({ outcome }: EndedAttempt) => outcome !== null && outcome.kind !== 'interrupted'

const isFailure = (asked: Asked, one: EndedAttempt) =>
  one.outcome?.kind === 'responded' &&
  ![2, 4].includes(Math.floor(one.outcome.status / 100)) &&
  !isSuccess(asked, one)

/** A must-refuse fault got another response than 4xx, so the event is sent again, as after any failure. */
function refusedByFailure(asked: Asked): Found[] {
  const failed = asked.attempts.find((one) => one.isTouched && isFailure(asked, one))
  if (failed === undefined) return []
  // The response to the correct event shows where the receiver failed.
  const right = asked.attempts.findLast((one) => !one.isTouched && one.outcome?.kind === 'responded')
  const without_fault =
    right && isSuccess(asked, right) ? 'accepted' : right && isFailure(asked, right) ? 'failed' : 'untold'
  const attempts = [failed.number, ...(right && without_fault !== 'untold' ? [right.number] : [])]
  return [{ code: 'refused_by_failure', evidence: { without_fault }, attempts }]
}

/** Whether the receiver acted once on copies of one event, as far as the responses show. */
function ofCopies(asked: Asked): Found[] {
  if (partOf(asked.fault, 'duplicate') === undefined) return []
  const { n } = copiesOf(asked.fault)
  // With a sticky fault, the copies of the newest round.
  const copies = asked.attempts.filter((one) => one.isTouched && ended(one)).slice(-n)
  const taken = copies.find((one) => isSuccess(asked, one))
  if (copies.length < n || taken === undefined) return []
  const failed = copies.find((one) => !isSuccess(asked, one))
  return [
    ...(failed
      ? [{ code: 'copy_failed' as const, evidence: {}, attempts: [taken.number, failed.number] }]
      : []),
    ...compared(copies, asked),
  ]
}

function compared(copies: readonly EndedAttempt[], asked: Asked): Found[] {
  const [first, ...others] = copies.flatMap((copy) => {
    const { number, outcome } = copy
    const answer = outcome?.kind === 'responded' && asked.answerTo(number)
    return answer ? [{ number, status: outcome.status, ...answer, isTaken: isSuccess(asked, copy) }] : []
  })
  if (first === undefined) return []
  const comparisons = others.flatMap((other): Found[] => {
    const comparison = compareAnswers(first, other)
    // An error response contains values of its own, such as an error id.
    const isSure = comparison.code === 'knew_copy' || (first.isTaken && other.isTaken)
    return isSure ? [{ ...comparison, attempts: [first.number, other.number] }] : []
  })
  return (['acted_twice', 'knew_copy', 'copies_untold'] as const)
    .flatMap((code) => comparisons.find((one) => one.code === code) ?? [])
    .slice(0, 1)
}

/** The same event failed with the fault and succeeded without it. */
function faultFailed(asked: Asked): Found[] {
  const { fault, attempts, expects } = asked
  const failed = attempts.find(
    (one) =>
      one.isTouched &&
      ((expects === 'accept' && reached(one) && !isSuccess(asked, one)) ||
        (expects === 'accept_or_refuse' && isFailure(asked, one))),
  )
  const without = attempts.find((one) => !one.isTouched && isSuccess(asked, one))
  if (failed === undefined || without === undefined) return []
  const right = fault.parts.map(({ name }) => faults[name].right)
  return [{ code: 'fault_failed', evidence: { right }, attempts: [failed.number, without.number] }]
}

/** Whether the receiver has processed the request. */
const reached = ({ outcome }: EndedAttempt) =>
  outcome?.kind === 'responded' ||
  outcome?.kind === 'reset' ||
  (outcome?.kind === 'timed_out' && outcome.phase !== 'connecting')
