/** How each vendor signs, written here by node:crypto alone: nothing of the code under test takes part. */
import { createHmac } from 'node:crypto'
import type { SchemeName } from '../../../server/signing/recipes.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import type { Random } from './random.ts'

const hex = '0123456789abcdef'
const alnum = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** What one request is signed with, and what is signed. */
export interface Signing {
  key: Buffer
  id: string
  /** As the signed content contains it. */
  timestamp: string
  url: string
  body: Buffer
}

export interface Scheme {
  name: SchemeName
  /** A secret as the vendor hands it out. */
  secretOf(random: Random): string
  /** How the vendor makes the key of it. */
  key: 'text' | 'base64' | 'hex'
  keyOf(secret: string): Buffer
  /** What the HMAC covers: slots in braces with the text between them. */
  signs: string
  digest: 'sha256' | 'sha1'
  encoding: 'hex' | 'base64'
  /** The timestamp of this second as the scheme writes it. */
  timestampOf(seconds: number): string
  /** The signature header's name, and its value around a written signature. */
  header: string
  headerValue(signature: string, timestamp: string): string
  /** The other headers. */
  beside(id: string, timestamp: string): HeaderPair[]
}

export const text = (secret: string): Buffer => Buffer.from(secret)
const whsec = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
const unix = String
const whsecOf = (random: Random) => `whsec_${random.bytes(random.pick([24, 32])).toString('base64')}`
const base: Pick<Scheme, 'key' | 'keyOf' | 'digest' | 'encoding' | 'timestampOf' | 'beside' | 'headerValue'> =
  {
    key: 'text',
    keyOf: text,
    digest: 'sha256',
    encoding: 'hex',
    timestampOf: unix,
    beside: () => [],
    headerValue: (signature) => signature,
  }
const standard = (prefix: string): Omit<Scheme, 'name'> => ({
  ...base,
  secretOf: whsecOf,
  key: 'base64',
  keyOf: whsec,
  signs: '{id}.{ts}.{body}',
  encoding: 'base64',
  header: `${prefix}-signature`,
  headerValue: (signature) => `v1,${signature}`,
  beside: (id, timestamp) => [
    [`${prefix}-id`, id],
    [`${prefix}-timestamp`, timestamp],
  ],
})

export const schemes: readonly Scheme[] = [
  { name: 'standard-webhooks', ...standard('webhook') },
  { name: 'svix', ...standard('svix') },
  {
    ...base,
    name: 'stripe',
    secretOf: (random) => `whsec_${random.text(32, alnum)}`,
    signs: '{ts}.{body}',
    header: 'Stripe-Signature',
    headerValue: (signature, timestamp) => `t=${timestamp},v1=${signature}`,
  },
  {
    ...base,
    name: 'platform',
    secretOf: whsecOf,
    signs: '{ts}.{body}',
    header: 'Signature',
    headerValue: (signature, timestamp) => `t=${timestamp},v2=${signature}`,
  },
  {
    ...base,
    name: 'github',
    secretOf: (random) => random.text(random.pick([16, 24, 40]), `${alnum}-_!$&+ `).trim(),
    signs: '{body}',
    header: 'X-Hub-Signature-256',
    headerValue: (signature) => `sha256=${signature}`,
    beside: (id) => [
      ['X-GitHub-Event', 'push'],
      ['X-GitHub-Delivery', id],
    ],
  },
  {
    ...base,
    name: 'slack',
    secretOf: (random) => random.text(32, hex),
    signs: 'v0:{ts}:{body}',
    header: 'X-Slack-Signature',
    headerValue: (signature) => `v0=${signature}`,
    beside: (_id, timestamp) => [['X-Slack-Request-Timestamp', timestamp]],
  },
  {
    ...base,
    name: 'shopify',
    secretOf: (random) => `shpss_${random.text(32, hex)}`,
    signs: '{body}',
    encoding: 'base64',
    header: 'X-Shopify-Hmac-Sha256',
    beside: (id) => [
      ['X-Shopify-Topic', 'orders/paid'],
      ['X-Shopify-Webhook-Id', id],
    ],
  },
  {
    ...base,
    name: 'paddle',
    secretOf: (random) => `pdl_ntfset_01${random.text(24, alnum.toLowerCase())}_${random.text(32, alnum)}`,
    signs: '{ts}:{body}',
    header: 'Paddle-Signature',
    headerValue: (signature, timestamp) => `ts=${timestamp};h1=${signature}`,
  },
  {
    ...base,
    name: 'zoom',
    secretOf: (random) => random.text(22, `${alnum}-_`),
    signs: 'v0:{ts}:{body}',
    header: 'x-zm-signature',
    headerValue: (signature) => `v0=${signature}`,
    beside: (_id, timestamp) => [['x-zm-request-timestamp', timestamp]],
  },
  {
    ...base,
    name: 'square',
    secretOf: (random) => random.text(22, `${alnum}-_`),
    signs: '{url}{body}',
    encoding: 'base64',
    header: 'x-square-hmacsha256-signature',
  },
  {
    ...base,
    name: 'adyen',
    secretOf: (random) => random.text(64, hex).toUpperCase(),
    key: 'hex',
    keyOf: (secret) => Buffer.from(secret, 'hex'),
    signs: '{body}',
    encoding: 'base64',
    header: 'hmacsignature',
  },
  {
    ...base,
    name: 'increase-legacy',
    secretOf: (random) => `we_${random.text(32, alnum)}`,
    signs: '{ts}.{body}',
    timestampOf: (seconds) => new Date(seconds * 1000).toISOString().replace('.000', ''),
    header: 'Increase-Webhook-Signature',
    headerValue: (signature, timestamp) => `t=${timestamp},v1=${signature}`,
  },
]

/** The signed content, with each slot of the template replaced. */
export const contentOf = (template: string, { id, timestamp, url, body }: Omit<Signing, 'key'>): Buffer =>
  Buffer.concat(
    template
      .split(/[{}]/)
      .map((part, at) =>
        at % 2 === 0 ? text(part) : part === 'body' ? body : text({ id, ts: timestamp, url }[part] ?? ''),
      ),
  )

export const hmac = (digest: string, key: Buffer, content: Buffer): Buffer =>
  createHmac(digest, key).update(content).digest()
