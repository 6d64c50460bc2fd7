import type { Recipe } from '../signing/recipe.ts'

/** How far ahead of the clock receivers of a scheme let a signature be, in seconds; half the tolerance, since their clocks differ. */
function leadOf({ method, pastOnly, toleranceS }: Recipe): number {
  // Libraries for JWT refuse an iat of the future.
  if (method === 'jwt') return 0
  return pastOnly || toleranceS === null ? Number.POSITIVE_INFINITY : Math.floor(toleranceS / 2)
}

/**
 * The Unix second that an attempt is signed at: later than the one of the attempt before, so that a repeat is told from a replay,
 * as far as its receivers let it be ahead of the clock.
 * @param now in microseconds
 * @param lastSignedAt when the attempt before was signed, in microseconds
 */
export function signedSecond(
  recipe: Recipe,
  { now, lastSignedAt }: { now: number; lastSignedAt: number | null },
) {
  const second = Math.floor(now / 1_000_000)
  const next = lastSignedAt === null ? second : Math.floor(lastSignedAt / 1_000_000) + 1
  return Math.max(second, Math.min(next, second + leadOf(recipe)))
}
