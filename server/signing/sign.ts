/** Signs one delivery with a scheme's recipe. */
import type { HeaderPair } from '../wire.ts'
import { methods } from './methods.ts'
import type { Recipe, Signable } from './recipe.ts'

/**
 * The headers that a scheme adds to a delivery with exactly these bytes.
 * @param secrets newest first; more than one only during a rotation, and used only if the recipe can carry several
 * signatures
 */
export const sign = (recipe: Recipe, secrets: readonly string[], signable: Signable): HeaderPair[] =>
  methods[recipe.method].sign(recipe, secrets, signable)
