import { addressFor } from '../../server/signing/address.ts'
import { recipeWith, type SchemeOptions } from '../../server/signing/options.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import { recipesFor, type SchemeName, schemeNames } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import { type Depth, verify } from '../../server/verification/verify.ts'
import type { HeaderPair, Verdict } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { secret, signable, signedAt } from './world.ts'

/** The recipes of a sandbox whose config has a recipe of its own. */
export const recipes = recipesFor({
  platform_header: 'Signature',
  custom: {
    headers: { 'X-Own-Signature': 't={ts},s={signature}', 'X-Own-Id': '{id}' },
    signs: '{id}|{ts}|{url}|{body}',
    digest: 'sha512',
    encoding: 'base64url',
    key: 'hex',
    time: 'seconds',
    tolerance: '10m',
  },
})

/** One way to sign: a scheme with options. */
export interface Way {
  name: string
  scheme: SchemeName
  recipe: Recipe
}

const way = (scheme: SchemeName, options: SchemeOptions = {}): Way => ({
  name: Object.keys(options).length === 0 ? scheme : `${scheme} ${JSON.stringify(options)}`,
  scheme,
  recipe: recipeWith(recipes, scheme, options),
})

/** Every scheme that makes anything, with and without options. */
export const ways: Way[] = [
  ...schemeNames.filter((name) => name !== 'none').map((name) => way(name)),
  way('platform', { header: 'X-Platform' }),
  way('basic', { user: 'me', password: 'pass:word' }),
  way('http-message-signatures', { algorithm: 'ed25519' }),
  way('http-message-signatures', { algorithm: 'ecdsa-p256-sha256' }),
  way('square', { notification_url: 'https://public.example/hooks' }),
  way('twilio', { notification_url: 'https://public.example/hooks' }),
  way('custom', { digest: 'sha1', encoding: 'hex', key: 'text', tolerance: null }),
  way('custom', { encoding: 'hex', key: 'ed25519-hex', time: 'milliseconds' }),
  way('custom', { key: 'ed25519', time: 'iso' }),
  way('custom', { key: 'p-256', encoding: 'base64' }),
]

/** A delivery: what leaves, and where to. */
export interface Sent {
  headers: HeaderPair[]
  body: Buffer
  url: string
}

export function send({ recipe }: Way, over: Parameters<typeof signable>[0] = {}, secrets = [secret]): Sent {
  const made = signable(over)
  const url = addressFor(recipe, made)
  return { headers: sign(recipe, secrets, { ...made, url }), body: made.body, url }
}

/** What a receiver says of a delivery that knows the way and one secret. */
export const receive = (
  { recipe, scheme }: Way,
  sent: Sent,
  known = secret,
  depth: Depth = 'full',
): Verdict =>
  verify(
    recipes,
    {
      ...sent,
      headers: [['content-type', 'application/json'], ...sent.headers],
      scheme,
      secrets: [{ of: ownedBy('the receiver'), secret: known, recipe }],
      otherSecrets: [],
      now: signedAt * 1_000_000,
    },
    depth,
  )
