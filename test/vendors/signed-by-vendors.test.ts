import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { SchemeName } from '../../server/signing/recipes.ts'
import { verify } from '../../server/verification/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { test } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { vendor } from './vendor.ts'

interface Libraries {
  webhook: { Webhook: new (secret: string) => { sign(id: string, at: Date, body: string): string } }
  stripe: {
    default: {
      webhooks: {
        generateTestHeaderString(of: { payload: string; secret: string; timestamp: number }): string
      }
    }
  }
  github: { sign(secret: string, body: string): Promise<string> }
  twilio: {
    getExpectedTwilioSignature(token: string, url: string, params: object): string
    getExpectedBodyHash(body: string): string
  }
  adyen: {
    default?: Libraries['adyen']
    hmacValidator: new () => { calculateHmac(body: string, key: string): string }
  }
  message: {
    createSigner(key: Buffer, algorithm: string, id: string): unknown
    httpbis: {
      signMessage(
        config: object,
        request: { method: string; url: string; headers: Record<string, string> },
      ): Promise<{ headers: Record<string, string> }>
    }
  }
}

const at = 1_700_000_000
const url = 'https://receiver.example/hooks/in?team=7'

/** What a vendor's code makes of a body: what is sent, and to where. */
interface Made {
  headers: Record<string, string>
  url?: string
}
interface Row {
  scheme: SchemeName
  secrets: string[]
  make(secret: string, body: string): Promise<Made>
}

const base64 = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  `whsec_${Buffer.alloc(300, 7).toString('base64')}`,
]
const texts = [...base64, 'sëcret-日本😀', ' with  blanks ', 'x', 'x'.repeat(5000), 'whsec_AAAA\n']
const bodies = [
  '{"a":1}',
  '{"name":"Ünï 日本 😀\u2028"}',
  '{"a":\r\n1}\r\n',
  '{"n":123456789012345678901234567890.10,"e":1E400}',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  'a=1&b=%C3%BC&c=+x',
  'a text, "quoted"\0',
]

const byWebhookClass =
  (library: string, prefix: string): Row['make'] =>
  async (secret, body) => {
    const { Webhook } = await vendor<Libraries['webhook']>(library)
    const signature = new Webhook(secret).sign('evt_1', new Date(at * 1000), body)
    return {
      headers: {
        [`${prefix}-id`]: 'evt_1',
        [`${prefix}-timestamp`]: String(at),
        [`${prefix}-signature`]: signature,
      },
    }
  }

const rows: Row[] = [
  { scheme: 'standard-webhooks', secrets: base64, make: byWebhookClass('standardwebhooks', 'webhook') },
  { scheme: 'svix', secrets: base64, make: byWebhookClass('svix', 'svix') },
  {
    scheme: 'stripe',
    secrets: texts,
    async make(secret, payload) {
      const { default: Stripe } = await vendor<Libraries['stripe']>('stripe')
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })
      return { headers: { 'Stripe-Signature': header } }
    },
  },
  {
    scheme: 'github',
    secrets: texts,
    async make(secret, body) {
      const { sign } = await vendor<Libraries['github']>('@octokit/webhooks-methods')
      return { headers: { 'X-Hub-Signature-256': await sign(secret, body) } }
    },
  },
  {
    scheme: 'twilio',
    secrets: texts,
    async make(secret, body) {
      const library = await vendor<Libraries['twilio']>('twilio/lib/webhooks/webhooks.js')
      const address = `${url}&bodySHA256=${library.getExpectedBodyHash(body)}`
      const signature = library.getExpectedTwilioSignature(secret, address, {})
      return { headers: { 'X-Twilio-Signature': signature }, url: address }
    },
  },
  {
    scheme: 'adyen',
    secrets: [
      'ab'.repeat(32),
      'AB'.repeat(32),
      '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
    ],
    async make(secret, body) {
      const library = await vendor<Libraries['adyen']>('@adyen/api-library')
      const Validator = (library.default ?? library).hmacValidator
      return { headers: { hmacsignature: new Validator().calculateHmac(body, secret) } }
    },
  },
  {
    scheme: 'http-message-signatures',
    secrets: base64,
    async make(secret, body) {
      const { httpbis, createSigner } = await vendor<Libraries['message']>('http-message-signatures')
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      const digest = createHash('sha512').update(body).digest('base64')
      return httpbis.signMessage(
        {
          key: createSigner(key, 'hmac-sha256', 'k1'),
          fields: ['@method', '@target-uri', 'content-digest', '@query'],
          params: ['created', 'keyid', 'alg', 'nonce'],
          paramValues: { created: new Date(at * 1000), nonce: 'a;b, "c"' },
        },
        { method: 'POST', url, headers: { 'Content-Digest': `sha-512=:${digest}:` } },
      )
    },
  },
]

function resultOf({ scheme }: Row, made: Made, secret: string, body: string) {
  const headers: HeaderPair[] = [['Content-Type', 'application/json'], ...Object.entries(made.headers)]
  return verify(recipes, {
    headers,
    body: Buffer.from(body),
    url: made.url ?? url,
    scheme,
    secrets: [{ of: ownedBy('it'), secret }],
    otherSecrets: [],
    now: (at + 1) * 1_000_000,
  }).result
}

test.each(rows)('$scheme: what its library signs is verified, by whatever secret and body', async (row) => {
  for (const secret of row.secrets)
    for (const body of bodies) {
      const made = await row.make(secret, body)
      expect([body, secret, resultOf(row, made, secret, body)]).toEqual([body, secret, 'verified'])
    }
})

test.each(rows)(
  '$scheme: of what its library signs another body, or another secret, is refused',
  async (row) => {
    const [secret = '', ...others] = row.secrets
    const made = await row.make(secret, '{"a":1}')
    expect(resultOf(row, made, secret, '{"a":2}')).toBe('failed')
    expect(resultOf(row, made, others.at(-1) ?? '', '{"a":1}')).toBe('failed')
  },
)
