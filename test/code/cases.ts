import { queryOf, signers, type Webhook } from './independent.ts'
import { oddCases } from './odd-cases.ts'

/** A request to a receiver, and what it must answer. */
export interface Case {
  name: string
  status: number
  headers: [string, string][]
  /** With its question mark. */
  query: string
  body: Buffer
}

export const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const otherSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
/** What the sender calls the receiver, whatever its port. */
export const url = 'https://receiver.example/webhooks'

const json = Buffer.from('{"event":"card.created","amount":1.50,"name":"Zoë"}')
const changed = Buffer.from(json)
changed[changed.length - 2] = 0x27

/** The header that holds the signature, and what stands between its items. */
const signatureHeaders: Record<string, { name: string; between?: string; prefix?: string }> = {
  'standard-webhooks': { name: 'webhook-signature', between: ' ', prefix: 'v1,' },
  'standard-webhooks-ed25519': { name: 'webhook-signature', between: ' ', prefix: 'v1a,' },
  svix: { name: 'svix-signature', between: ' ', prefix: 'v1,' },
  platform: { name: 'Signature', between: ',', prefix: 'v2=' },
  stripe: { name: 'Stripe-Signature', between: ',', prefix: 'v1=' },
  github: { name: 'X-Hub-Signature-256', prefix: 'sha256=' },
  slack: { name: 'X-Slack-Signature', prefix: 'v0=' },
  shopify: { name: 'X-Shopify-Hmac-Sha256' },
  paddle: { name: 'Paddle-Signature', between: ';', prefix: 'h1=' },
  zoom: { name: 'x-zm-signature', prefix: 'v0=' },
  square: { name: 'x-square-hmacsha256-signature' },
  twilio: { name: 'X-Twilio-Signature' },
  adyen: { name: 'hmacsignature' },
  plaid: { name: 'Plaid-Verification' },
  'increase-legacy': { name: 'Increase-Webhook-Signature', between: ',', prefix: 'v1=' },
  'http-message-signatures': { name: 'Signature' },
  basic: { name: 'Authorization' },
  custom: { name: 'X-Own-Signature', between: ',', prefix: 's=' },
  discord: { name: 'X-Signature-Ed25519' },
  telnyx: { name: 'telnyx-signature-ed25519' },
  'ed25519-in-base64url': { name: 'X-Sig' },
  workos: { name: 'WorkOS-Signature', between: ',', prefix: 'v1=' },
  zendesk: { name: 'X-Webhook-Signature' },
  'odd-letters': { name: 'X-Odd' },
}

/** How old a webhook may be by the schemes' documentation, and how far ahead. */
const limits: Record<string, { past: number; future?: number }> = {
  'standard-webhooks': { past: 300, future: 300 },
  'standard-webhooks-ed25519': { past: 300, future: 300 },
  svix: { past: 300, future: 300 },
  stripe: { past: 300 },
  slack: { past: 300, future: 300 },
  paddle: { past: 5 },
  plaid: { past: 300, future: 0 },
  'increase-legacy': { past: 300, future: 300 },
  'http-message-signatures': { past: 300, future: 300 },
  custom: { past: 600, future: 600 },
  discord: { past: 300, future: 300 },
  telnyx: { past: 300, future: 300 },
  'ed25519-in-base64url': { past: 300, future: 300 },
  workos: { past: 180, future: 180 },
  'odd-letters': { past: 300, future: 300 },
}

/** Schemes that limit the age and write the time as a number. */
const writtenSeconds = [
  'standard-webhooks',
  'standard-webhooks-ed25519',
  'svix',
  'stripe',
  'slack',
  'paddle',
  'custom',
  'discord',
  'telnyx',
  'ed25519-in-base64url',
  'workos',
  'odd-letters',
]

/**
 * What a receiver of a scheme must take and refuse.
 * @param now Unix seconds
 */
export function casesOf(scheme: string, now: number): Case[] {
  const sign = signers[scheme] ?? (() => [])
  const webhook: Webhook = { secret, id: 'evt_1', at: now, body: json, url, contentType: 'application/json' }
  const made = (
    name: string,
    status: number,
    over: Partial<Webhook> = {},
    bend: (headers: [string, string][]) => [string, string][] = (headers) => headers,
  ): Case => {
    const sent = { ...webhook, ...over }
    const headers: [string, string][] = [['Content-Type', sent.contentType], ...bend(sign(sent))]
    return { name, status, headers, query: queryOf(scheme, sent), body: sent.body }
  }
  const { name: header = '', between, prefix = '' } = signatureHeaders[scheme] ?? {}
  const withValue = (change: (value: string) => string) => (headers: [string, string][]) =>
    headers.map(([name, value]): [string, string] => [name, name === header ? change(value) : value])

  // Of a JWT's 86 characters two, which leaves base64 behind: what does not, some libraries call malformed.
  const cut = scheme === 'plaid' ? /.{2}()$/ : /.{3}(:?)$/
  const cases = [
    made('right', 200),
    made('names of headers in lower case', 200, {}, (pairs) =>
      pairs.map(([name, value]) => [name.toLowerCase(), value]),
    ),
    made('names of headers in upper case', 200, {}, (pairs) =>
      pairs.map(([name, value]) => [name.toUpperCase(), value]),
    ),
    made('an empty body', 200, { body: Buffer.alloc(0) }),
    made('bytes that are no text', 200, {
      body: Buffer.from([0, 0xff, 0xfe, 10, 13]),
      contentType: 'application/octet-stream',
    }),
  ]
  if (scheme === 'none') return cases

  const wrong = scheme === 'basic' ? 200 : 401
  cases.push(
    { ...made('a body changed by one byte', wrong), body: changed },
    { ...made('a body gone', wrong), body: Buffer.alloc(0) },
    made('another secret', 401, { secret: otherSecret }),
    made('no signature', 400, {}, (pairs) => pairs.filter(([name]) => name !== header)),
    made(
      'a cut signature',
      401,
      {},
      withValue((value) => value.replace(cut, '$1')),
    ),
    made(
      'a signature that is none',
      prefix === '' && scheme !== 'plaid' ? 401 : 400,
      {},
      withValue(() => (scheme === 'basic' ? 'Basic Z2FyOmJhZ2U=' : 'garbage')),
    ),
  )
  if (between !== undefined) {
    const others = sign({ ...webhook, secret: otherSecret }).find(([name]) => name === header)?.[1] ?? ''
    const other = others.slice(others.lastIndexOf(prefix))
    cases.push(
      made(
        'two signatures, the right one first',
        200,
        {},
        withValue((value) => `${value}${between}${other}`),
      ),
      made(
        'two signatures, the right one last',
        200,
        {},
        withValue((value) => {
          const at = value.lastIndexOf(prefix)
          return `${value.slice(0, at)}${other}${between}${value.slice(at)}`
        }),
      ),
      made(
        'two signatures, both wrong',
        401,
        { secret: otherSecret },
        withValue((value) => `${value}${between}${other}`),
      ),
    )
  }
  const limit = limits[scheme]
  if (limit) {
    cases.push(made('signed too long ago', 401, { at: now - limit.past - 30 }))
    cases.push(made('signed an hour ahead', limit.future === undefined ? 200 : 401, { at: now + 3600 }))
  }
  if (writtenSeconds.includes(scheme))
    cases.push(made('signed at a time of 400 digits', 400, { at: 10n ** 400n - 1n }))
  if (scheme === 'basic')
    cases.push(
      made(
        'the word before the password in lower case',
        200,
        {},
        withValue((value) => value.replace('Basic', 'basic')),
      ),
      made(
        'another word before the password',
        401,
        {},
        withValue((value) => value.replace('Basic', 'Basis')),
      ),
    )
  if (scheme === 'http-message-signatures')
    cases.push(
      made('a digest by SHA-512', 200, { digests: ['sha512'] }),
      made('digests by both', 200, { digests: ['sha512', 'sha256'] }),
      made('no digest', 401, { digests: [] }),
      { ...made('a body changed, the digest by SHA-512', 401, { digests: ['sha512'] }), body: changed },
      made('digests by both, the second wrong', 401, { digests: ['sha256'] }, (pairs) =>
        pairs.map(([name, value]) => [name, name === 'Content-Digest' ? `${value}, sha-512=:AAAA:` : value]),
      ),
      made('a comma in the name of the key', 200, { keyId: 'a,b' }),
      made('a quote in the name of the key', 200, { keyId: String.raw`a\",b=(\"` }),
      made('a long name of the key', 200, { keyId: String.raw`\"`.repeat(6000) }),
      made('a component that is not known', 401, { alsoCovered: ' "@authority"' }),
    )
  if (scheme === 'twilio') {
    const form = {
      contentType: 'application/x-www-form-urlencoded',
      body: Buffer.from('To=%2B1&From=a+b&Body=hi'),
    }
    cases.push(made('the fields of a form', 200, form))
    cases.push({
      ...made('a form with another field', 401, form),
      body: Buffer.from('To=%2B2&From=a+b&Body=hi'),
    })
    cases.push({ ...made('a form that is no UTF-8', 401, form), body: Buffer.from('a=\xff', 'latin1') })
    cases.push({ ...made('a form with a % that nothing follows', 401, form), body: Buffer.from('a=%zz') })
    cases.push(made('a form in UTF-8', 200, { ...form, body: Buffer.from('Body=Zoë&From=%C3%A9') }))
  }
  return [...cases, ...oddCases({ scheme, now, otherSecret, made, header, between })]
}
