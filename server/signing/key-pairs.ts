/** Reads key pairs from secrets, or derives key pairs from secrets. */
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

/** The private half is missing if only a public key is known. */
export interface KeyPair {
  publicKey: KeyObject
  jwk: Jwk
  /** The private key, for Ed25519. */
  privateKey?: KeyObject | undefined
  /** The private scalar, for P-256. */
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

/** The DER bytes that precede the 32-byte key in PKCS #8 and SPKI (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * The base64 of an Ed25519 public key in a format that vendors publish: bare, DER, or PEM. Empty if a PEM holds another
 * kind of key; undefined if the secret is not a public key.
 */
function publicIn(secret: string): string | undefined {
  const [, pem] = /-----BEGIN [^-]+-----(.*)-----END/s.exec(secret) ?? []
  const [, key] = /^(?:MCowBQYDK2VwAyEA)?([A-Za-z0-9+/]{43}=)$/.exec((pem ?? secret).replace(/\s/g, '')) ?? []
  return key ?? (pem === undefined ? undefined : '')
}

/**
 * The Ed25519 pair of a secret. `whsk_` marks a private key. `whpk_`, 32 bytes of bare base64 and PEM mark a public key.
 * Any other secret derives a pair, always the same. Undefined if a marked key is invalid.
 */
export const ed25519Of = (secret: string): KeyPair | undefined =>
  keep(`ed25519:${secret}`, () => {
    const bare = publicIn(secret)
    const written = bare === undefined ? secret : `whpk_${bare}`
    const [, form, text = ''] = /^(whsk|whpk)_(.*)$/s.exec(written) ?? []
    const bytes = form
      ? Buffer.from(text, 'base64')
      : Buffer.from(hkdfSync('sha256', secret, '', 'webhook-sandbox ed25519', 32))
    // Some tools append the public half to a private key.
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

/** Like {@link ed25519Of}, for schemes that publish keys in hex. Undefined if the hex does not decode to 32 bytes. */
function ed25519OfHex(secret: string): KeyPair | undefined {
  if (!/^[0-9a-f]{32,}$/i.test(secret)) return ed25519Of(secret)
  return secret.length === 64 ? ed25519Of(`whpk_${Buffer.from(secret, 'hex').toString('base64')}`) : undefined
}

/** The recipe's key form for a secret that is recognizably an Ed25519 key; undefined for any other secret. */
export function ed25519Form(secret: string): 'ed25519' | 'ed25519-hex' | undefined {
  if (/^[0-9a-f]{64}$/i.test(secret)) return 'ed25519-hex'
  return /^wh[sp]k_/.test(secret) || publicIn(secret) ? 'ed25519' : undefined
}

/**
 * The P-256 pair of a secret. A JSON JWK, a PEM or the base64 of its DER is a public key. Any other secret derives a pair, always the same.
 * Undefined for a key of another kind.
 */
export const p256Of = (secret: string): KeyPair | undefined =>
  keep(`p-256:${secret}`, () => {
    if (isWrittenKey(secret)) return p256Public(secret.trim())
    const scalar = scalarOf(secret, 'webhook-sandbox p-256')
    const point = pointOf(scalar)
    const [x, y] = [point.x.toString('base64url'), point.y.toString('base64url')]
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return { publicKey, scalar, jwk: p256Jwk(x, y) }
  })

/** @param text a JWK as JSON, a PEM, or the base64 of a key's DER */
function p256Public(text: string): KeyPair | undefined {
  try {
    const given = text.startsWith('{') ? JSON.parse(text) : undefined
    const der = text.startsWith(p256Der) ? Buffer.from(text, 'base64') : undefined
    const publicKey = given
      ? createPublicKey({ key: given, format: 'jwk' })
      : createPublicKey(der ? { key: der, format: 'der', type: 'spki' } : text)
    if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    return { publicKey, jwk: p256Jwk(x, y, typeof given?.kid === 'string' ? given.kid : undefined) }
  } catch {
    return undefined
  }
}

/** The base64 of the bytes that precede the point in the DER of a P-256 public key (RFC 5480). */
const p256Der = 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'

/** Whether a secret is a key in a format of its own: a JWK as JSON, a PEM, or the base64 of a P-256 key's DER. */
const isWrittenKey = (secret: string) =>
  /^\s*(?:\{|-----BEGIN )/.test(secret) || secret.trimStart().startsWith(p256Der)

/**
 * The form of a secret. RFC 9421 allows a shared secret and key pairs: a recipe for a shared secret takes a key pair that is
 * recognizable as such.
 */
export function keyFormOf({ key, method }: KeyUse, secret: string): Recipe['key'] {
  if (method !== 'message' || isAsymmetric({ key })) return key
  if (/^wh[sp]k_/.test(secret)) return 'ed25519'
  if (!isWrittenKey(secret)) return key
  return publicIn(secret) ? 'ed25519' : 'p-256'
}

type KeyUse = Pick<Recipe, 'key'> & Partial<Pick<Recipe, 'method'>>

const p256Jwk = (x: string, y: string, kid = thumbprint({ crv: 'P-256', kty: 'EC', x, y })): Jwk => ({
  kty: 'EC',
  crv: 'P-256',
  x,
  y,
  alg: 'ES256',
  use: 'sig',
  kid,
})

/** The thumbprint of RFC 7638: members in alphabetical order, without spaces. */
const thumbprint = (members: Record<string, string>) =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url')

/** The key pair that a recipe signs with; undefined if the recipe uses a shared secret or no key. */
export function keyPairOf(recipe: KeyUse, secret: string): KeyPair | undefined {
  switch (keyFormOf(recipe, secret)) {
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

export const isAsymmetric = ({ key }: Pick<Recipe, 'key'>): boolean =>
  key === 'ed25519' || key === 'ed25519-hex' || key === 'p-256'

/** Whether the secret does not hold a valid key for the recipe. */
export function isNoKeyOf(recipe: Recipe, secret: string): boolean {
  if (recipe.key === 'none') return false
  const key = keyFormOf(recipe, secret)
  return isAsymmetric({ key }) ? keyPairOf(recipe, secret) === undefined : keyOf(secret, key) === undefined
}

/** The key that a receiver verifies with: `whpk_…`, hex, or a JSON JWK for P-256. Null if the receiver shares the secret. */
export function publicKeyOf(recipe: Recipe, secret: string): string | null {
  const jwk = keyPairOf(recipe, secret)?.jwk
  if (!jwk) return null
  if (jwk.kty === 'EC') return JSON.stringify(jwk)
  const bytes = Buffer.from(jwk.x, 'base64url')
  return recipe.key === 'ed25519-hex' ? bytes.toString('hex') : `whpk_${bytes.toString('base64')}`
}
