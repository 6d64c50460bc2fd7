import { describeOutcome } from '../client/outcome.ts'
import type { Outcome } from '../wire.ts'
import type { AnsweredLine } from './lines.ts'
import { namesSignature } from './names-signature.ts'
import { cameOf, type NewestAnswer } from './newest-answer.ts'
import { type FoundIn, found } from './table.ts'

/** What a failure of the receiver's own tells, whose words have told nothing; one that names the signature may be a refusal. */
export function failedInside(answered: NewestAnswer, lines: readonly AnsweredLine[]): FoundIn[] {
  const { number, status, endpoint } = answered
  // An endpoint may stand in for a receiver that it cannot reach.
  if (status < 500 || endpoint !== null || lines.some(({ text }) => namesSignature(text))) return []
  const detail = `${cameOf(answered)}. ${uncaught}`
  return [found('failed_inside', detail, [number])]
}

const uncaught =
  "So is answered where nobody catches an error, the verifier's or that of what comes behind it: what its answer does not say of it, its own log does."

/** What it tells that a request was taken and not answered in time. */
export function answeredLate(number: number, outcome: Outcome): FoundIn[] {
  if (outcome.kind !== 'timed_out' || outcome.phase !== 'waiting') return []
  const detail = `Attempt ${number}: ${describeOutcome(outcome)}. Does it answer before it works, and on each way through its handler? One that waits for a body that was parsed before never does. What compiles at the first request, as a dev server does, is late that once: send it again.`
  return [found('answered_late', detail, [number])]
}
