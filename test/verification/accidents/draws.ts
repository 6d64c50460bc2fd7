import { createHash, createHmac, createPrivateKey, createPublicKey, sign as signBytes } from 'node:crypto'
import type { SchemeName } from '../../../server/signing/recipes.ts'
import type { HeaderPair, Verdict } from '../../../server/wire.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { judge, signedAt } from '../world.ts'
import { all } from './sender.ts'

/** A request with a secret, an id and a body of its own. */
export interface Draw {
  /** 32 random bytes, of which keys are made. */
  bytes: Buffer
  id: string
  ts: string
  body: string
}

const letters = ['é', '<b>', "it's", 'a & b', '€ 5', '/x', 'Zoë', '"q"', '😀', 'plain']

/** Draws from a seed, the same in each run. */
export const drawsOf = (seed: string, count: number): Draw[] =>
  Array.from({ length: count }, (_, i) => {
    const drawn = createHash('sha512').update(`${seed} ${i}`).digest()
    const text = `${letters[i % letters.length]} ${drawn.toString('base64', 32, 44)}`
    return {
      bytes: drawn.subarray(0, 32),
      id: `msg_${drawn.toString('hex', 44, 54)}`,
      ts: String(signedAt - ((drawn[60] ?? 0) % 60)),
      body: JSON.stringify({ event: 'card.created', n: i, text, list: [1, 2.5, null], inner: { ok: true } }),
    }
  })

export const mac = (key: string | Buffer, content: string | Buffer, digest = 'sha256') =>
  createHmac(digest, key).update(content).digest()

/** A seed of 32 bytes as an Ed25519 key (RFC 8410). */
const edKey = (seed: Buffer) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
const edSigned = (seed: Buffer, content: string | Buffer) =>
  signBytes(null, Buffer.from(content as string), edKey(seed))
/** The 32 bytes of the public key. */
export const edPublic = (seed: Buffer) =>
  createPublicKey(edKey(seed)).export({ format: 'der', type: 'spki' }).subarray(-32)

/** A scheme as its vendor documents it: what is signed, and where the signature stands. */
export interface Vendor {
  secret(bytes: Buffer): string
  sign(bytes: Buffer, content: string | Buffer): Buffer
  content(draw: Draw): string
  encoding: 'hex' | 'base64'
  headers(draw: Draw, signature: string): HeaderPair[]
}
const whsec = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`
const asText = (bytes: Buffer) => bytes.toString('hex')
const url = 'https://receiver.example/hooks/in?team=7'

export const vendors = {
  'standard-webhooks': {
    secret: whsec,
    sign: mac,
    content: ({ id, ts, body }) => `${id}.${ts}.${body}`,
    encoding: 'base64',
    headers: ({ id, ts }, signature) => [
      ['webhook-id', id],
      ['webhook-timestamp', ts],
      ['webhook-signature', `v1,${signature}`],
    ],
  },
  'standard-webhooks-ed25519': {
    secret: (bytes) => `whpk_${edPublic(bytes).toString('base64')}`,
    sign: edSigned,
    content: ({ id, ts, body }) => `${id}.${ts}.${body}`,
    encoding: 'base64',
    headers: ({ id, ts }, signature) => [
      ['webhook-id', id],
      ['webhook-timestamp', ts],
      ['webhook-signature', `v1a,${signature}`],
    ],
  },
  stripe: {
    secret: whsec,
    sign: (bytes, content) => mac(whsec(bytes), content),
    content: ({ ts, body }) => `${ts}.${body}`,
    encoding: 'hex',
    headers: ({ ts }, signature) => [['Stripe-Signature', `t=${ts},v1=${signature}`]],
  },
  slack: {
    secret: asText,
    sign: (bytes, content) => mac(asText(bytes), content),
    content: ({ ts, body }) => `v0:${ts}:${body}`,
    encoding: 'hex',
    headers: ({ ts }, signature) => [
      ['X-Slack-Request-Timestamp', ts],
      ['X-Slack-Signature', `v0=${signature}`],
    ],
  },
  github: {
    secret: asText,
    sign: (bytes, content) => mac(asText(bytes), content),
    content: ({ body }) => body,
    encoding: 'hex',
    headers: ({ id }, signature) => [
      ['X-GitHub-Event', 'card.created'],
      ['X-GitHub-Delivery', id],
      ['X-Hub-Signature-256', `sha256=${signature}`],
    ],
  },
  square: {
    secret: asText,
    sign: (bytes, content) => mac(asText(bytes), content),
    content: ({ body }) => url + body,
    encoding: 'base64',
    headers: (_draw, signature) => [['x-square-hmacsha256-signature', signature]],
  },
} as const satisfies Partial<Record<SchemeName, Vendor>>
export type VendorName = keyof typeof vendors

/** The verdict on a request of a vendor with these headers. */
export const judgedBy = (
  scheme: VendorName,
  draw: Draw,
  headers: HeaderPair[],
  over: Parameters<typeof judge>[1] = {},
): Verdict =>
  judge(headers, {
    scheme,
    url,
    body: draw.body,
    secrets: [{ of: ownedBy('the test'), secret: vendors[scheme].secret(draw.bytes) }],
    ...over,
  })

/** The causes of a verdict, as one text. */
export const causesOf = (verdict: Verdict): string =>
  verdict.result === 'verified' ? 'verified' : all(verdict).join(' ') || `nothing: ${verdict.reason}`

/** The causes of requests that sign other content than the vendor does. */
export const causesOfContent = (
  scheme: VendorName,
  contentOf: (draw: Draw) => string | Buffer,
  draws: readonly Draw[],
): Set<string> =>
  new Set(
    draws.map((draw) => {
      const { sign, encoding, headers } = vendors[scheme]
      const signature = sign(draw.bytes, contentOf(draw)).toString(encoding)
      return causesOf(judgedBy(scheme, draw, headers(draw, signature)))
    }),
  )
