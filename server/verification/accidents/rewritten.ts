import type { BodyForms, BodyTurn } from '../search/accident.ts'
import type { Budget } from '../search/budget.ts'
import type { Proof } from '../search/probe.ts'
import { changedValue } from './json-changes.ts'
import { forming, timeOf } from './work.ts'

/** What is said of JSON alone. */
const ofJson: ReadonlySet<string> = new Set(['reserialised', 'pretty_printed', 'keys_sorted', 'escapes'])

/**
 * A proof by a body that was written anew, with the value that was changed by it. What cannot be paid for is left out.
 * @param turn the rewriting, whose accident is one of the proof's
 * @returns undefined where the body is no JSON, so that there was nothing to be written anew
 */
export function rewrittenProof(
  proof: Proof,
  { accident, keepsValues, isOfAnyText }: BodyTurn,
  { came, signed }: { came: BodyForms; signed: BodyForms },
  budget: Budget,
): Proof | undefined {
  const counts = came.counts()
  if (isOfAnyText || !ofJson.has(accident.cause) || !budget.take(timeOf(forming.json, counts))) return proof
  if (!came.isJson(Number.POSITIVE_INFINITY)) return undefined
  // Both are parsed and made trees of, and every name of the two is looked up.
  const comparing = 2 * timeOf(forming.json, counts) + 8 * timeOf(forming.tree, counts)
  if (keepsValues || !budget.take(comparing)) return proof
  const changed = changedValue(came.unmarked(), signed.unmarked())
  if (changed === undefined) return proof
  const detail = `${accident.detail} A value is another there: ${changed}.`
  return { ...proof, accidents: proof.accidents.map((one) => (one === accident ? { ...one, detail } : one)) }
}
