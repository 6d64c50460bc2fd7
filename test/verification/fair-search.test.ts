import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { sign } from '../../server/signing/sign.ts'
import type { KnownSecret } from '../../server/verification/input.ts'
import { verify } from '../../server/verification/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { body, secret, signable, signedAt } from './world.ts'

/** Secrets that follow from their number. */
const secretOf = (n: number) =>
  `whsec_${createHash('sha256').update(`other ${n}`).digest('base64').slice(0, 32)}`
const others = (count: number): KnownSecret[] =>
  Array.from({ length: count }, (_, n) => ({
    of: { kind: 'subscription', id: `sub_${n}` },
    secret: secretOf(n),
  }))

const pretty = JSON.stringify(JSON.parse(body), null, 2)
const text = (value: string | Buffer) => Buffer.from(value as string)
const decoded = Buffer.from(secret.slice(6), 'base64')
const time = String(signedAt)

/** How each scheme signs, computed by node:crypto alone. */
const schemes = {
  'standard-webhooks': { key: decoded, wrong: text(secret), encoding: 'base64', start: `evt_1.${time}.` },
  stripe: { key: text(secret), wrong: decoded, encoding: 'hex', start: `${time}.` },
  github: { key: text(secret), wrong: decoded, encoding: 'hex', start: '' },
  shopify: { key: text(secret), wrong: decoded, encoding: 'base64', start: '' },
} as const
type Scheme = keyof typeof schemes

/** What each mistake signs: key, content and hash function. */
const mistakes: Record<
  string,
  (scheme: (typeof schemes)[Scheme]) => [key: Buffer, content: string, digest?: string]
> = {
  'another form of the key': ({ wrong, start }) => [wrong, start + body],
  'a newline after the secret': ({ start }) => [text(`${secret}\n`), start + body],
  'an empty key': ({ start }) => [text(''), start + body],
  'indented JSON': ({ key, start }) => [key, start + pretty],
  'a newline after the body': ({ key, start }) => [key, `${start + body}\n`],
  'an empty body': ({ key, start }) => [key, start],
  'the body as base64': ({ key, start }) => [key, start + text(body).toString('base64')],
  'another hash function': ({ key, start }) => [key, start + body, 'sha512'],
  'indented JSON with a newline after it': ({ key, start }) => [key, `${start + pretty}\n`],
  'another form of the key over indented JSON': ({ wrong, start }) => [wrong, start + pretty],
  'a key with a newline over JSON with a newline': ({ start }) => [text(`${secret}\n`), `${start + body}\n`],
  'another hash function over indented JSON': ({ key, start }) => [key, start + pretty, 'sha512'],
}

function wrong(scheme: Scheme, mistake: string): HeaderPair[] {
  const how = schemes[scheme]
  const [key, content, digest = 'sha256'] = mistakes[mistake]?.(how) ?? [how.key, body]
  const value = createHmac(digest, key).update(content).digest(how.encoding)
  const [right] = [
    createHmac('sha256', how.key)
      .update(how.start + body)
      .digest(how.encoding),
  ]
  return sign(recipes[scheme], [secret], signable()).map(([name, held]) => [name, held.replace(right, value)])
}

const causesOf = (headers: HeaderPair[], otherSecrets: KnownSecret[], scheme: Scheme) =>
  verify(recipes, {
    headers,
    body: Buffer.from(body),
    scheme,
    secrets: [{ of: ownedBy('the endpoint'), secret }],
    otherSecrets,
    now: signedAt * 1_000_000,
  }).causes.map(({ cause }) => cause)

const names = Object.keys(schemes) as Scheme[]
/** Each mistake with each scheme; in `npm test` with one of them, in turn. */
const table = Object.keys(mistakes).flatMap((mistake, at) => {
  const some = sample([names[at % names.length] as Scheme], names)
  return some.map((scheme) => [scheme, mistake] as const)
})

test.each(table)('%s, %s: the same causes alone and beside others', (scheme, mistake) => {
  const headers = wrong(scheme, mistake)
  const alone = causesOf(headers, [], scheme)
  expect(alone).not.toEqual([])
  expect(causesOf(headers, others(35), scheme)).toEqual(alone)
  expect(causesOf(headers, others(1000), scheme)).toEqual(alone)
})

const by = (n: number, content: string, form: 'text' | 'decoded' = 'decoded') => {
  const key = form === 'text' ? text(secretOf(n)) : Buffer.from(secretOf(n).slice(6), 'base64')
  const value = createHmac('sha256', key).update(`evt_1.${time}.${content}`).digest('base64')
  return sign(recipes['standard-webhooks'], [secret], signable()).map(
    ([name, held]): HeaderPair => [name, held.startsWith('v1,') ? `v1,${value}` : held],
  )
}

test.each([0, 34, 999, 9_999])('another secret is found among 10,000: number %i', (n) => {
  expect(causesOf(by(n, body), others(10_000), 'standard-webhooks')).toEqual(['other_secret'])
})

test.each<[said: string, causes: string[], headers: HeaderPair[]]>([
  ['as text', ['other_secret', 'secret_as_text'], by(30, body, 'text')],
  ['over indented JSON', ['other_secret', 'pretty_printed'], by(30, pretty)],
  ['without the timestamp', ['other_secret', 'timestamp_not_signed'], by(30, body)],
])('one of 35 other secrets, used %s', (said, causes, headers) => {
  const key = Buffer.from(secretOf(30).slice(6), 'base64')
  const bare = createHmac('sha256', key).update(`evt_1.${body}`).digest('base64')
  const sent = headers.map(
    ([name, held]): HeaderPair => [
      name,
      said === 'without the timestamp' && held.startsWith('v1,') ? `v1,${bare}` : held,
    ],
  )
  expect(causesOf(sent, others(35), 'standard-webhooks')).toEqual(causes)
})

test('a single mistake with the last of 36 valid secrets', () => {
  const valid = [...others(35), { of: ownedBy('the last'), secret }]
  const verdict = verify(recipes, {
    headers: wrong('standard-webhooks', 'another form of the key'),
    body: Buffer.from(body),
    secrets: valid,
    otherSecrets: [],
    now: signedAt * 1_000_000,
  })
  expect(verdict.causes.map(({ cause }) => cause)).toEqual(['secret_as_text'])
})
