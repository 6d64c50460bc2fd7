import type { Content } from '../signing/content.ts'
import type { Presented } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { VerifyInput } from './input.ts'
import type { Accident } from './search/accident.ts'

/** What a search for a cause goes by. */
export interface Facts {
  recipes: Recipes
  recipe: Recipe
  presented: Presented
  content: Content
  input: VerifyInput
}

/** Another reading of the headers: as they were before something on the way changed them. */
export interface Reading {
  accident: Accident
  /** What is wrong with it besides, once it is read so. */
  besides?: Accident
  presented: Presented
  /** Where another recipe than the endpoint's is read by. */
  by?: Partial<Pick<Facts, 'recipe' | 'input'>>
}

/** The facts with the headers read another way. */
export const readAs = (facts: Facts, { presented, by }: Reading): Facts => ({
  ...facts,
  ...by,
  presented,
  content: {
    ...facts.content,
    id: presented.id ?? facts.content.id,
    timestamp: presented.timestamp ?? facts.content.timestamp,
  },
})
