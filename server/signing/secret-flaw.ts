/** Finds the part of a secret that makes the secret unusable for a scheme. */
import { failField } from '../failures.ts'
import { type SecretFlaw, sayFlaw } from '../words/secret-flaw.ts'
import { isNoKeyOf, keyFormOf, keyPairOf } from './key-pairs.ts'
import type { Recipe } from './recipe.ts'

/** Text that users often copy along with a secret and that never belongs to a secret. */
const copiedAlong = [
  ['white_space', /^\s+|\s+$/],
  ['quotes', /^["'`]+|["'`]+$/],
  ['name', /^(?:export\s+)?[A-Z][A-Z0-9_]*=/],
  ['version', /^v1a?,/],
] as const

/** The defect that keeps receivers from using a secret; undefined if the secret is usable. */
export function flawOfSecret(recipe: Recipe, secret: string): SecretFlaw | undefined {
  // Any text is a valid text key, but a version before the platform's prefix is always a copying error.
  if (!isNoKeyOf(recipe, secret) && !/^v1a?,wh\w+_/.test(secret)) return undefined
  for (const [code, form] of copiedAlong) {
    const [part] = form.exec(secret) ?? []
    if (part !== undefined && part !== secret) return { code, part }
  }
  const bare = secret.replace(/^whsec_/, '')
  const form = keyFormOf(recipe, secret)
  if (form === 'p-256') return { code: 'key', form }
  if (/…|\.\.\.|\*\*\*|•/.test(bare)) return { code: 'shortened' }
  if (recipe.key === 'whsec-base64' || (recipe.key === 'hex' && bare !== secret)) {
    if (/^[\w-]+={0,2}$/.test(bare) && /[-_]/.test(bare)) return { code: 'base64url' }
    return characterFlaw(secret, /[^A-Za-z0-9+/=]/, 'base64') ?? { code: 'key', form: recipe.key }
  }
  if (recipe.key === 'hex') {
    const flaw = characterFlaw(secret, /[^0-9a-f]/i, 'hex')
    return (
      flaw ??
      (secret.length % 2 === 1 ? { code: 'odd', length: secret.length } : { code: 'key', form: 'hex' })
    )
  }
  return { code: 'key', form: recipe.key }
}

/** The first invalid character, counted from the start of the whole secret. */
function characterFlaw(secret: string, foreign: RegExp, alphabet: 'base64' | 'hex'): SecretFlaw | undefined {
  const prefix = /^whsec_/.exec(secret)?.[0].length ?? 0
  const [character] = foreign.exec(secret.slice(prefix)) ?? []
  if (character === undefined) return undefined
  return { code: 'character', character, at: prefix + secret.slice(prefix).indexOf(character) + 1, alphabet }
}

/** The same check for signing: a public key verifies but cannot sign. */
function flawOfSigner(recipe: Recipe, secret: string): SecretFlaw | undefined {
  const pair = keyPairOf(recipe, secret)
  const isPublic = pair !== undefined && pair.privateKey === undefined && pair.scalar === undefined
  return isPublic ? { code: 'public' } : flawOfSecret(recipe, secret)
}

/** Whether a scheme can sign with a secret. */
export const canSign = (recipe: Recipe, secret: string): boolean => flawOfSigner(recipe, secret) === undefined

/** Refuses an unusable secret of a field. The error names the part that is wrong. */
export function checkSecret(recipe: Recipe, secret: string, use: 'verifies' | 'signs', field = 'secret') {
  const flaw = use === 'signs' ? flawOfSigner(recipe, secret) : flawOfSecret(recipe, secret)
  if (flaw === undefined) return
  const { message, fix } = sayFlaw(flaw, recipe.scheme)
  failField(field, message, fix)
}
