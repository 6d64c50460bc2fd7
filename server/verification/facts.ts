/** The data that a search for causes works with. */
import type { Content } from '../signing/content.ts'
import type { Presented } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { VerifyInput } from './input.ts'
import type { Accident } from './search/accident.ts'

export interface Facts {
  recipes: Recipes
  recipe: Recipe
  presented: Presented
  content: Content
  input: VerifyInput
}

/** The headers as they were before something on the way changed them. */
export interface Reading {
  accident: Accident
  /** A second mistake that remains after this one is corrected. */
  besides?: Accident
  presented: Presented
  /** The recipe and input to use, if they differ from the endpoint's. */
  by?: Partial<Pick<Facts, 'recipe' | 'input'>>
}

/** The facts with the headers replaced by the reading's. */
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
