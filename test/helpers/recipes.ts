import { recipesFor } from '../../server/signing/recipes.ts'

/** The recipes of a sandbox with an untouched configuration. */
export const recipes = recipesFor({ platform_header: 'Signature' })
