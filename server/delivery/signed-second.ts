/** Decides the second in which an attempt is signed. */
import type { Fault } from '../faults/fault.ts'
import { isBeyond } from '../faults/scheme-facts.ts'
import { skewOf } from '../faults/signing.ts'
import type { Recipe } from '../signing/recipe.ts'

/** How far ahead of their clock receivers accept a signature, in seconds: half the limit, since clocks differ. */
const leadOf = ({ leadS }: Recipe): number =>
  leadS === null ? Number.POSITIVE_INFINITY : Math.floor(leadS / 2)

/**
 * How many seconds later an attempt with a time fault may be signed without changing whether a correct receiver accepts it.
 */
function roomOf(recipe: Recipe, fault: Fault | null): number {
  const skewS = fault === null ? 0 : skewOf(fault)
  const { toleranceS, leadS } = recipe
  if (skewS === 0 || toleranceS === null) return Number.POSITIVE_INFINITY
  if (skewS < 0) return isBeyond(skewS, recipe) ? -skewS - toleranceS - 1 : Number.POSITIVE_INFINITY
  return leadS === null || isBeyond(skewS, recipe) ? Number.POSITIVE_INFINITY : leadS - skewS
}

/**
 * How many seconds a time at the very limit is moved. The age that a receiver sees has a fraction, and may reach the next
 * second on the way.
 */
function marginOf({ toleranceS, leadS }: Recipe, fault: Fault | null): number {
  const skewS = fault === null ? 0 : skewOf(fault)
  if (skewS === 0 || toleranceS === null) return 0
  return skewS === -toleranceS || (leadS !== null && skewS === leadS + 1) ? 1 : 0
}

/**
 * The Unix second in which an attempt is signed; a fault may move it. It is later than that of the previous attempt, so that
 * a retry differs from a replay, as far as receivers accept a time ahead of the clock.
 * @param now in microseconds
 * @param lastSignedAt when the previous attempt was signed, in microseconds
 * @param fault the fault of the attempt
 */
export function signedSecond(
  recipe: Recipe,
  { now, lastSignedAt, fault }: { now: number; lastSignedAt: number | null; fault: Fault | null },
) {
  const second = Math.floor(now / 1_000_000)
  const next = lastSignedAt === null ? second : Math.floor(lastSignedAt / 1_000_000) + 1
  const earliest = second + marginOf(recipe, fault)
  return Math.max(earliest, Math.min(next, second + leadOf(recipe), second + roomOf(recipe, fault)))
}
