import { sign as signBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ed25519Of } from '../../../server/signing/key-pairs.ts'
import type { SchemeName } from '../../../server/signing/recipes.ts'
import { type Depth, verify } from '../../../server/verification/verify.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { sample } from '../../helpers/long.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { recipes } from '../../helpers/recipes.ts'
import { body, judge, otherSecret, secret, signed, signedAt, url } from '../world.ts'
import { all, content, first, hmac, id, judged, standard } from './sender.ts'

const ts = signedAt
const hex = (text: string) => hmac(text, secret).digest('hex')
const base64 = (text: string) => hmac(text, secret).digest('base64')

test.each<[made: string, headers: HeaderPair[]]>([
  ['stripe', standard(`v1,${hex(`${ts}.${body}`)}`)],
  ['github', standard(`v1,${hex(body)}`)],
  ['slack', standard(`v1,${hex(`v0:${ts}:${body}`)}`)],
  ['paddle', standard(`v1,${hex(`${ts}:${body}`)}`)],
  ['shopify', standard(`v1,${base64(body)}`)],
  ['increase-legacy', standard(`v1,${hex(`2023-11-14T22:13:20Z.${body}`)}`)],
  ['slack', [['Stripe-Signature', `t=${ts},v1=${hex(`v0:${ts}:${body}`)}`]]],
  [
    'standard-webhooks',
    [
      ['webhook-id', id],
      ['Stripe-Signature', `t=${ts},v1=${hmac(content(body)).digest('base64')}`],
    ],
  ],
  [
    'stripe',
    [
      ['x-request-time', String(ts)],
      ['X-Hub-Signature-256', `sha256=${hex(`${ts}.${body}`)}`],
    ],
  ],
])('the headers of one scheme, made as %s makes it', (made, headers) => {
  const verdict = judge(headers)
  expect(all(verdict)).toEqual(['other_scheme'])
  expect(verdict.reason).toContain(made)
  expect(verdict.causes[0]?.fix).toMatch(/Set this endpoint's scheme to/)
})

test('a signature of Ed25519 under the version of HMAC, and the other way', () => {
  const privateKey = ed25519Of(secret)?.privateKey
  if (!privateKey) throw new Error('There is no key.')
  const value = signBytes(null, content(body), privateKey).toString('base64')
  expect(first(judged(value))).toBe('other_scheme')
  const other = judge(standard(`v1a,${hmac(content(body)).digest('base64')}`), {
    scheme: 'standard-webhooks-ed25519',
  })
  expect(first(other)).toBe('other_scheme')
})

test('another scheme than the set one is reported only if the signature matches it', () => {
  const right = judge([['Stripe-Signature', `t=${ts},v1=${hex(`${ts}.${body}`)}`]], { scheme: 'github' })
  expect(all(right)).toEqual(['other_scheme'])
  const wrong = judge([['Stripe-Signature', `t=${ts},v1=${hex('x')}`]], { scheme: 'github' })
  expect(all(wrong)).toEqual(['missing_header'])
})

test.each<[endpoint: SchemeName, made: SchemeName]>([
  ['standard-webhooks-ed25519', 'standard-webhooks'],
  ['standard-webhooks', 'standard-webhooks-ed25519'],
  ['platform', 'http-message-signatures'],
])('at an endpoint of %s, a right signature of %s, which has the same header', (scheme, made) => {
  const quick = receiveAs(scheme, signed({ scheme: made }), 'quick')
  expect(quick.explained).toBe(false)
  const verdict = receiveAs(scheme, signed({ scheme: made }), 'causes')
  expect(all(verdict)).toEqual(['other_scheme'])
  expect(verdict.causes[0]).toMatchObject({ proved: true, expected: scheme, received: made })
  if (sample(made === 'standard-webhooks', true))
    expect(all(receiveAs(scheme, signed({ scheme: made, secret: otherSecret }), 'full'))).not.toContain(
      'other_scheme',
    )
})

test('an HMAC by the bytes of a private key, at an endpoint that wants Ed25519', () => {
  const bytes = Buffer.alloc(32, 3).toString('base64')
  const verdict = judge(signed({ secret: `whsec_${bytes}` }), {
    scheme: 'standard-webhooks-ed25519',
    secrets: [{ of: ownedBy('the endpoint'), secret: `whsk_${bytes}` }],
  })
  expect(all(verdict)).toContain('other_scheme')
})

function receiveAs(scheme: SchemeName, headers: HeaderPair[], depth: Depth) {
  const secrets = [{ of: ownedBy('the endpoint'), secret }]
  const request = { headers, body: Buffer.from(body), url, scheme, secrets, otherSecrets: [] }
  return verify(recipes, { ...request, now: (ts + 1) * 1_000_000 }, depth)
}
