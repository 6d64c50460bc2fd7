/** Signatures of another scheme in this scheme's headers. */
import { onceFor } from '../../memory/once-for.ts'
import { isTemplated, keyForms, type Recipe } from '../../signing/recipe.ts'
import { type Recipes, schemeNames } from '../../signing/recipes.ts'
import { templateOf } from '../../signing/template.ts'
import type { FrameTurn } from '../search/accident.ts'

const ofRecipes = onceFor((recipes: Recipes) =>
  onceFor((recipe: Recipe) => (isTemplated(recipe) ? turnsOf(recipes, recipe) : [])),
)

/** The signatures of other schemes in this scheme's headers. Schemes that sign identically share an entry. */
export const schemeTurns = (recipes: Recipes, recipe: Recipe): FrameTurn[] => ofRecipes(recipes)(recipe)

function turnsOf(recipes: Recipes, recipe: Recipe): FrameTurn[] {
  const alike = new Map<string, { names: string[]; other: Recipe; signs: string }>()
  for (const name of schemeNames) {
    const other = recipes[name]
    if (!isTemplated(other) || name === recipe.scheme) continue
    for (const signs of Object.values(other.signs)) {
      const { method, digest, encoding, key, time } = other
      const label = JSON.stringify([signs, method, digest, encoding, key, time])
      const row = alike.get(label) ?? { names: [], other, signs }
      if (!row.names.includes(name)) row.names.push(name)
      alike.set(label, row)
    }
  }
  const right = `${Object.values(recipe.signs).join(' or ')}; ${keyForms[recipe.key]}`
  return [...alike.values()].map(({ names, other, signs }): FrameTurn => {
    const said = names.join(names.length > 2 ? ', ' : ' and ')
    return {
      rank: 0,
      signs: templateOf(signs),
      scheme: other,
      accident: {
        cause: 'other_scheme',
        weight: 1.5,
        detail: `The headers belong to ${recipe.scheme}, but the signature to ${said}.`,
        fix: `Set this endpoint's scheme to ${names[0]}, or sign as in ${recipe.scheme}: ${right}.`,
        expected: `${recipe.scheme}: ${right}, in ${recipe.encoding}`,
        received: `${said}: ${signs}; ${keyForms[other.key]}, in ${other.encoding}`,
      },
    }
  })
}
