import { createHash } from 'node:crypto'
import { keyPairOf } from '../../server/signing/key-pairs.ts'
import { recipes } from '../helpers/recipes.ts'
import { vendor } from './vendor.ts'
import type { Received } from './verifiers.ts'

interface Jose {
  importJWK(key: unknown, algorithm: string): Promise<unknown>
  jwtVerify(token: string, key: unknown, options: object): Promise<{ payload: Record<string, unknown> }>
}

/** As Plaid's documentation verifies with jose: ES256 alone, at most five minutes old, and the digest of the body. */
export async function jose({ headers, body, secret }: Received): Promise<boolean> {
  const { importJWK, jwtVerify } = await vendor<Jose>('jose')
  const key = await importJWK(keyPairOf(recipes.plaid, secret)?.jwk, 'ES256')
  const token = headers['Plaid-Verification'] ?? ''
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], maxTokenAge: '5 min' })
  return payload.request_body_sha256 === createHash('sha256').update(body).digest('hex')
}
