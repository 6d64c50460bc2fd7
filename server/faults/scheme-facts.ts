/** Derives from a recipe which faults a receiver can detect. */
import { covers, signedHeaderNames } from '../signing/compiled.ts'
import type { Recipe } from '../signing/recipe.ts'

/** What a correct receiver can detect under a scheme. */
export interface SchemeFacts {
  /** The maximum distance of a timestamp from now, in seconds; null sets no limit. */
  toleranceS: number | null
  /** Whether the limit applies only to old timestamps. */
  pastOnly: boolean
  /** Whether the signature covers the id. */
  coversId: boolean
  coversTimestamp: boolean
  coversBody: boolean
  /** Whether requests contain a timestamp, signed or not. */
  sendsTime: boolean
  /** The headers that authenticate the sender, by a signature or a password. */
  signature: readonly string[]
}

export type Limits = Pick<SchemeFacts, 'toleranceS' | 'pastOnly'>

/** Whether a receiver must refuse this offset. */
export function isBeyond(skewS: number, { toleranceS, pastOnly }: Limits) {
  if (toleranceS === null || (pastOnly && skewS > 0)) return false
  return Math.abs(skewS) > toleranceS
}

export function factsOf(recipe: Recipe): SchemeFacts {
  const names = signedHeaderNames(recipe)
  const covered = covers(recipe)
  return {
    toleranceS: recipe.toleranceS,
    pastOnly: recipe.pastOnly,
    coversId: covered.id,
    coversTimestamp: covered.timestamp,
    coversBody: covered.body,
    sendsTime: covered.timestamp || names.timestamp !== undefined,
    signature: names.signature,
  }
}
