import type { HeaderPair } from '../wire.ts'
import { methods } from './methods.ts'
import type { Recipe, Signable } from './recipe.ts'

/**
 * The headers that a scheme adds to a delivery of exactly these bytes.
 * @param secrets the newest first; more than one only while a rotation overlaps, and used only where the recipe can
 * carry several signatures
 */
export const sign = (recipe: Recipe, secrets: readonly string[], signable: Signable): HeaderPair[] =>
  methods[recipe.method].sign(recipe, secrets, signable)
