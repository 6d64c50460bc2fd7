import { createHash, createHmac, createPrivateKey, sign as signBytes } from 'node:crypto'
import { ed25519Of, p256Of } from '../../server/signing/key-pairs.ts'

/** What a sender signs, in the words of the schemes' own documentation: no recipe is read here. */
export interface Webhook {
  secret: string
  id: string
  /** Unix seconds. */
  at: number | bigint
  body: Buffer
  url: string
  contentType: string
  /** RFC 9530: the digests given, those of the body's SHA-256 without it. */
  digests?: readonly ('sha256' | 'sha512')[]
  /** RFC 9421: the name of the key, and all that is covered beside the four that always are. */
  keyId?: string
  alsoCovered?: string
  /** As the scheme writes the time, in place of `at`. */
  written?: string
  /** RFC 9421: further parameters, between `created` and the others. */
  furtherParameters?: string
  /** What a JWT claims besides its digest. */
  claims?: object
}

type Pairs = [string, string][]

const text = (secret: string) => Buffer.from(secret)
const decoded = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')

function hmac(
  key: Buffer,
  parts: (string | Buffer)[],
  { digest = 'sha256', as = 'hex' as 'hex' | 'base64' } = {},
) {
  const mac = createHmac(digest, key)
  for (const part of parts) mac.update(part)
  return mac.digest(as)
}

const standard =
  (name: string) =>
  (webhook: Webhook): Pairs => {
    const { secret, id, body } = webhook
    const signed = [`${id}.${timeOf(webhook)}.`, body]
    return [
      [`${name}-id`, id],
      [`${name}-timestamp`, timeOf(webhook)],
      [`${name}-signature`, `v1,${hmac(decoded(secret), signed, { as: 'base64' })}`],
    ]
  }

const timeOf = ({ at, written }: Webhook) => written ?? `${at}`
const iso = ({ at, written }: Webhook) =>
  written ?? `${new Date(Number(at) * 1000).toISOString().slice(0, 19)}Z`

const withDigest = (url: string, body: Buffer) =>
  `${url}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`

const base64url = (value: string | Buffer) => Buffer.from(value).toString('base64url')

function ed25519(webhook: Webhook, between: string): Buffer {
  const { privateKey } = ed25519Of(webhook.secret) ?? {}
  const signed = Buffer.concat([Buffer.from(`${timeOf(webhook)}${between}`), webhook.body])
  return privateKey ? signBytes(null, signed, privateKey) : Buffer.alloc(0)
}

/** What is signed before all else by `odd-letters`. */
export const oddLetters = `Zoë "$ts" 'x' \`y\` \\ #{1 + 1} {$id} %d \t?>`

/** Scheme → the headers of a webhook; the address is what is requested. */
export const signers: Record<string, (webhook: Webhook) => Pairs> = {
  'standard-webhooks': standard('webhook'),
  svix: standard('svix'),
  'standard-webhooks-ed25519': (webhook) => {
    const { secret, id, body } = webhook
    const at = timeOf(webhook)
    const { privateKey } = ed25519Of(secret) ?? {}
    const signed = Buffer.concat([Buffer.from(`${id}.${at}.`), body])
    return [
      ['webhook-id', id],
      ['webhook-timestamp', at],
      ['webhook-signature', `v1a,${privateKey && signBytes(null, signed, privateKey).toString('base64')}`],
    ]
  },
  platform: (webhook) => [
    [
      'Signature',
      `t=${timeOf(webhook)},v1=0000,v2=${hmac(text(webhook.secret), [`${timeOf(webhook)}.`, webhook.body])}`,
    ],
  ],
  stripe: (webhook) => [
    [
      'Stripe-Signature',
      `t=${timeOf(webhook)},v1=${hmac(text(webhook.secret), [`${timeOf(webhook)}.`, webhook.body])}`,
    ],
  ],
  github: ({ secret, body }) => [['X-Hub-Signature-256', `sha256=${hmac(text(secret), [body])}`]],
  slack: (webhook) => [
    ['X-Slack-Request-Timestamp', timeOf(webhook)],
    ['X-Slack-Signature', `v0=${hmac(text(webhook.secret), [`v0:${timeOf(webhook)}:`, webhook.body])}`],
  ],
  shopify: ({ secret, body }) => [['X-Shopify-Hmac-Sha256', hmac(text(secret), [body], { as: 'base64' })]],
  paddle: (webhook) => [
    [
      'Paddle-Signature',
      `ts=${timeOf(webhook)};h1=${hmac(text(webhook.secret), [`${timeOf(webhook)}:`, webhook.body])}`,
    ],
  ],
  zoom: (webhook) => [
    ['x-zm-request-timestamp', timeOf(webhook)],
    ['x-zm-signature', `v0=${hmac(text(webhook.secret), [`v0:${timeOf(webhook)}:`, webhook.body])}`],
  ],
  square: ({ secret, body, url }) => [
    ['x-square-hmacsha256-signature', hmac(text(secret), [url, body], { as: 'base64' })],
  ],
  twilio: ({ secret, body, url, contentType }) => {
    const isForm = contentType.startsWith('application/x-www-form-urlencoded')
    const fields = isForm ? [...new URLSearchParams(body.toString())].toSorted() : []
    const signed = isForm ? url + fields.flat().join('') : withDigest(url, body)
    return [['X-Twilio-Signature', hmac(text(secret), [signed], { digest: 'sha1', as: 'base64' })]]
  },
  adyen: ({ secret, body }) => [['hmacsignature', hmac(decoded(secret), [body], { as: 'base64' })]],
  plaid: ({ secret, at, body, claims = { iat: Number(at) } }) => {
    const { jwk, scalar } = p256Of(secret) ?? {}
    if (!jwk || !scalar) return []
    const d = scalar.toString('base64url')
    const key = createPrivateKey({
      key: { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y ?? '', d },
      format: 'jwk',
    })
    const digest = createHash('sha256').update(body).digest('hex')
    const content = [
      { alg: 'ES256', kid: jwk.kid, typ: 'JWT' },
      { request_body_sha256: digest, ...claims },
    ]
      .map((part) => base64url(JSON.stringify(part)))
      .join('.')
    const signature = signBytes('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
    return [['Plaid-Verification', `${content}.${base64url(signature)}`]]
  },
  'increase-legacy': (webhook) => [
    [
      'Increase-Webhook-Signature',
      `t=${iso(webhook)},v1=${hmac(text(webhook.secret), [`${iso(webhook)}.`, webhook.body])}`,
    ],
  ],
  'http-message-signatures': (webhook) => {
    const { secret, id, at, body, url, digests = ['sha256'], keyId = 'k1', alsoCovered = '' } = webhook
    const { furtherParameters = '' } = webhook
    const digest = digests
      .map((name) => `${name.replace('sha', 'sha-')}=:${createHash(name).update(body).digest('base64')}:`)
      .join(', ')
    const input = `("@method" "@target-uri" "content-digest" "webhook-id"${alsoCovered});created=${timeOf(webhook)}${furtherParameters};expires=${Number(at) + 300};keyid="${keyId}";alg="hmac-sha256"`
    const base = [
      '"@method": POST',
      `"@target-uri": ${url}`,
      `"content-digest": ${digest}`,
      `"webhook-id": ${id}`,
      ...(alsoCovered === '' ? [] : [`${alsoCovered.trim()}: `]),
      `"@signature-params": ${input}`,
    ].join('\n')
    return [
      ['webhook-id', id],
      ['Content-Digest', digest],
      ['Signature-Input', `sig1=${input}`],
      ['Signature', `sig1=:${hmac(decoded(secret), [base], { as: 'base64' })}:`],
    ]
  },
  basic: ({ secret }) => [['Authorization', `Basic ${Buffer.from(`webhook:${secret}`).toString('base64')}`]],
  none: () => [],
  // The recipe of test/verification/every-scheme.ts.
  custom: (webhook) => {
    const { secret, id, body, url } = webhook
    const at = timeOf(webhook)
    const signed = Buffer.concat([Buffer.from(`${id}|${at}|${url}|`), body])
    const signature = createHmac('sha512', decoded(secret)).update(signed).digest('base64url')
    return [
      ['X-Own-Signature', `t=${at},s=${signature}`],
      ['X-Own-Id', id],
    ]
  },
  discord: (webhook) => [
    ['X-Signature-Timestamp', timeOf(webhook)],
    ['X-Signature-Ed25519', ed25519(webhook, '').toString('hex')],
  ],
  telnyx: (webhook) => [
    ['telnyx-timestamp', timeOf(webhook)],
    ['telnyx-signature-ed25519', ed25519(webhook, '|').toString('base64')],
  ],
  'ed25519-in-base64url': (webhook) => [
    ['X-Time', timeOf(webhook)],
    ['X-Sig', ed25519(webhook, '|').toString('base64url')],
  ],
  workos: (webhook) => {
    const at = webhook.written ?? `${webhook.at}123`
    return [['WorkOS-Signature', `t=${at}, v1=${hmac(text(webhook.secret), [`${at}.`, webhook.body])}`]]
  },
  zendesk: (webhook) => [
    ['X-Webhook-Signature-Timestamp', iso(webhook)],
    ['X-Webhook-Signature', hmac(text(webhook.secret), [iso(webhook), webhook.body], { as: 'base64' })],
  ],
  'odd-letters': (webhook) => [
    ['X-Odd-Time', timeOf(webhook)],
    ['X-Odd', hmac(text(webhook.secret), [`${oddLetters}${timeOf(webhook)}.`, webhook.body])],
  ],
}

/** Where a webhook is requested: with the body's digest in the query, where that is signed. */
export const queryOf = (scheme: string, { body, contentType }: Webhook): string =>
  scheme === 'twilio' && !contentType.startsWith('application/x-www-form') ? withDigest('', body) : ''
