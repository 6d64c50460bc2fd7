import type { Fault } from '../faults/fault.ts'
import { isBeyond, skewOf } from '../faults/signing.ts'
import type { Recipe } from '../signing/recipe.ts'

/** How far ahead of the clock receivers of a scheme let a signature be, in seconds; half the tolerance, since their clocks differ. */
function leadOf({ method, pastOnly, toleranceS }: Recipe): number {
  // Libraries for JWT refuse an iat of the future.
  if (method === 'jwt') return 0
  return pastOnly || toleranceS === null ? Number.POSITIVE_INFINITY : Math.floor(toleranceS / 2)
}

/** How many seconds later what a fault signs at another time may be signed, so that a right receiver takes or refuses it all the same. */
function roomOf(recipe: Recipe, fault: Fault | null): number {
  const skewS = fault === null ? 0 : skewOf(fault)
  const { toleranceS, pastOnly } = recipe
  if (skewS === 0 || toleranceS === null) return Number.POSITIVE_INFINITY
  if (skewS < 0) return isBeyond(skewS, recipe) ? -skewS - toleranceS - 1 : Number.POSITIVE_INFINITY
  return pastOnly || isBeyond(skewS, recipe) ? Number.POSITIVE_INFINITY : toleranceS - skewS
}

/**
 * How many seconds later a time at the very limit is signed: the age that a receiver sees has a fraction, and may pass on to the next
 * second on the way there.
 */
function marginOf({ toleranceS, pastOnly }: Recipe, fault: Fault | null): number {
  const skewS = fault === null ? 0 : skewOf(fault)
  if (skewS === 0 || toleranceS === null) return 0
  return skewS === -toleranceS || (!pastOnly && skewS === toleranceS + 1) ? 1 : 0
}

/**
 * The Unix second that an attempt is signed at, which a fault may move: later than the one of the attempt before, so that a repeat
 * is told from a replay, as far as its receivers let it be ahead of the clock.
 * @param now in microseconds
 * @param lastSignedAt when the attempt before was signed, in microseconds
 * @param fault what touches the attempt
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
