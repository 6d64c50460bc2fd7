import type { Case } from './cases.ts'
import type { Webhook } from './independent.ts'

type Pairs = [string, string][]

/** What the cases of a scheme are made with. */
interface Making {
  scheme: string
  /** Unix seconds. */
  now: number
  otherSecret: string
  made(name: string, status: number, over?: Partial<Webhook>, bend?: (headers: Pairs) => Pairs): Case
  /** The header that holds the signature, and what stands between its items. */
  header: string
  between: string | undefined
}

/** Schemes whose signature is hex, and those that write the time as a number. */
const inHex = [
  'platform',
  'stripe',
  'github',
  'slack',
  'paddle',
  'zoom',
  'increase-legacy',
  'discord',
  'workos',
  'odd-letters',
]
const inSeconds = [
  'standard-webhooks',
  'standard-webhooks-ed25519',
  'svix',
  'platform',
  'stripe',
  'slack',
  'paddle',
  'zoom',
  'custom',
  'discord',
  'telnyx',
  'ed25519-in-base64url',
  'odd-letters',
]
/** Schemes whose signature ends in the padding of base64. */
const padded = [
  'standard-webhooks',
  'standard-webhooks-ed25519',
  'svix',
  'shopify',
  'square',
  'twilio',
  'adyen',
  'telnyx',
  'zendesk',
  'http-message-signatures',
]
/** Schemes that sign the text of a header. */
const signText = [
  'standard-webhooks',
  'standard-webhooks-ed25519',
  'svix',
  'http-message-signatures',
  'custom',
]

/** Requests that nobody sends by mistake: each was taken, refused or answered by a 500 wrongly in some language once. */
export function oddCases({ scheme, now, otherSecret, made, header, between }: Making): Case[] {
  const cases: Case[] = []
  const withValue = (change: (value: string) => string) => (headers: Pairs) =>
    headers.map(([name, value]): [string, string] => [name, name === header ? change(value) : value])
  if (signText.includes(scheme)) cases.push(made('an id that is not ASCII', 200, { id: 'evt_é€' }))
  if (inSeconds.includes(scheme))
    for (const written of [`+${now}`, `-${now}`, `${now}.5`, `${now}_0`, '0x10', 'NaN', '1'.repeat(16)])
      cases.push(made(`signed at ${written}`, 400, { written }))
  if (scheme === 'workos')
    for (const written of [String(now), `+${now}000`, `${now}000.5`, '1'.repeat(16)])
      cases.push(made(`signed at ${written}`, 400, { written }))
  if (scheme === 'increase-legacy') {
    const day = new Date(now * 1000).toISOString()
    for (const written of [day.slice(0, 19), day.slice(0, 10), 'now', String(now)])
      cases.push(made(`signed at ${written}`, 400, { written }))
    cases.push(made('signed at a time with a zone', 200, { written: `${day.slice(0, 19)}+00:00` }))
    cases.push(made('signed at a time with a fraction', 200, { written: `${day.slice(0, 19)}.5Z` }))
  }
  if (inHex.includes(scheme))
    cases.push(
      made(
        'hex in upper case',
        401,
        {},
        withValue((value) => value.replace(/[0-9a-f]{64}/g, (hex) => hex.toUpperCase())),
      ),
    )
  if (padded.includes(scheme))
    cases.push(
      made(
        'base64 without its padding',
        401,
        {},
        withValue((value) => value.replace(/=+(:?)$/, '$1')),
      ),
      made(
        'the same bytes in another base64',
        401,
        {},
        withValue((value) => value.replace(/(\S)(=+:?)$/, otherBits)),
      ),
    )
  // Servers join them by a comma, with a space after it or without.
  if (between === ',' || between === ';') {
    const others = made('', 0, { secret: otherSecret }).headers.filter(([name]) => name === header)
    cases.push(
      made('two headers with a signature each, the right one last', 200, {}, (headers) =>
        headers.flatMap((pair) => (pair[0] === header ? [...others, pair] : [pair])),
      ),
    )
  }
  if (scheme === 'basic')
    cases.push(made('a password with more behind a NUL', 401, {}, withValue(moreBehindNul)))
  if (scheme === 'plaid') {
    for (const iat of [String(now), now + 0.5, null, [now], 1e20])
      cases.push(made(`signed at ${JSON.stringify(iat)}`, 400, { claims: { iat } }))
    cases.push(
      made('signed at no time', 400, { claims: {} }),
      made('another digest', 401, { claims: { iat: now, request_body_sha256: '0'.repeat(64) } }),
      made(
        'a fourth part',
        400,
        {},
        withValue((value) => `${value}.x`),
      ),
    )
  }
  if (scheme === 'http-message-signatures')
    cases.push(
      made('what is covered is not there', 401, { alsoCovered: ' "x-none"' }),
      made('what is covered is empty', 200, { alsoCovered: ' "x-empty"' }, (pairs) => [
        ...pairs,
        ['X-Empty', ''],
      ]),
      made("a name that is no header's", 401, { alsoCovered: ' "a b"' }),
      made('signed at half a second', 401, { written: `${now}.5` }),
      made('a parameter within another', 200, { furtherParameters: ';nonce="a;created=1;expires=1"' }),
      made('another signature before it, in headers of its own', 200, {}, (headers) =>
        headers.flatMap((pair): Pairs => {
          if (pair[0] === 'Signature-Input') return [[pair[0], 'a=("@method");created=1'], pair]
          return pair[0] === 'Signature' ? [[pair[0], 'a=:AAAA:'], pair] : [pair]
        }),
      ),
    )
  if (scheme === 'twilio')
    for (const [name, body] of Object.entries(forms))
      cases.push(
        made(`a form with ${name}`, 200, {
          contentType: 'application/x-www-form-urlencoded',
          body: Buffer.from(body),
        }),
      )
  return cases
}

/** Forms whose fields a language read, sorted or left out otherwise than the others. */
const forms = {
  'numbers in one name': 'Digits=9&Digits=10',
  'fields that run together alike': 'ab=c&a=bc',
  'a semicolon': 'a;b=1;c=2',
  'an equals sign in a value': 'a=b=c',
  'names in upper and lower case': 'a=1&A=2',
  'nothing but a name': 'b&a=',
}

const moreBehindNul = (value: string) => {
  const credentials = Buffer.from(value.slice('Basic '.length), 'base64')
  return `Basic ${Buffer.concat([credentials, Buffer.from('\0more')]).toString('base64')}`
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The last letter before the padding has bits that stand for nothing. */
const otherBits = (_: string, last: string, padding: string) =>
  `${letters[letters.indexOf(last) ^ 1]}${padding}`
