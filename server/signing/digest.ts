import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { signedParts } from './content.ts'
import type { KeyForm, Recipe, Signable } from './recipes.ts'

const keys = new Map<string, KeyObject | undefined>()
const keptKeys = 1000

/** The key of a secret in a form; undefined when the text cannot be read that way. Kept, since making one is slow. */
export function keyOf(secret: string, form: KeyForm): KeyObject | undefined {
  const label = `${form}:${secret}`
  if (keys.has(label)) return keys.get(label)
  if (keys.size >= keptKeys) keys.clear()
  const bytes = keyBytes(secret, form)
  const key = bytes && bytes.length > 0 ? createSecretKey(bytes) : undefined
  keys.set(label, key)
  return key
}

function keyBytes(secret: string, form: KeyForm): Buffer | undefined {
  switch (form) {
    case 'text':
      return Buffer.from(secret, 'utf8')
    case 'whsec-base64': {
      const text = secret.replace(/^whsec_/, '')
      return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
    }
  }
}

/** The signature of these parts as it stands in a header. */
export function digestOf(
  recipe: Pick<Recipe, 'digest' | 'encoding'>,
  key: KeyObject,
  parts: readonly (string | Buffer)[],
): string {
  const hmac = createHmac(recipe.digest, key)
  for (const part of parts) hmac.update(part)
  return hmac.digest(recipe.encoding)
}

/** Compares in a time that does not depend on where two texts differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Label → signature, for every signature of the recipe that can be made of this content. */
export function signaturesOf(recipe: Recipe, secret: string, signable: Signable): Map<string, string> {
  const key = keyOf(secret, recipe.key)
  const made = new Map<string, string>()
  if (!key) return made
  for (const label of Object.keys(recipe.signs)) {
    const parts = signedParts(recipe, label, signable)
    if (parts) made.set(label, digestOf(recipe, key, parts))
  }
  return made
}
