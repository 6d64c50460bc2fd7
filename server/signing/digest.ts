/** Derives a key from a secret's text and computes digests with the key. */
import { timingSafeEqual } from 'node:crypto'
import { hmacOf } from './hmac.ts'
import type { Recipe } from './recipe.ts'

const keptKeys = 1000
const keys = new Map<string, Map<string, Buffer | undefined>>()

/**
 * The key that a secret holds in this form; undefined if the secret cannot be decoded. Cached, because callers cache
 * more data per key.
 */
export function keyOf(secret: string, form: string): Buffer | undefined {
  let known = keys.get(form)
  if (!known || known.size >= keptKeys) {
    known = new Map()
    keys.set(form, known)
  }
  const kept = known.get(secret)
  if (kept || known.has(secret)) return kept
  const bytes = keyBytes(secret, form)
  const key = bytes && bytes.length > 0 ? bytes : undefined
  known.set(secret, key)
  return key
}

/**
 * Decodes a secret's key bytes. The last two forms exist only to recognize mistakes. Undefined if the secret cannot be
 * decoded.
 */
export function keyBytes(secret: string, form: string): Buffer | undefined {
  const bare = secret.replace(/^whsec_/, '')
  const decoded = /^[A-Za-z0-9+/]+={0,2}$/.test(bare) ? Buffer.from(bare, 'base64') : undefined
  switch (form) {
    case 'text':
      return Buffer.from(secret, 'utf8')
    case 'whsec-base64':
      return decoded
    case 'hex':
      if (bare !== secret) return decoded
      return /^(?:[0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : undefined
    case 'base64-with-prefix':
      return bare === secret ? undefined : Buffer.from(secret, 'base64')
    case 'text-without-prefix':
      return bare === secret ? undefined : Buffer.from(bare, 'utf8')
    default:
      return undefined
  }
}

/** The digest of the parts, encoded for the header. */
export const digestOf = (
  { digest, encoding }: Pick<Recipe, 'digest' | 'encoding'>,
  key: Buffer,
  parts: readonly (string | Buffer)[],
): string => hmacOf(digest, key, parts, encoding)

export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
