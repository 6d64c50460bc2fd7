import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { recipeWith } from '../../server/signing/options.ts'
import { sign } from '../../server/signing/sign.ts'
import { send, recipes as ways } from '../verification/every-scheme.ts'
import { body, otherSecret, secret, signable, signedAt, url } from '../verification/world.ts'

const hmac = (content: string, key: string | Buffer = secret) => createHmac('sha256', key).update(content)
const hex = (content: string, key?: string) => hmac(content, key).digest('hex')
const base64 = (content: string, key?: Buffer) => hmac(content, key).digest('base64')
const decoded = (text: string) => Buffer.from(text.replace(/^whsec_/, ''), 'base64')
const headersOf = (scheme: keyof typeof ways, secrets = [secret], options = {}) =>
  Object.fromEntries(sign(recipeWith(ways, scheme, options), secrets, signable()))
const id = { 'webhook-id': 'evt_1' }
const ts = signedAt
const iso = '2023-11-14T22:13:20Z'

/** Schemes without a verifier on the registry, computed here from the words of their documentation. */
test.each([
  ['zoom', { ...id, 'x-zm-request-timestamp': `${ts}`, 'x-zm-signature': `v0=${hex(`v0:${ts}:${body}`)}` }],
  ['increase-legacy', { ...id, 'Increase-Webhook-Signature': `t=${iso},v1=${hex(`${iso}.${body}`)}` }],
  ['basic', { ...id, Authorization: `Basic ${Buffer.from(`webhook:${secret}`).toString('base64')}` }],
  ['none', id],
  [
    'github',
    {
      'X-GitHub-Event': 'card.created',
      'X-GitHub-Delivery': 'evt_1',
      'X-Hub-Signature-256': `sha256=${hex(body)}`,
    },
  ],
  [
    'shopify',
    {
      'X-Shopify-Topic': 'card.created',
      'X-Shopify-Webhook-Id': 'evt_1',
      'X-Shopify-Hmac-Sha256': base64(body),
    },
  ],
  [
    'custom',
    {
      'X-Own-Id': 'evt_1',
      'X-Own-Signature': `t=${ts},s=${createHmac('sha512', decoded(secret)).update(`evt_1|${ts}|${url}|${body}`).digest('base64url')}`,
    },
  ],
] as const)('%s carries just these headers', (scheme, headers) => {
  expect(headersOf(scheme)).toEqual(headers)
})

const two = [secret, otherSecret]

test('while a rotation overlaps, schemes that can carry two signatures carry both, the newest first', () => {
  const standard = two.map((one) => `v1,${base64(`evt_1.${ts}.${body}`, decoded(one))}`).join(' ')
  expect(headersOf('standard-webhooks', two)['webhook-signature']).toBe(standard)
  expect(headersOf('svix', two)['svix-signature']).toBe(standard)
  expect(headersOf('stripe', two)['Stripe-Signature']).toBe(
    `t=${ts},${two.map((one) => `v1=${hex(`${ts}.${body}`, one)}`).join(',')}`,
  )
  expect(headersOf('increase-legacy', two)['Increase-Webhook-Signature']).toBe(
    `t=${iso},${two.map((one) => `v1=${hex(`${iso}.${body}`, one)}`).join(',')}`,
  )
  expect(headersOf('platform', two).Signature).toMatch(
    /^t=\d+,v1=[0-9a-f]{64},v2=[0-9a-f]{64},v1=[0-9a-f]{64},v2=[0-9a-f]{64}$/,
  )
  expect(headersOf('standard-webhooks-ed25519', two)['webhook-signature']).toMatch(/^v1a,\S{88} v1a,\S{88}$/)
  expect(headersOf('http-message-signatures', two)['Signature-Input']).toMatch(/^sig1=.*, sig2=/)
  expect(headersOf('custom', two)['X-Own-Signature']).toMatch(/^t=\d+,s=[\w-]{86},s=[\w-]{86}$/)
})

test('paddle carries the newest last, which is the one that its library reads', () => {
  const [newest, old] = two.map((one) => `h1=${hex(`${ts}:${body}`, one)}`)
  expect(headersOf('paddle', two)['Paddle-Signature']).toBe(`ts=${ts};${old};${newest}`)
})

test.each(['github', 'slack', 'shopify', 'zoom', 'square', 'twilio', 'adyen', 'plaid', 'basic'] as const)(
  '%s signs with the newest secret alone',
  (scheme) => {
    expect(ways[scheme].carriesSeveral).toBe(false)
    expect(headersOf(scheme, two)).toEqual(headersOf(scheme, [secret]))
  },
)

test('the digest of a JSON body is in the address of twilio and in no other', () => {
  const digest = createHash('sha256').update(body).digest('hex')
  const way = (scheme: 'twilio' | 'square') => ({ name: scheme, scheme, recipe: ways[scheme] })
  expect(send(way('twilio')).url).toBe(`${url}&bodySHA256=${digest}`)
  expect(send(way('twilio'), { url: 'http://a.example' }).url).toBe(`http://a.example?bodySHA256=${digest}`)
  expect(send(way('twilio'), { url: `http://a.example/?bodySHA256=0&b=1#part` }).url).toBe(
    `http://a.example/?bodySHA256=${digest}&b=1#part`,
  )
  expect(send(way('square')).url).toBe(url)
})

test('the key of a message signature is named, by its algorithm', () => {
  const input = (options: object) =>
    headersOf('http-message-signatures', [secret], options)['Signature-Input'] ?? ''
  expect(input({})).toMatch(
    /^sig1=\("@method" "@target-uri" "content-digest" "webhook-id"\);created=1700000000;expires=1700000300;keyid="hmac-[0-9a-f]{16}";alg="hmac-sha256"$/,
  )
  expect(input({ algorithm: 'ed25519' })).toMatch(/;keyid="[\w-]{43}";alg="ed25519"$/)
})
