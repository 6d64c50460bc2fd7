import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { recipeWith } from '../../server/signing/options.ts'
import { sign } from '../../server/signing/sign.ts'
import { verify } from '../../server/verification/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { receive, recipes, send, type Way, ways } from './every-scheme.ts'
import { body, causesIn, judge, otherSecret, secret, signable, signed, signedAt, withValue } from './world.ts'

const wayOf = (name: string): Way => {
  const found = ways.find((way) => way.name === name)
  if (!found) throw new Error(`There is no way ${name}.`)
  return found
}
const judgeAt = (name: string, seconds: number) => {
  const way = wayOf(name)
  return verify(recipes, {
    ...send(way),
    secrets: [{ of: ownedBy('the receiver'), secret, recipe: way.recipe }],
    otherSecrets: [],
    now: (signedAt + seconds) * 1_000_000,
  })
}

describe('the scheme is recognised by the headers alone', () => {
  test.each(ways.filter(({ recipe }) => recipe.scheme !== 'custom'))('$name', (way) => {
    const known = { of: ownedBy('the receiver'), secret, recipe: way.recipe }
    const verdict = verify(recipes, {
      ...send(way),
      secrets: [known],
      otherSecrets: [],
      now: signedAt * 1_000_000,
    })
    expect(verdict).toMatchObject({ result: 'verified', scheme: way.scheme })
  })

  test('a Bearer of Authorization is no scheme, and Signature alone is the platform’s', () => {
    expect(judge([['Authorization', 'Bearer x']]).result).toBe('unsigned')
    expect(judge([['Signature', 'nonsense']]).scheme).toBe('platform')
    expect(
      judge([
        ['Signature', 'sig1=:AAAA:'],
        ['Signature-Input', 'sig1=("@method");created=1700000000'],
      ]).scheme,
    ).toBe('http-message-signatures')
  })
})

describe('age', () => {
  test.each([
    ['stripe', 300, 'verified'],
    ['stripe', 301, 'stale'],
    ['stripe', -4000, 'verified'],
    ['paddle', 6, 'stale'],
    ['paddle', -60, 'verified'],
    ['slack', -301, 'future'],
    ['plaid', 301, 'stale'],
    ['increase-legacy', 301, 'stale'],
    ['http-message-signatures', 301, 'stale'],
    ['github', 1e6, 'verified'],
    ['zoom', 1e6, 'verified'],
    ['basic', 1e6, 'verified'],
    ['custom', 601, 'stale'],
  ])('%s, %d s old: %s', (name, age, result) => {
    const verdict = judgeAt(name, age)
    expect(verdict.causes[0]?.cause ?? verdict.result).toBe(result)
  })
})

test('a secret that a rotation retired is reported as old', () => {
  const verdict = judge(signed({ secret: otherSecret }), {
    otherSecrets: [{ of: ownedBy('subscription s1'), secret: otherSecret, old: true }],
  })
  expect(causesIn(verdict)).toEqual(['old_secret'])
  expect(verdict.hint).toBe(verdict.causes[0]?.fix)
})

const mine = (content: string, key: string | Buffer, digest = 'sha256') =>
  createHmac(digest, key).update(content)
const key = Buffer.from(secret.slice(6), 'base64')
const standard = `evt_1.${signedAt}.${body}`
const right = mine(standard, key).digest('base64')

test.each([
  ['secret_prefix_kept', `v1,${mine(standard, Buffer.from(secret, 'base64')).digest('base64')}`],
  ['other_digest', `v1,${mine(standard, key, 'sha1').digest('base64')}`],
  ['other_digest', `v1,${mine(standard, key, 'sha512').digest('base64')}`],
  ['truncated', `v1,${right.slice(0, 20)}`],
  ['letter_case', `v1,${right.toUpperCase()}`],
  ['version_prefix_missing', right],
  ['other_timestamp', `v1,${mine(`evt_1.${signedAt - 2}.${body}`, key).digest('base64')}`],
  ['milliseconds', `v1,${mine(`evt_1.${signedAt}000.${body}`, key).digest('base64')}`],
  ['other_id', `v1,${mine(`.${signedAt}.${body}`, key).digest('base64')}`],
  ['other_scheme', `v1,${mine(`v0:${signedAt}:${body}`, secret).digest('hex')}`],
])('%s is reported', (cause, signature) => {
  const verdict = judge(withValue(signed(), 'webhook-signature', signature))
  expect(verdict.result).toBe('failed')
  expect(causesIn(verdict)[0]).toBe(cause)
})

test('upper-case hex, and a text key without its prefix, are reported if hex and text are right', () => {
  const stripe = (signature: string): HeaderPair[] => [['Stripe-Signature', `t=${signedAt},v1=${signature}`]]
  const content = `${signedAt}.${body}`
  expect(causesIn(judge(stripe(mine(content, secret).digest('hex').toUpperCase())))).toEqual(['letter_case'])
  expect(causesIn(judge(stripe(mine(content, secret.slice(6)).digest('hex'))))).toEqual([
    'secret_prefix_stripped',
  ])
  expect(causesIn(judge(stripe(mine(content, key).digest('hex'))))).toEqual(['secret_decoded'])
})

test.each(['square', 'twilio', 'http-message-signatures'])('%s tells the URL that was signed', (name) => {
  const way = wayOf(name)
  const sent = send(way)
  const other = sent.url.replace('https:', 'http:')
  const verdict = receive(way, { ...sent, url: other })
  expect([verdict.result, verdict.causes[0]?.cause]).toEqual(['failed', 'method_or_url'])
  expect(verdict.reason).toContain(sent.url)
})

test.each(['.', ':', '\n'])('a signed %j between parts without a separator is reported', (between) => {
  const way = wayOf('square')
  const sent = send(way)
  const signature = createHmac('sha256', secret).update(`${sent.url}${between}${body}`).digest('base64')
  const verdict = receive(way, { ...sent, headers: [['x-square-hmacsha256-signature', signature]] })
  expect(causesIn(verdict)).toEqual(['other_separator'])
})

test('a blank between items, which is passed over, is no cause beside a time that is malformed', () => {
  const time = '2023-11-14T22:13:20Z'
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const verdict = judge([['Signature', `t=${time}, v2=${signature}`]])
  expect(causesIn(verdict)).toEqual(['malformed_header'])
  expect(verdict.hint).toBe('Send Unix seconds with ten digits. The value is a date.')
})

const otherTimes: [time: string, said: string][] = [
  [`${signedAt}.734512`, ' without a fraction. In Python: int(time.time())'],
  [`${signedAt}000123`, ' with ten digits. The value is in microseconds'],
  ['yesterday', ''],
  [`${signedAt}000123456`, ' with ten digits. The value is in nanoseconds'],
]
test.each(sample(otherTimes.slice(0, 3), otherTimes))(
  'the time %j is explained as another form than Unix seconds',
  (time, said) => {
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    const verdict = judge([['Stripe-Signature', `t=${time},v1=${signature}`]])
    expect(causesIn(verdict)).toEqual(['malformed_header'])
    expect(verdict.hint).toBe(`Send Unix seconds${said}.`)
  },
)

test('a scheme that signs the URL asks for it', () => {
  const way = wayOf('square')
  const verdict = receive(way, { ...send(way), url: '' })
  expect([verdict.result, verdict.causes[0]?.cause]).toEqual(['failed', 'method_or_url'])
})

test.each(['plaid', 'http-message-signatures', 'twilio'])(
  '%s tells a body that does not fit the digest covered',
  (name) => {
    const way = wayOf(name)
    const verdict = receive(way, { ...send(way), body: Buffer.from('{}') })
    expect([verdict.result, verdict.causes[0]?.cause]).toEqual(['failed', 'body_digest'])
  },
)

test('a header that a message signature covers and that is not there is named', () => {
  const way = wayOf('http-message-signatures')
  const sent = send(way)
  const headers = sent.headers.filter(([name]) => name !== 'Content-Digest')
  const verdict = receive(way, { ...sent, headers })
  expect(verdict.causes).toMatchObject([{ cause: 'missing_header', detail: 'content-digest is missing.' }])
})

test('a password is neither told as received nor as expected', () => {
  const way = wayOf('basic')
  const told = JSON.stringify([receive(way, send(way)), receive(way, send(way), otherSecret)])
  for (const one of [secret, otherSecret])
    for (const text of [one, Buffer.from(`webhook:${one}`).toString('base64')])
      expect(told).not.toContain(text)
})

test('the scheme none, and custom without a recipe, have nothing to verify', () => {
  for (const scheme of ['none', 'custom'] as const) {
    const verdict = judge([['webhook-id', 'evt_1']], { scheme })
    expect(verdict).toMatchObject({ result: 'unsigned', reason: `The scheme ${scheme} signs nothing.` })
  }
})

test('of several subscriptions with options of their own, each is verified by its own', () => {
  const [a, b] = [{ header: 'X-A' }, { header: 'X-B' }].map((options) =>
    recipeWith(recipes, 'platform', options),
  )
  const secrets = [
    { of: ownedBy('a'), secret, recipe: a },
    { of: ownedBy('b'), secret: otherSecret, recipe: b },
  ]
  const headers = b ? sign(b, [otherSecret], signable()) : []
  expect(judge(headers, { secrets })).toMatchObject({
    result: 'verified',
    scheme: 'platform',
    secret_of: ownedBy('b'),
  })
})

test('among recipes with the same signature header, the recipe of the signature counts', () => {
  const [a, b] = ['X-A-Id', 'X-B-Id'].map((name) =>
    recipeWith(recipes, 'custom', {
      headers: { [name]: '{id}', 'X-Sig': 't={ts},s={signature}' },
      signs: `${name}.{id}.{ts}.{body}`,
    }),
  )
  const secrets = [
    { of: ownedBy('a'), secret, recipe: a },
    { of: ownedBy('b'), secret: otherSecret, recipe: b },
  ]
  const headers = b ? sign(b, [otherSecret], signable()) : []
  const verified = {
    result: 'verified',
    secret_of: ownedBy('b'),
    signed_content: `X-B-Id.evt_1.${signedAt}.${body}`,
  }
  expect(judge(headers, { secrets })).toMatchObject(verified)
  // With all that the first needs.
  expect(judge([...headers, ['X-A-Id', 'evt_1']], { secrets })).toMatchObject(verified)
})

test('a signature in another writing of the same base64 is another text', () => {
  const way = wayOf('standard-webhooks-ed25519')
  const sent = send(way)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  // The last letter before the padding holds four bits that decode to nothing.
  const headers = sent.headers.map(
    ([name, value]): HeaderPair => [
      name,
      value.replace(/.(?===$)/, (letter) => letters[letters.indexOf(letter) + 1] ?? ''),
    ],
  )
  expect(headers).not.toEqual(sent.headers)
  expect(receive(way, { ...sent, headers }).result).toBe('failed')
})
