import { recipeWith } from '../../server/signing/options.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import { recipes } from '../verification/every-scheme.ts'
import { oddLetters } from './independent.ts'

/** Recipes of one's own as vendors sign: what no scheme of the table has. */
const own = {
  discord: recipeWith(recipes, 'custom', {
    headers: { 'X-Signature-Timestamp': '{ts}', 'X-Signature-Ed25519': '{signature}' },
    signs: '{ts}{body}',
    encoding: 'hex',
    key: 'ed25519-hex',
    tolerance: '5m',
  }),
  telnyx: recipeWith(recipes, 'custom', {
    headers: { 'telnyx-timestamp': '{ts}', 'telnyx-signature-ed25519': '{signature}' },
    signs: '{ts}|{body}',
    encoding: 'base64',
    key: 'ed25519',
    tolerance: '5m',
  }),
  // No vendor is known that does, and a recipe may.
  'ed25519-in-base64url': recipeWith(recipes, 'custom', {
    headers: { 'X-Time': '{ts}', 'X-Sig': '{signature}' },
    signs: '{ts}|{body}',
    encoding: 'base64url',
    key: 'ed25519',
    tolerance: '5m',
  }),
  workos: recipeWith(recipes, 'custom', {
    headers: { 'WorkOS-Signature': 't={ts}, v1={signature}' },
    signs: '{ts}.{body}',
    digest: 'sha256',
    encoding: 'hex',
    key: 'text',
    time: 'milliseconds',
    tolerance: '3m',
  }),
  zendesk: recipeWith(recipes, 'custom', {
    headers: { 'X-Webhook-Signature-Timestamp': '{ts}', 'X-Webhook-Signature': '{signature}' },
    signs: '{ts}{body}',
    digest: 'sha256',
    encoding: 'base64',
    key: 'text',
    time: 'iso',
    tolerance: null,
  }),
  // Letters that mean something within the strings of some language.
  'odd-letters': recipeWith(recipes, 'custom', {
    headers: { 'X-Odd-Time': '{ts}', 'X-Odd': '{signature}' },
    signs: `${oddLetters}{ts}.{body}`,
    digest: 'sha256',
    encoding: 'hex',
    key: 'text',
    time: 'seconds',
    tolerance: '5m',
  }),
}

/** All that a receiver is written for, by name. */
export const receiverRecipes: Readonly<Record<string, Recipe>> = { ...recipes, ...own }

/** Where building takes seconds each, one scheme of every kind is built; of the others the text alone is looked at. */
export const kindsOfScheme: readonly string[] = [
  'standard-webhooks',
  'standard-webhooks-ed25519',
  'stripe',
  'twilio',
  'plaid',
  'increase-legacy',
  'http-message-signatures',
  'basic',
  'custom',
  ...Object.keys(own),
]
