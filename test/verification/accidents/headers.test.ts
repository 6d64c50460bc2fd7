import { expect, test } from 'vitest'
import type { SchemeName } from '../../../server/signing/recipes.ts'
import { sign } from '../../../server/signing/sign.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { endsOnLarge } from '../../helpers/large.ts'
import { sample } from '../../helpers/long.ts'
import { recipes } from '../../helpers/recipes.ts'
import { receive, send, ways } from '../every-scheme.ts'
import { body, judge, secret, signable, signed, signedAt } from '../world.ts'
import { all, content, hmac, id, standard } from './sender.ts'

const bodies = Array.from({ length: 100 }, (_, i) => `{"n":${i}}`)
const plus = bodies.find((one) => hmac(content(one)).digest('base64').includes('+')) ?? ''
const value = hmac(content(plus)).digest('base64')

test.each([
  ['header_changed', `v1,${value.replaceAll('+', ' ')}`],
  ['header_changed', `"v1,${value}"`],
  ['letter_case', `V1,${value}`],
  ['header_changed', encodeURIComponent(`v1,${value}`)],
  ['header_changed', `v1=${value}`],
  ['header_changed', `v1,b'${value}'`],
  ['header_changed', `b'v1,${value}'`],
  ['header_changed', `v1,"${value}"`],
  ['version_prefix_missing', value],
  ['version_prefix_wrong', `v2,${value}`],
])('%s: %j', (cause, raw) => {
  const verdict = judge(standard(raw), { body: plus })
  expect(verdict.result).toBe('failed')
  expect(all(verdict)).toEqual([cause])
})

test('a version in upper case is reported with its actual and its right form', () => {
  const [cause] = judge(standard(`V1,${value}`), { body: plus }).causes
  expect(cause).toMatchObject({
    detail: 'webhook-signature has upper-case letters instead of lower-case letters.',
    expected: `v1,${value}`,
    received: `V1,${value}`,
    fix: 'Write v1,<signature>.',
  })
})

test('an id and a timestamp that were sent twice', () => {
  const right = signed()
  for (const name of ['webhook-id', 'webhook-timestamp']) {
    const again = right.filter(([header]) => header === name)
    expect(all(judge([...right, ...again]))).toEqual(['header_repeated'])
  }
})

test('a header that was sent once holds several values, and was not sent twice', () => {
  const of = (name: string, text: (value: string) => string) =>
    judge(signed().map(([header, value]) => [header, header === name ? text(value) : value]))
  for (const verdict of [
    of('webhook-signature', (value) => `v1,${'A'.repeat(43)}=,${value}`),
    of('webhook-id', (value) => `${value}, other`),
  ]) {
    expect(all(verdict)).toEqual(['header_repeated'])
    expect(verdict.causes[0]?.detail).toMatch('contains several values joined by a comma')
  }
  const twice = judge([...signed(), ...signed().slice(0, 1)])
  expect(twice.causes[0]?.detail).toMatch('was sent more than once')
})

test.each(['Tue, 14 Nov 2023 22:13:20 GMT', '11/14/2023, 10:13:20 PM'])(
  'the comma of a date stands between no two timestamps: %s',
  (date) => {
    const dated = `{"occurred_at":${signedAt}}`
    const headers = standard(`v1,${hmac(content(dated)).digest('base64')}`, { 'webhook-timestamp': date })
    expect(judge(headers, { body: dated }).causes).toMatchObject([
      { cause: 'timestamp_format', expected: String(signedAt), received: date },
    ])
  },
)

test('the signature of github that was sent twice, and under the name of SHA-1', () => {
  const hex = hmac(body, secret).digest('hex')
  const of = (text: string) => all(judge([['X-Hub-Signature-256', text]]))
  expect(of(`sha256=${hex}, sha256=${hex}`)).toEqual(['header_repeated'])
  expect(of(`sha1=${hex}`)).toEqual(['version_prefix_wrong'])
  expect(of(hex)).toEqual(['version_prefix_missing'])
})

test("a header that was split at its comma is joined again, although only one part holds Stripe's signature", () => {
  const parts = [`t=${signedAt}`, `v1=${hmac(`${signedAt}.${body}`, secret).digest('hex')}`]
  for (const sent of [parts, parts.toReversed()]) {
    const verdict = judge(sent.map((part): HeaderPair => ['Stripe-Signature', part]))
    expect(all(verdict)).toEqual(['header_repeated'])
    expect(verdict.causes[0]?.detail).toMatch('was split at its comma into 2 headers')
  }
})

test.each(['SHA2-256(stdin)= ', '(stdin)= ', 'HMAC-SHA256(body.json)= '])(
  'what openssl prints before a digest: %j',
  (printed) => {
    const hex = hmac(body, secret).digest('hex')
    const verdict = judge([['X-Hub-Signature-256', `sha256=${printed}${hex}`]])
    expect(all(verdict)).toEqual(['header_changed'])
    expect(verdict.hint).toContain('openssl')
    expect(all(judge([['X-Hub-Signature-256', `sha256=${hex}  -`]]))).toEqual(['header_changed'])
    const ofStripe = hmac(`${signedAt}.${body}`, secret).digest('hex')
    expect(all(judge([['Stripe-Signature', `t=${signedAt},v1=${printed}${ofStripe}`]]))).toEqual([
      'header_changed',
    ])
  },
)

test.each([
  ['stripe', ','],
  ['paddle', ';'],
] as const)('what the library of %s would not read', (scheme, between) => {
  const [[name, value] = ['', '']] = signed({ scheme }).slice(-1)
  const judged = (text: string) => judge([[name, text]], { scheme })
  const blank = judged(value.replace(between, `${between} `))
  expect(all(blank)).toEqual(['header_changed'])
  expect(blank.causes[0]).toMatchObject({ detail: `${name} contains white space.`, expected: value })
  expect(judged(value.replace(between, ` ${between}`)).result).toBe('verified')

  const [time = ''] = value.split(between)
  expect(judged(`${time}${between}${value}`).result).toBe('verified')
  for (const text of [`${value}${between}${time}0`, `${time}0${between}${value}`])
    expect(judged(text).causes).toMatchObject([{ cause: 'malformed_header', expected: 'a single timestamp' }])
})

test.each([
  ['stripe', ',', ';'],
  ['paddle', ';', ','],
] as const)('the items of %s with another sign between them', (scheme, between, other) => {
  const [[name, value] = ['', '']] = signed({ scheme }).slice(-1)
  const verdict = judge([[name, value.replace(between, other)]], { scheme })
  expect(all(verdict)).toEqual(['header_changed'])
  expect(verdict.causes[0]).toMatchObject({
    detail: `${name} has another separator between its items than "${between}".`,
    expected: value,
  })
})

test.each([
  ['sha256=', ['version_prefix_wrong']],
  ['v1,', ['version_prefix_wrong']],
  ['HMAC-SHA256 ', ['version_prefix_wrong']],
  ['sha1=', ['other_digest'], 'sha1'],
])('%j before a signature that has no version', (before, causes, digest = 'sha256') => {
  const value = hmac(body, secret, digest).digest('base64')
  const verdict = judge([['X-Shopify-Hmac-Sha256', before + value]])
  expect(all(verdict)).toEqual(causes)
  if (digest === 'sha256')
    expect(verdict.causes[0]).toMatchObject({
      detail: `The signature is correct, but preceded by "${before}" in X-Shopify-Hmac-Sha256, which has no version prefix.`,
      fix: 'Write <signature>.',
    })
})

test.each([
  ['stripe', 't=', 'ts='],
  ['paddle', 'ts=', 't='],
] as const)('the time of %s under another name than %s', (scheme, right, other) => {
  const [[name, value] = ['', '']] = signed({ scheme }).slice(-1)
  const verdict = judge([[name, value.replace(right, other)]], { scheme })
  expect(all(verdict)).toEqual(['header_changed'])
  expect(verdict.reason).toBe(`${name} uses another name for the timestamp.`)
})

test('a header of many blanks is read in a time that grows with it, not with its square', () => {
  const blanks = ' '.repeat(1_000_000)
  endsOnLarge(() => {
    for (const text of [`v1=1,${blanks}x`, `v1=1,${blanks}t=`, `${'b\'"'}${blanks}`])
      expect(all(judge([['Stripe-Signature', text]]))).toContain('missing_header')
  })
})

test('a version of another scheme is reported together with another mistake', () => {
  const value = hmac(body, secret).digest('hex')
  expect(all(judge(standard(`sha256=${value}`)))).toEqual(['version_prefix_wrong', 'other_scheme'])
})

/** With headers under other names. */
const renamed = (headers: HeaderPair[], names: Record<string, string>) =>
  headers.map(([name, value]): HeaderPair => [names[name] ?? name, value])

test.each<[scheme: SchemeName, names: Record<string, string>, isSet: boolean, reason: string]>([
  [
    'standard-webhooks',
    { 'webhook-signature': 'X-Webhook-Signature' },
    false,
    'webhook-signature is missing, but x-webhook-signature contains the value.',
  ],
  [
    'standard-webhooks',
    {
      'webhook-id': 'webhook_id',
      'webhook-timestamp': 'webhook_timestamp',
      'webhook-signature': 'webhook_signature',
    },
    true,
    'webhook-signature, webhook-id, webhook-timestamp are missing, but webhook_signature, webhook_id, webhook_timestamp contain the values.',
  ],
  ['svix', { 'svix-id': 'X-Request-Id' }, false, 'svix-id is missing, but x-request-id contains the value.'],
  [
    'stripe',
    { 'Stripe-Signature': 'X-Signature' },
    true,
    'Stripe-Signature is missing, but x-signature contains the value.',
  ],
  [
    'shopify',
    { 'X-Shopify-Hmac-Sha256': 'X-Hmac' },
    true,
    'X-Shopify-Hmac-Sha256 is missing, but x-hmac contains the value.',
  ],
])('%s under other names: %j', (scheme, names, isSet, reason) => {
  const judged = (headers: HeaderPair[]) => judge(renamed(headers, names), isSet ? { scheme } : {})
  const verdict = judged([['X-Other-Signature', 'v1,AAAA'], ...signed({ scheme })])
  expect(all(verdict)).toEqual(['missing_header'])
  expect(verdict.reason).toBe(reason)
  expect(verdict.hint).toMatch(/^Send .+ as .+\.$/)
  // Of another body it holds nothing that belongs anywhere.
  if (sample(scheme === 'svix', true))
    expect(judged(signed({ scheme, body: '{"other":1}' })).reason).not.toMatch('contains the value')
})

test('a signature under another name with another mistake is reported with both', () => {
  const value = hmac(content(body)).digest('hex')
  const verdict = judge(renamed(standard(`v1,${value}`), { 'webhook-signature': 'X-Signature' }))
  expect(verdict.result).toBe('unsigned')
  expect(all(verdict)).toEqual(['missing_header', 'hex_for_base64'])
})

test('a time with a zero before it is none, since libraries sign the number that they read', () => {
  for (const scheme of ['standard-webhooks', 'stripe', 'slack'] as const) {
    const headers = sign(recipes[scheme], [secret], signable({ timestamp: `0${signedAt}` }))
    expect(all(judge(headers, { scheme }))).toEqual(['malformed_header'])
  }
})

test('a content type that a proxy completed, where the signature covers it', () => {
  const input = '("@method" "content-type");created=1700000000;keyid="k"'
  const base = `"@method": POST\n"content-type": application/json\n"@signature-params": ${input}`
  const key = Buffer.from(secret.slice(6), 'base64')
  const verdict = judge([
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Signature-Input', `sig1=${input}`],
    ['Signature', `sig1=:${hmac(base, key).digest('base64')}:`],
  ])
  expect(all(verdict)).toEqual(['header_changed'])
  expect(verdict.causes[0]).toMatchObject({
    expected: 'application/json',
    received: 'application/json; charset=utf-8',
  })
})

test('the versions of the platform under each other’s name', () => {
  const [, [, text = ''] = []] = sign(recipes.platform, [secret], signable())
  const [, v1 = '', v2 = ''] = /v1=(\w+),v2=(\w+)/.exec(text) ?? []
  expect(all(judge([['Signature', `t=${signedAt},v1=${v2}`]]))).toEqual(['version_prefix_wrong'])
  expect(all(judge([['Signature', `t=${signedAt},v2=${v1}`]]))).toEqual(['version_prefix_wrong'])
})

test('a rewritten body of an asymmetric scheme is reported', () => {
  for (const name of ['plaid', 'http-message-signatures', 'twilio', 'standard-webhooks-ed25519']) {
    const way = ways.find((one) => one.name === name)
    if (!way) throw new Error(name)
    const verdict = receive(way, { ...send(way, { body: '{"n":1}' }), body: Buffer.from('{"n":1}\n') })
    expect([name, ...all(verdict)]).toEqual([name, 'trailing_newline'])
  }
})

test('an id that came folded', () => {
  const text = hmac(`evt\r\n 1.${signedAt}.${body}`).digest('base64')
  expect(all(judge(standard(`v1,${text}`, { 'webhook-id': 'evt 1' })))).toEqual(['header_changed'])
  expect(id).toBe('evt_1')
})

test('the fix for a missing version contains no template placeholders', () => {
  const value = hmac(content(body)).digest('base64')
  const [cause] = judge(standard(value)).causes
  expect(cause).toMatchObject({
    cause: 'version_prefix_missing',
    expected: 'v1,<signature>',
    fix: 'Write v1,<signature>.',
  })
})
