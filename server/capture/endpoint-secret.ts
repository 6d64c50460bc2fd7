import { recipeWith, type SchemeOptions } from '../signing/options.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import type { KnownSecret } from '../verification/input.ts'

/** What of an endpoint says how what comes to it is signed. */
export interface EndpointSigning {
  name: string
  scheme: SchemeName | null
  schemeOptions: SchemeOptions
  secret: string | null
}

/** The secret of an endpoint's own, read as its options say; undefined where it has none. */
export function ownSecretOf(
  recipes: Recipes,
  { name, scheme, schemeOptions, secret }: EndpointSigning,
): KnownSecret | undefined {
  const recipe = scheme === null ? undefined : recipeWith(recipes, scheme, schemeOptions)
  // A password among the options is a secret too.
  const own = secret ?? recipe?.password
  return own === undefined ? undefined : { of: { kind: 'endpoint', id: name }, secret: own, recipe }
}
