import { createHash, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isNoKeyOf, publicKeyOf } from '../../server/signing/key-pairs.ts'
import { recipeWith } from '../../server/signing/options.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { body, causesIn, judge, signed, signedAt, secret as whsec } from '../verification/world.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid: 'bfbd5111', use: 'sig' })
const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })

/** A webhook as Plaid sends it, signed by node:crypto. */
function fromPlaid(claimed = body): HeaderPair[] {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    iat: signedAt,
    request_body_sha256: createHash('sha256').update(claimed).digest('hex'),
  }
  const content = `${part({ alg: 'ES256', kid: 'bfbd5111', typ: 'JWT' })}.${part(claims)}`
  const made = signBytes('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return [['Plaid-Verification', `${content}.${made.toString('base64url')}`]]
}
const judged = (secret: string, headers = fromPlaid()) =>
  judge(headers, { scheme: 'plaid', secrets: [{ of: ownedBy('plaid'), secret }] })

test.each([
  ['JWK', jwk],
  ['JWK with space around it', `\n ${jwk}\n`],
  ['PEM', pem],
])('a signature by Plaid is verified with its public key as a %s', (_, key) => {
  expect(judged(key).result).toBe('verified')
  expect(causesIn(judged(key, fromPlaid('{"event":"other"}')))).toEqual(['body_digest'])
})

test.each([
  ['another key', JSON.stringify(other)],
  ['a JWK of another curve', JSON.stringify({ ...JSON.parse(jwk), crv: 'P-384' })],
  ['half a JWK', jwk.slice(0, -20)],
  [
    'an RSA key',
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .publicKey.export({ format: 'pem', type: 'spki' })
      .toString(),
  ],
])('by %s it is not', (_, key) => expect(judged(key).result).toBe('failed'))

test('a public key alone signs nothing, and is named as such', () => {
  expect(signed({ scheme: 'plaid', secret: jwk })).toEqual([['webhook-id', 'evt_1']])
  expect(JSON.parse(publicKeyOf(recipes.plaid, jwk) ?? '')).toEqual({ ...JSON.parse(jwk), alg: 'ES256' })
  expect(JSON.parse(publicKeyOf(recipes.plaid, pem) ?? '')).toMatchObject({
    crv: 'P-256',
    x: JSON.parse(jwk).x,
  })
})

describe('an Ed25519 key', () => {
  const pair = generateKeyPairSync('ed25519')
  const raw = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const der = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const ed25519Pem = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const recipe = recipeWith(recipes, 'custom', {
    headers: { 'telnyx-timestamp': '{ts}', 'telnyx-signature-ed25519': '{signature}' },
    signs: '{ts}|{body}',
    encoding: 'base64',
    key: 'ed25519',
  })
  const signature = signBytes(null, Buffer.from(`${signedAt}|${body}`), pair.privateKey).toString('base64')
  const headers: HeaderPair[] = [
    ['telnyx-timestamp', String(signedAt)],
    ['telnyx-signature-ed25519', signature],
  ]
  const result = (secret: string, came = body) =>
    judge(headers, { scheme: 'custom', secrets: [{ of: ownedBy('telnyx'), secret, recipe }], body: came })
      .result

  test.each([
    ['whpk_ and base64', `whpk_${raw.toString('base64')}`],
    ['base64 alone', raw.toString('base64')],
    ['base64 with a newline after it', `${raw.toString('base64')}\n`],
    ['base64 of its DER', der],
    ['a PEM', ed25519Pem],
  ])('is taken as %s', (_, secret) => {
    expect(result(secret)).toBe('verified')
    expect(result(secret, `${body} `)).toBe('failed')
    expect(publicKeyOf(recipe, secret)).toBe(`whpk_${raw.toString('base64')}`)
  })

  test.each([
    ['a PEM of another kind', pem],
    ['a PEM of its private half', pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
  ])('%s is none, and no key is derived of it', (_, secret) => {
    expect(isNoKeyOf(recipe, secret)).toBe(true)
  })

  test('is derived of what the sandbox gives out itself', () => {
    expect(isNoKeyOf(recipe, whsec)).toBe(false)
    expect(publicKeyOf(recipe, whsec)).not.toContain(whsec.slice('whsec_'.length))
  })
})
