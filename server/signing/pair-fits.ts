/** Verifies signatures of key pairs. */
import { verify } from 'node:crypto'
import type { Content } from './content.ts'
import { fitsPrehashed } from './ed25519ph.ts'
import type { KeyPair } from './key-pairs.ts'

/**
 * Whether a key pair made this signature.
 * @param dsaEncoding the form of an ECDSA signature: DER, or r and s
 */
export function pairFits(
  { publicKey: key, jwk }: KeyPair,
  content: Buffer,
  signature: Buffer,
  dsaEncoding: 'der' | 'ieee-p1363',
  { hash = 'sha256', isPrehashed }: Pick<Content, 'hash' | 'isPrehashed'>,
): boolean {
  if (jwk.kty === 'EC') return verify(hash, content, { key, dsaEncoding }, signature)
  return isPrehashed
    ? fitsPrehashed(Buffer.from(jwk.x, 'base64url'), content, signature)
    : verify(null, content, key, signature)
}
