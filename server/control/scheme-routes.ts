/** The routes that show signing schemes, verification causes and public keys. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { fail } from '../failures.ts'
import { type Jwk, keyPairOf } from '../signing/key-pairs.ts'
import { keyForms, type Recipe } from '../signing/recipe.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import { causes, causeWords } from '../verification/causes.ts'
import * as wire from '../wire.ts'

/** A key that signs: a subscription's recipe and one of its secrets. */
export interface SigningKey {
  recipe: Recipe
  secret: string
}

const causeRow = z
  .object({ cause: z.enum(causeWords), meaning: z.string(), fix: z.string() })
  .meta({ id: 'CauseRow' })

export function schemeRoutes({ recipes }: { recipes: Recipes }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/catalogue/schemes',
      operationId: 'listSchemes',
      summary: 'Every signing scheme, with its recipe',
      success: {
        status: 200,
        description: 'The schemes',
        schema: z.object({ schemes: z.array(wire.catalogueScheme) }),
      },
      run: () => ({ schemes: schemeNames.map((scheme) => told(recipes[scheme])) }),
    }),
    route({
      method: 'GET',
      path: '/catalogue/causes',
      operationId: 'listCauses',
      summary: 'Every cause that a verdict may name, with its meaning and its fix',
      success: { status: 200, description: 'The causes', schema: z.object({ causes: z.array(causeRow) }) },
      run: () => ({ causes: causeWords.map((cause) => ({ cause, ...causes[cause] })) }),
    }),
  ]
}

const told = (recipe: Recipe): wire.CatalogueScheme => ({
  scheme: recipe.scheme,
  description: recipe.description,
  recipe: {
    headers: recipe.headers,
    signs: recipe.method === 'password' ? {} : recipe.signs,
    digest: recipe.method === 'hmac' || recipe.method === 'hash' ? recipe.digest : null,
    encoding: recipe.encoding,
    key: keyForms[recipe.key],
    tolerance_s: recipe.toleranceS,
    lead_s: recipe.leadS,
    past_only: recipe.toleranceS !== null && recipe.leadS === null,
    carries_several: recipe.carriesSeveral,
  },
})

const jwk = z
  .object({
    kty: z.string(),
    crv: z.string(),
    x: z.string(),
    y: z.string().optional(),
    alg: z.string(),
    use: z.string(),
    kid: z.string(),
  })
  .meta({ description: 'A public key as a JSON Web Key' })

/**
 * The public keys that receivers verify with.
 * @param keysOf the keys of the subscriptions, including rotated secrets that still sign
 */
export function keyRoutes({ keysOf }: { keysOf(): readonly SigningKey[] }): ControlRoute[] {
  function publicKeys(): Jwk[] {
    const keys = keysOf().flatMap(({ recipe, secret }) => keyPairOf(recipe, secret)?.jwk ?? [])
    return [...new Map(keys.map((key) => [key.kid, key])).values()]
  }
  return [
    route({
      method: 'GET',
      path: '/keys',
      operationId: 'listKeys',
      summary: 'The public keys of subscriptions with an asymmetric scheme, as a JWK set',
      description: 'Also at /.well-known/jwks.json, without the prefix /sandbox.',
      success: { status: 200, description: 'The keys', schema: z.object({ keys: z.array(jwk) }) },
      run: () => ({ keys: publicKeys() }),
    }),
    route({
      method: 'GET',
      path: '/keys/{kid}',
      operationId: 'getKey',
      summary: 'One public key by the key id that a signature names',
      success: { status: 200, description: 'The key', schema: z.object({ key: jwk }) },
      errors: ['key_unknown'],
      run: ({ params }) => ({
        key:
          publicKeys().find(({ kid }) => kid === params.kid) ??
          fail('key_unknown', `No subscription signs with the key ${params.kid}.`),
      }),
    }),
  ]
}
