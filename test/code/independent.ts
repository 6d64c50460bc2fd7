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
  ({ secret, id, at, body }: Webhook): Pairs => [
    [`${name}-id`, id],
    [`${name}-timestamp`, `${at}`],
    [`${name}-signature`, `v1,${hmac(decoded(secret), [`${id}.${at}.`, body], { as: 'base64' })}`],
  ]

const iso = (at: number | bigint) => `${new Date(Number(at) * 1000).toISOString().slice(0, 19)}Z`

const withDigest = (url: string, body: Buffer) =>
  `${url}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`

const base64url = (value: string | Buffer) => Buffer.from(value).toString('base64url')

/** Scheme → the headers of a webhook; the address is what is requested. */
export const signers: Record<string, (webhook: Webhook) => Pairs> = {
  'standard-webhooks': standard('webhook'),
  svix: standard('svix'),
  'standard-webhooks-ed25519': ({ secret, id, at, body }) => {
    const { privateKey } = ed25519Of(secret) ?? {}
    const signed = Buffer.concat([Buffer.from(`${id}.${at}.`), body])
    return [
      ['webhook-id', id],
      ['webhook-timestamp', `${at}`],
      ['webhook-signature', `v1a,${privateKey && signBytes(null, signed, privateKey).toString('base64')}`],
    ]
  },
  platform: ({ secret, at, body }) => [
    ['Signature', `t=${at},v1=0000,v2=${hmac(text(secret), [`${at}.`, body])}`],
  ],
  stripe: ({ secret, at, body }) => [
    ['Stripe-Signature', `t=${at},v1=${hmac(text(secret), [`${at}.`, body])}`],
  ],
  github: ({ secret, body }) => [['X-Hub-Signature-256', `sha256=${hmac(text(secret), [body])}`]],
  slack: ({ secret, at, body }) => [
    ['X-Slack-Request-Timestamp', `${at}`],
    ['X-Slack-Signature', `v0=${hmac(text(secret), [`v0:${at}:`, body])}`],
  ],
  shopify: ({ secret, body }) => [['X-Shopify-Hmac-Sha256', hmac(text(secret), [body], { as: 'base64' })]],
  paddle: ({ secret, at, body }) => [
    ['Paddle-Signature', `ts=${at};h1=${hmac(text(secret), [`${at}:`, body])}`],
  ],
  zoom: ({ secret, at, body }) => [
    ['x-zm-request-timestamp', `${at}`],
    ['x-zm-signature', `v0=${hmac(text(secret), [`v0:${at}:`, body])}`],
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
  plaid: ({ secret, at, body }) => {
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
      { iat: Number(at), request_body_sha256: digest },
    ]
      .map((part) => base64url(JSON.stringify(part)))
      .join('.')
    const signature = signBytes('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
    return [['Plaid-Verification', `${content}.${base64url(signature)}`]]
  },
  'increase-legacy': ({ secret, at, body }) => [
    ['Increase-Webhook-Signature', `t=${iso(at)},v1=${hmac(text(secret), [`${iso(at)}.`, body])}`],
  ],
  'http-message-signatures': (webhook) => {
    const { secret, id, at, body, url, digests = ['sha256'], keyId = 'k1', alsoCovered = '' } = webhook
    const digest = digests
      .map((name) => `${name.replace('sha', 'sha-')}=:${createHash(name).update(body).digest('base64')}:`)
      .join(', ')
    const input = `("@method" "@target-uri" "content-digest" "webhook-id"${alsoCovered});created=${at};expires=${Number(at) + 300};keyid="${keyId}";alg="hmac-sha256"`
    const base = [
      '"@method": POST',
      `"@target-uri": ${url}`,
      `"content-digest": ${digest}`,
      `"webhook-id": ${id}`,
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
  // The recipe of test/signing/every-scheme.ts.
  custom: ({ secret, id, at, body, url }) => {
    const signed = Buffer.concat([Buffer.from(`${id}|${at}|${url}|`), body])
    const signature = createHmac('sha512', decoded(secret)).update(signed).digest('base64url')
    return [
      ['X-Own-Signature', `t=${at},s=${signature}`],
      ['X-Own-Id', id],
    ]
  },
}

/** Where a webhook is requested: with the body's digest in the query, where that is signed. */
export const queryOf = (scheme: string, { body, contentType }: Webhook): string =>
  scheme === 'twilio' && !contentType.startsWith('application/x-www-form') ? withDigest('', body) : ''
