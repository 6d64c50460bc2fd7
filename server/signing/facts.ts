import type { Reading } from './accidents/headers.ts'
import type { Content } from './content.ts'
import type { VerifyInput } from './input.ts'
import type { Presented } from './presented.ts'
import type { Recipe } from './recipe.ts'
import type { Recipes } from './recipes.ts'

/** What a search for a cause goes by. */
export interface Facts {
  recipes: Recipes
  recipe: Recipe
  presented: Presented
  content: Content
  input: VerifyInput
}

/** The facts with the headers read another way. */
export const readAs = (facts: Facts, { presented }: Reading): Facts => ({
  ...facts,
  presented,
  content: {
    ...facts.content,
    id: presented.id ?? facts.content.id,
    timestamp: presented.timestamp ?? facts.content.timestamp,
  },
})
