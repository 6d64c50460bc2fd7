/** Derives from a recipe which faults a receiver can detect. */
import { covers, signedHeaderNames } from '../signing/compiled.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { SchemeFacts } from './signing.ts'

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
