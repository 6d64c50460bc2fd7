import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { keyRoutes } from '../../server/control/scheme-routes.ts'
import { signedSecond } from '../../server/delivery/signed-second.ts'
import { sign } from '../../server/signing/sign.ts'
import { test } from '../helpers/long.ts'
import { recipes } from '../helpers/recipes.ts'
import { otherSecret, secret, signable } from '../verification/world.ts'
import { vendor } from './vendor.ts'

interface Jose {
  createLocalJWKSet(set: unknown): unknown
  decodeProtectedHeader(token: string): { kid?: string; alg?: string; typ?: string }
  jwtVerify(token: string, keys: unknown, options: object): Promise<{ payload: Record<string, unknown> }>
}
const loadJose = () => vendor<Jose>('jose')

const recipe = recipes.plaid
const { body } = signable()
const now = Math.floor(Date.now() / 1000)

function token(at = now, signedBy = secret): string {
  const headers = sign(recipe, [signedBy], signable({ timestamp: String(at) }))
  return headers.find(([name]) => name === 'Plaid-Verification')?.[1] ?? ''
}

/** What our routes serve to receivers. */
async function served(path: '/keys' | '/keys/{kid}', kid = ''): Promise<Record<string, unknown>> {
  const found = keyRoutes({ keysOf: () => [{ recipe, secret }] }).find((row) => row.path === path)
  const input = {
    params: { kid },
    query: {},
    body: undefined,
    written: () => undefined,
    signal: () => new AbortController().signal,
  }
  return (await found?.run(input)) as Record<string, unknown>
}

/** As Plaid's documentation tells to verify: the key by its kid, ES256 alone, at most five minutes old. */
async function payloadOf(jwt: string): Promise<Record<string, unknown>> {
  const jose = await loadJose()
  const keys = jose.createLocalJWKSet(await served('/keys'))
  return (await jose.jwtVerify(jwt, keys, { algorithms: ['ES256'], maxTokenAge: '5 min' })).payload
}

test('jose verifies our token by the key that we serve, and it holds the digest of the body', async () => {
  expect(await payloadOf(token())).toEqual({
    iat: now,
    request_body_sha256: createHash('sha256').update(body).digest('hex'),
  })
})

test('the token names the key that is served under its id', async () => {
  const jose = await loadJose()
  const { kid, alg, typ } = jose.decodeProtectedHeader(token())
  expect([alg, typ]).toEqual(['ES256', 'JWT'])
  expect(await served('/keys/{kid}', kid)).toMatchObject({ key: { kid, kty: 'EC', crv: 'P-256' } })
  await expect(async () => served('/keys/{kid}', 'other')).rejects.toThrow(/no subscription/i)
})

test('a token that was changed, is old or is of another key is refused', async () => {
  const [head, payload, signature = ''] = token().split('.')
  const flipped = signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
  const other = Buffer.from(`{"iat":${now},"request_body_sha256":"00"}`).toString('base64url')
  const refused = [
    `${head}.${payload}.${flipped}`,
    `${head}.${other}.${signature}`,
    token(now - 301),
    token(now, otherSecret),
  ]
  // A package that is missing is no refusal.
  await loadJose()
  for (const jwt of refused) await expect(payloadOf(jwt)).rejects.toThrow()
})

test('jose takes each of three copies that are made within a second', async () => {
  let lastSignedAt: number | null = null
  for (let copy = 0; copy < 3; copy++) {
    const second = signedSecond(recipe, { now: Date.now() * 1000, lastSignedAt, fault: null })
    lastSignedAt = second * 1_000_000
    expect(await payloadOf(token(second))).toHaveProperty('iat', second)
  }
})

test('two runs sign the very same bytes', () => {
  expect(token()).toBe(token())
})
