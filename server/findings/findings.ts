import { describeOutcome } from '../client/outcome.ts'
import { type Fault, partOf } from '../faults/fault.ts'
import { copiesOf } from '../faults/schedule.ts'
import { type FaultName, faults } from '../faults/table.ts'
import type { FindingKind, Outcome } from '../wire.ts'
import { type Comparison, type CopyAnswer, compareAnswers } from './answers.ts'
import { type FoundIn, found } from './table.ts'

/** How an attempt came out, as far as findings go by it. */
interface EndedAttempt {
  number: number
  outcome: Outcome | null
  /** Whether the delivery's fault touched it. */
  isTouched: boolean
}

export interface Asked {
  fault: Fault
  /** Whether a right receiver refuses what the fault touches. */
  expectsRefusal: boolean
  /** The statuses that count as delivered. */
  success: readonly number[]
  /** In order. */
  attempts: readonly EndedAttempt[]
  /** What an attempt was answered. */
  answerTo(number: number): Omit<CopyAnswer, 'status'> | undefined
}

/**
 * What the answers to a fault tell of the receiver, besides how the delivery ended: no more than follows from them. Nothing is
 * found before the attempts that tell it have ended.
 */
export const findingsOf = (asked: Asked): FoundIn[] =>
  asked.expectsRefusal ? refusedByFailure(asked) : [...ofCopies(asked), ...faultFailed(asked)]

const isSuccess = ({ success }: Asked, { outcome }: EndedAttempt) =>
  outcome?.kind === 'responded' && success.includes(outcome.status)
/** What the sandbox itself cut short tells nothing of the receiver. */
const ended = ({ outcome }: EndedAttempt) => outcome !== null && outcome.kind !== 'interrupted'
const came = ({ outcome }: EndedAttempt) => (outcome ? describeOutcome(outcome) : '')

/** Another answer than 4xx to what must be refused: it comes again, as after any failure. */
function refusedByFailure(asked: Asked): FoundIn[] {
  const failed = asked.attempts.find((one) => one.isTouched && isFailure(asked, one))
  if (failed === undefined) return []
  const detail = `Attempt ${failed.number} had to be refused: ${came(failed)}. A right one answers 4xx: after anything else the platform sends it again.`
  return [found('refused_by_failure', `${detail} ${besideRight(asked)}`.trim(), [failed.number])]
}

/** What the answer to the same event, as it should be, tells of where it failed. */
function besideRight(asked: Asked): string {
  const right = asked.attempts.findLast((one) => !one.isTouched && one.outcome?.kind === 'responded')
  if (right === undefined) return ''
  const beside = `Attempt ${right.number}, without the fault: ${came(right)}`
  if (isSuccess(asked, right))
    return `${beside}, so that it fails at what the fault changed: does its verifier throw an error that nobody catches?`
  return isFailure(asked, right) ? `${beside} as well, so that the fault need not be why.` : ''
}

const isFailure = (asked: Asked, one: EndedAttempt) =>
  one.outcome?.kind === 'responded' && !/^[24]/.test(`${one.outcome.status}`) && !isSuccess(asked, one)

/** Whether copies of one event were acted on once, as far as their answers tell. */
function ofCopies(asked: Asked): FoundIn[] {
  if (partOf(asked.fault, 'duplicate') === undefined) return []
  const { n } = copiesOf(asked.fault)
  // Of a sticky fault, those of the newest rung.
  const copies = asked.attempts.filter((one) => one.isTouched && ended(one)).slice(-n)
  const taken = copies.find((one) => isSuccess(asked, one))
  if (copies.length < n || taken === undefined) return []
  const failed = copies.find((one) => !isSuccess(asked, one))
  return [...(failed ? [copyFailed(taken, failed)] : []), ...compared(copies, asked)]
}

function copyFailed(taken: EndedAttempt, failed: EndedAttempt): FoundIn {
  const detail = `Attempt ${taken.number} was taken, attempt ${failed.number} of the same event was not: ${came(failed)}. A right one answers each copy with success: after anything else the platform sends it again.`
  return found('copy_failed', detail, [taken.number, failed.number])
}

function compared(copies: readonly EndedAttempt[], asked: Asked): FoundIn[] {
  const [first, ...others] = copies.flatMap((copy) => {
    const { number, outcome } = copy
    const answer = outcome?.kind === 'responded' && asked.answerTo(number)
    return answer ? [{ number, status: outcome.status, ...answer, isTaken: isSuccess(asked, copy) }] : []
  })
  if (first === undefined) return []
  const comparisons = others.flatMap((other) => {
    const { tells, words } = compareAnswers(first, other)
    // A failure names things of its own, such as itself.
    const isSure = tells === 'knew' || (first.isTaken && other.isTaken)
    return isSure ? [{ tells, words, attempts: [first.number, other.number] }] : []
  })
  const [told] = (['twice', 'knew', 'nothing'] as const).flatMap(
    (tells) => comparisons.find((one) => one.tells === tells) ?? [],
  )
  return told ? [found(kindOf[told.tells], sayCompared(told), told.attempts)] : []
}

const kindOf = {
  twice: 'acted_twice',
  knew: 'knew_copy',
  nothing: 'copies_untold',
} as const satisfies Record<Comparison['tells'], FindingKind>

function sayCompared({ tells, words, attempts }: Comparison & { attempts: readonly number[] }): string {
  const both = `attempts ${attempts.join(' and ')}`
  switch (tells) {
    case 'twice':
      return `The answers to ${both}, one event with one id, name different things: ${words}. That tells nothing where it is made anew for each request, such as an id of the request itself.`
    case 'knew':
      return `Of the answers to ${both}, one alone says so: ${words}`
    case 'nothing':
      return `${words} (${both}): what was done shows on the receiver's own side.`
  }
}

/** Faults that a right receiver takes as if there were none. */
const taken: readonly FaultName[] = [
  'delay',
  'reorder',
  'header_case',
  'unknown_event',
  'extra_field',
  'reserialise',
  'http10',
  'chunked',
]

/** The same event failed with the fault and was taken without it. */
function faultFailed(asked: Asked): FoundIn[] {
  const { fault, attempts } = asked
  if (!fault.parts.every(({ name }) => taken.includes(name))) return []
  const failed = attempts.find((one) => one.isTouched && reached(one) && !isSuccess(asked, one))
  const without = attempts.find((one) => !one.isTouched && isSuccess(asked, one))
  if (failed === undefined || without === undefined) return []
  const right = fault.parts.map(({ name }) => faults[name].description.replace(/^.*(?=A right one )/s, ''))
  const detail = `Attempt ${failed.number}, with ${fault.text}: ${came(failed)}. Attempt ${without.number}, without it: ${came(without)}. ${right.join(' ')}`
  return [found('fault_failed', detail, [failed.number, without.number])]
}

/** Whether the receiver has made something of it. */
const reached = ({ outcome }: EndedAttempt) =>
  outcome?.kind === 'responded' ||
  outcome?.kind === 'reset' ||
  (outcome?.kind === 'timed_out' && outcome.phase !== 'connecting')
