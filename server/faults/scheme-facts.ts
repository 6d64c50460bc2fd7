/** Derives from a recipe which faults a receiver can detect. */
import { covers, signedHeaderNames } from '../signing/compiled.ts'
import type { Recipe } from '../signing/recipe.ts'

/** What a correct receiver can detect under a scheme. */
export interface SchemeFacts {
  /** The maximum age of a timestamp, in seconds; null sets no limit. */
  toleranceS: number | null
  /** The maximum lead of a timestamp, in seconds; null sets no limit. */
  leadS: number | null
  /** Whether a verifier of the vendor accepts any timestamp in the future. */
  takesFuture: boolean
  /** Whether the signature covers the id. */
  coversId: boolean
  coversTimestamp: boolean
  coversBody: boolean
  /** Whether requests contain a timestamp, signed or not. */
  sendsTime: boolean
  /** The headers that authenticate the sender, by a signature or a password. */
  signature: readonly string[]
}

export type Limits = Pick<SchemeFacts, 'toleranceS' | 'leadS'>

/** Whether a receiver must refuse this offset. */
export function isBeyond(skewS: number, { toleranceS, leadS }: Limits) {
  const limit = skewS > 0 ? leadS : toleranceS
  return limit !== null && Math.abs(skewS) > limit
}

export function factsOf(recipe: Recipe): SchemeFacts {
  const names = signedHeaderNames(recipe)
  const covered = covers(recipe)
  return {
    toleranceS: recipe.toleranceS,
    leadS: recipe.leadS,
    takesFuture: recipe.leadS === null || recipe.leadVaries === true,
    coversId: covered.id,
    coversTimestamp: covered.timestamp,
    coversBody: covered.body,
    sendsTime: covered.timestamp || names.timestamp !== undefined,
    signature: names.signature,
  }
}
