/** Proves that a secret made a vendor's signature, where no recipe expresses the signature. */
import { createHash, createPublicKey, type KeyObject, verify as verifyBytes } from 'node:crypto'
import { keyOf } from '../signing/digest.ts'
import { hmacOf } from '../signing/hmac.ts'
import type { Digest } from '../signing/recipe.ts'
import { type Fields, hubspotEscapes, within } from './vendors.ts'

/** A request as its vendor signs it. */
export interface SignedRequest {
  /** The signature as it arrived. */
  value: string
  method: string
  url: string
  body: Buffer
  /** The fields of the body, if the signature is there. */
  fields: Fields
  /** The value of a header; empty if missing. */
  header(name: string): string
}

type Parts = readonly (string | Buffer)[]
export type Proof = (secret: string, request: SignedRequest) => boolean

const sha256 = (...parts: Parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Whether the value is this digest in hex or base64, behind any `name=`. */
function isDigest(value: string, digest: Buffer): boolean {
  const hex = digest.toString('hex')
  return [hex, digest.toString('base64')].some((text) => value === text || value.endsWith(`=${text}`))
}

/** An HMAC over these parts. */
const hmac =
  (parts: (request: SignedRequest) => Parts, digest: Digest = 'sha256'): Proof =>
  (secret, request) => {
    const key = keyOf(secret, 'text')
    return (
      key !== undefined &&
      isDigest(request.value, Buffer.from(hmacOf(digest, key, parts(request), 'hex'), 'hex'))
    )
  }

/** The public key that a secret holds, as PEM or as the base64 of its DER; undefined for a shared secret. */
function publicKeyIn(secret: string): KeyObject | undefined {
  try {
    if (secret.includes('-----BEGIN ')) return createPublicKey(secret)
    if (!/^M[A-Za-z0-9+/]{50,}={0,2}$/.test(secret)) return undefined
    return createPublicKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/** A signature of a private key over these parts, in base64. */
const signed =
  (parts: (request: SignedRequest) => Parts, digest: Digest = 'sha256'): Proof =>
  (secret, request) => {
    const key = publicKeyIn(secret)
    if (key === undefined) return false
    const bytes = Buffer.concat(parts(request).map((part) => Buffer.from(part)))
    const name = key.asymmetricKeyType === 'ed25519' ? null : digest
    return verifyBytes(name, bytes, key, Buffer.from(request.value, 'base64'))
  }

/** A JWT of a shared secret, as text or decoded. */
export const byJwt: Proof = (secret, { value }) => {
  const [head = '', payload = '', signature = ''] = value.replace(/^Bearer /i, '').split('.')
  const bits = /^HS(256|384|512)$/.exec(algorithmOf(head) ?? '')?.[1]
  if (bits === undefined) return false
  return ['text', 'whsec-base64'].some((form) => {
    const key = keyOf(secret, form)
    return key && hmacOf(`sha${bits}` as Digest, key, [`${head}.${payload}`], 'base64url') === signature
  })
}

/** The algorithm that a JWT's header names; undefined if the text is no such header. */
export function algorithmOf(head: string): string | undefined {
  try {
    const { alg } = within(JSON.parse(Buffer.from(head, 'base64url').toString('utf8')))
    return typeof alg === 'string' ? alg : undefined
  } catch {
    return undefined
  }
}

/** Mandrill and MessageBird sort the fields of a form or a query. */
const sorted = (text: string) =>
  [...new URLSearchParams(text)].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))

const queryOf = (url: string) => (URL.canParse(url) ? new URL(url).search.slice(1) : '')

/** MessageBird signs three lines. Older webhooks sign the sorted query, newer ones the URL. */
const byMessageBird: Proof = (secret, request) =>
  [new URLSearchParams(sorted(queryOf(request.url))).toString(), request.url].some((second) =>
    hmac(({ header, body }) => [`${header('MessageBird-Request-Timestamp')}\n${second}\n`, sha256(body)])(
      secret,
      request,
    ),
  )

/** By header in lower case, or by the place in the body. */
export const vendorProofs: Readonly<Record<string, Proof>> = {
  'messagebird-signature': byMessageBird,
  'messagebird-signature-jwt': byJwt,
  'x-mandrill-signature': hmac(
    ({ url, body }) => [url, sorted(body.toString('utf8')).flat().join('')],
    'sha1',
  ),
  'event-signature': (secret, request) =>
    request.value.split(',').some((item) => {
      const [, digest, value = ''] = /^ *\d+\/(SHA256|SHA512)\/([0-9a-f]+)$/i.exec(item) ?? []
      const name = digest?.toLowerCase() === 'sha512' ? 'sha512' : 'sha256'
      return hmac(({ body }) => [body], name)(secret, { ...request, value })
    }),
  'x-anet-signature': (secret, request) =>
    hmac(({ body }) => [body], 'sha512')(secret, { ...request, value: request.value.toLowerCase() }),
  'x-patreon-signature': hmac(({ body }) => [body], 'md5'),
  'recurly-signature': (secret, request) => {
    const [time = '', ...values] = request.value.split(',')
    return values.some((value) =>
      hmac(({ body }) => [`${time}.`, body])(secret, { ...request, value: value.trim() }),
    )
  },
  'x-signature-sha256': signed(({ body }) => [body]),
  'fireblocks-signature': signed(({ body }) => [body], 'sha512'),
  'kick-event-signature': signed(({ header, body }) => [
    `${header('Kick-Event-Message-Id')}.${header('Kick-Event-Message-Timestamp')}.`,
    body,
  ]),
  'x-hubspot-signature-v3': hmac(({ method, url, body, header }) => [
    `${method}${url.replaceAll(hubspotEscapes, decodeURIComponent)}`,
    body,
    header('X-HubSpot-Request-Timestamp'),
  ]),
  // The parent signature is made with the key of the account above a subaccount.
  'signature.signature': (secret, request) => {
    const { fields } = request
    const of = typeof fields.signature === 'string' ? fields : within(fields.signature)
    return [of.signature, of['parent-signature']].some(
      (value) =>
        typeof value === 'string' &&
        hmac(() => [`${of.timestamp}${of.token}`])(secret, { ...request, value }),
    )
  },
  'event.event_hash': hmac(({ fields }) => {
    const { event_time, event_type } = within(fields.event)
    return [`${event_time}${event_type}`]
  }),
  passcode: (secret, { value }) => value === secret,
  verification_token: (secret, { value }) => value === secret,
  'value[].clientState': (secret, { value }) => value === secret,
}
