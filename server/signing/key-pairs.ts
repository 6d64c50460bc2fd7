import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import { keyOf } from './digest.ts'
import { pointOf, scalarOf } from './ecdsa.ts'
import type { Recipe } from './recipe.ts'

/** A public key as a JSON Web Key. */
export interface Jwk {
  kty: 'OKP' | 'EC'
  crv: 'Ed25519' | 'P-256'
  x: string
  y?: string
  alg: 'EdDSA' | 'ES256'
  use: 'sig'
  kid: string
}

/** The private side is missing where only a public key is known. */
export interface KeyPair {
  publicKey: KeyObject
  jwk: Jwk
  /** Ed25519: the key. */
  privateKey?: KeyObject | undefined
  /** P-256: the scalar. */
  scalar?: Buffer
}

const kept = new Map<string, KeyPair | undefined>()
const keptPairs = 1000

function keep(label: string, make: () => KeyPair | undefined): KeyPair | undefined {
  if (kept.has(label)) return kept.get(label)
  if (kept.size >= keptPairs) kept.clear()
  const pair = make()
  kept.set(label, pair)
  return pair
}

/** PKCS #8 and SPKI of Ed25519 up to the 32 bytes of the key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * The base64 of a public key that stands there as vendors give it out: alone, or in its DER with a PEM around it or without.
 * Empty where a PEM holds another key; undefined where nothing says that it is a public key.
 */
function publicIn(secret: string): string | undefined {
  const [, pem] = /-----BEGIN [^-]+-----(.*)-----END/s.exec(secret) ?? []
  const [, key] = /^(?:MCowBQYDK2VwAyEA)?([A-Za-z0-9+/]{43}=)$/.exec((pem ?? secret).replace(/\s/g, '')) ?? []
  return key ?? (pem === undefined ? undefined : '')
}

/**
 * The Ed25519 pair of a secret: `whsk_` is a private key, `whpk_` a public one, as are 32 bytes of base64 alone and a PEM; of
 * anything else it is derived, the same at all times. Undefined when one of these does not hold such a key.
 */
export const ed25519Of = (secret: string): KeyPair | undefined =>
  keep(`ed25519:${secret}`, () => {
    const bare = publicIn(secret)
    const written = bare === undefined ? secret : `whpk_${bare}`
    const [, form, text = ''] = /^(whsk|whpk)_(.*)$/s.exec(written) ?? []
    const bytes = form
      ? Buffer.from(text, 'base64')
      : Buffer.from(hkdfSync('sha256', secret, '', 'webhook-sandbox ed25519', 32))
    // A private key may be written with its public half behind it.
    if (bytes.length !== 32 && !(form === 'whsk' && bytes.length === 64)) return undefined
    const raw = bytes.subarray(0, 32)
    const privateKey =
      form === 'whpk'
        ? undefined
        : createPrivateKey({ key: Buffer.concat([privatePrefix, raw]), format: 'der', type: 'pkcs8' })
    const publicKey = privateKey
      ? createPublicKey(privateKey)
      : createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: 'der', type: 'spki' })
    const x = publicKey.export({ format: 'jwk' }).x ?? ''
    const kid = thumbprint({ crv: 'Ed25519', kty: 'OKP', x })
    return { publicKey, privateKey, jwk: { kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig', kid } }
  })

/** The same where public keys are written in hex. Undefined when hex of some length, which no other secret is, is not 32 bytes. */
function ed25519OfHex(secret: string): KeyPair | undefined {
  if (!/^[0-9a-f]{32,}$/i.test(secret)) return ed25519Of(secret)
  return secret.length === 64 ? ed25519Of(`whpk_${Buffer.from(secret, 'hex').toString('base64')}`) : undefined
}

/** As what a recipe takes a secret that says of itself that it is an Ed25519 key; undefined for any other. */
export function ed25519Form(secret: string): 'ed25519' | 'ed25519-hex' | undefined {
  if (/^[0-9a-f]{64}$/i.test(secret)) return 'ed25519-hex'
  return /^wh[sp]k_/.test(secret) || publicIn(secret) ? 'ed25519' : undefined
}

/**
 * The P-256 pair of a secret: a JWK as JSON and a PEM are public keys; of anything else it is derived, the same at all times.
 * Undefined for a key of another kind.
 */
export const p256Of = (secret: string): KeyPair | undefined =>
  keep(`p-256:${secret}`, () => {
    if (/^\s*(?:\{|-----BEGIN )/.test(secret)) return p256Public(secret.trim())
    const scalar = scalarOf(secret, 'webhook-sandbox p-256')
    const point = pointOf(scalar)
    const [x, y] = [point.x.toString('base64url'), point.y.toString('base64url')]
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return { publicKey, scalar, jwk: p256Jwk(x, y) }
  })

/** @param text a JWK as JSON or a PEM */
function p256Public(text: string): KeyPair | undefined {
  try {
    const given = text.startsWith('{') ? JSON.parse(text) : undefined
    const publicKey = createPublicKey(given ? { key: given, format: 'jwk' } : text)
    if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    return { publicKey, jwk: p256Jwk(x, y, typeof given?.kid === 'string' ? given.kid : undefined) }
  } catch {
    return undefined
  }
}

const p256Jwk = (x: string, y: string, kid = thumbprint({ crv: 'P-256', kty: 'EC', x, y })): Jwk => ({
  kty: 'EC',
  crv: 'P-256',
  x,
  y,
  alg: 'ES256',
  use: 'sig',
  kid,
})

/** RFC 7638: the members in the order of the alphabet, no space between. */
const thumbprint = (members: Record<string, string>) =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url')

/** The key pair that a recipe signs with; undefined where its key is a shared secret or none. */
export function keyPairOf(recipe: Pick<Recipe, 'key'>, secret: string): KeyPair | undefined {
  switch (recipe.key) {
    case 'ed25519':
      return ed25519Of(secret)
    case 'ed25519-hex':
      return ed25519OfHex(secret)
    case 'p-256':
      return p256Of(secret)
    default:
      return undefined
  }
}

const isAsymmetric = ({ key }: Recipe): boolean =>
  key === 'ed25519' || key === 'ed25519-hex' || key === 'p-256'

/** Whether a secret that should hold the key of a recipe holds another, or none that can be read. */
export function isNoKeyOf(recipe: Recipe, secret: string): boolean {
  if (recipe.key === 'none') return false
  if (isAsymmetric(recipe)) return keyPairOf(recipe, secret) === undefined
  // A message may also be signed by a key pair, which the secret then shows.
  if (recipe.method === 'message' && /^wh[sp]k_/.test(secret)) return ed25519Of(secret) === undefined
  return keyOf(secret, recipe.key) === undefined
}

/** What a receiver verifies with: `whpk_…` or hex, for plaid a JWK as JSON; null where it shares the secret itself. */
export function publicKeyOf(recipe: Recipe, secret: string): string | null {
  const jwk = keyPairOf(recipe, secret)?.jwk
  if (!jwk) return null
  if (recipe.key === 'p-256') return JSON.stringify(jwk)
  const bytes = Buffer.from(jwk.x, 'base64url')
  return recipe.key === 'ed25519-hex' ? bytes.toString('hex') : `whpk_${bytes.toString('base64')}`
}
