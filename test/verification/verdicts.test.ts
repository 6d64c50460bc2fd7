import { expect, test } from 'vitest'
import { ownedBy } from '../helpers/owned-by.ts'
import { causesIn, judge, otherSecret, secret, signed, signedAt, without, withValue } from './world.ts'

test('what is signed with the secret known here is verified, and the verdict says whose secret it was', () => {
  expect(judge(signed())).toMatchObject({
    result: 'verified',
    scheme: 'standard-webhooks',
    secret_of: ownedBy('subscription s1'),
    signed_at: '2023-11-14T22:13:20.000000Z',
    causes: [],
  })
})

test('a request without a header of any scheme is unsigned', () => {
  const verdict = judge([['content-type', 'application/json']])
  expect(verdict).toMatchObject({ result: 'unsigned', scheme: null, causes: [] })
  expect(verdict.hint).toBeTruthy()
})

test('where a scheme is set, a request without its header is unsigned and told which one is missing', () => {
  const verdict = judge([], { scheme: 'platform' })
  expect(verdict).toMatchObject({ result: 'unsigned', reason: 'The header Signature is missing.' })
  expect(causesIn(verdict)).toEqual(['missing_header'])
  // In the same words, so that it is told once.
  expect(verdict.causes[0]?.detail).toBe(verdict.reason)
})

test.each(['webhook-id', 'webhook-timestamp'])('without %s it fails for a missing header', (name) => {
  const verdict = judge(without(signed(), name))
  expect(verdict.result).toBe('failed')
  expect(causesIn(verdict)).toEqual(['missing_header'])
  expect(verdict.reason).toContain(name)
  expect(verdict.causes[0]?.fix).toContain(name)
})

test('each missing header is reported', () => {
  expect(causesIn(judge(without(without(signed(), 'webhook-id'), 'webhook-timestamp')))).toEqual([
    'missing_header',
    'missing_header',
  ])
})

test.each([
  ['webhook-timestamp', 'yesterday'],
  ['webhook-timestamp', '1600000000.5'],
  ['webhook-timestamp', '-1'],
  ['webhook-timestamp', '1'.repeat(16)],
  ['webhook-signature', 'v1'],
  ['webhook-signature', 'v9,abc'],
  ['webhook-signature', 'v1,'],
  ['webhook-signature', ''],
  ['webhook-signature', '__proto__,abc'],
])('%s: %j fails as malformed', (name, value) => {
  const verdict = judge(withValue(signed(), name, value))
  expect(verdict.result).toBe('failed')
  expect(causesIn(verdict)).toContain('malformed_header')
  expect(verdict.causes[0]?.detail).toContain(name)
})

test.each(['t=abc,v2=00', 'v2=00', 't=1700000000', 'nonsense'])(
  'the platform header %j is malformed or lacks a part',
  (value) => {
    const verdict = judge([['Signature', value]])
    expect(verdict.result).toBe('failed')
    expect(['missing_header', 'malformed_header']).toContain(causesIn(verdict)[0])
  },
)

test('a signature of the right secret that is too old is stale', () => {
  const verdict = judge(signed(), { now: (signedAt + 301) * 1_000_000 })
  expect(verdict).toMatchObject({ result: 'failed', secret_of: ownedBy('subscription s1') })
  expect(causesIn(verdict)).toEqual(['stale'])
  expect(verdict.reason).toContain('301 s')
})

test('a signature of the right secret from too far ahead is of the future', () => {
  expect(causesIn(judge(signed(), { now: (signedAt - 301) * 1_000_000 }))).toEqual(['future'])
})

test.each([-300, 300])('%d s is within the tolerance', (age) => {
  expect(judge(signed(), { now: (signedAt + age) * 1_000_000 }).result).toBe('verified')
})

test('a scheme without a limit is never stale', () => {
  expect(judge(signed({ scheme: 'platform' }), { now: (signedAt + 86_400) * 1_000_000 }).result).toBe(
    'verified',
  )
})

test('a wrong signature is not called stale, however old it is', () => {
  const verdict = judge(signed({ secret: otherSecret }), { now: (signedAt + 9999) * 1_000_000 })
  expect(verdict.result).toBe('failed')
  expect(causesIn(verdict)).toEqual([])
})

test('signed, but with no secret known here: unknown_secret', () => {
  const verdict = judge(signed(), { secrets: [] })
  expect(verdict).toMatchObject({ result: 'unknown_secret', causes: [], secret_of: null, expected: null })
})

test('where no secret is set, another that is known counts', () => {
  const verdict = judge(signed(), { secrets: [], otherSecrets: [{ of: ownedBy('subscription s2'), secret }] })
  expect(verdict).toMatchObject({ result: 'verified', secret_of: ownedBy('subscription s2') })
})

test('one that counts elsewhere alone tells whose it is, and verifies nothing', () => {
  const known = { of: ownedBy('other'), secret, elsewhere: true }
  const verdict = judge(signed(), { secrets: [], otherSecrets: [known] })
  expect(verdict).toMatchObject({ result: 'unknown_secret', secret_of: ownedBy('other'), expected: null })
  expect(verdict.reason).toBe(
    'The request is signed with the secret of endpoint other, which is not valid here.',
  )
})

test('a verdict never holds the secret', () => {
  const told = JSON.stringify([
    judge(signed()),
    judge(signed({ secret: otherSecret }), { otherSecrets: [{ of: ownedBy('s2'), secret: otherSecret }] }),
  ])
  expect(told).not.toContain(secret.slice(6))
  expect(told).not.toContain(otherSecret.slice(6))
})

test('one fitting signature among several is enough, wherever it stands', () => {
  const [, , pair] = signed()
  const right = pair?.[1] ?? ''
  for (const value of [`v1,AAAA ${right}`, `${right} v1,AAAA`, `v1a,AAAA ${right} v2,x`]) {
    expect(judge(withValue(signed(), 'webhook-signature', value)).result).toBe('verified')
  }
  expect(judge(withValue(signed(), 'webhook-signature', 'v1,AAAA v1,BBBB')).result).toBe('failed')
})

test('one of the two signatures of the platform is enough', () => {
  const value = signed({ scheme: 'platform' })[1]?.[1] ?? ''
  const [t, v1, v2] = value.split(',')
  expect(judge([['Signature', `${t},${v1}`]]).result).toBe('verified')
  expect(judge([['Signature', `${t},${v2}`]]).result).toBe('verified')
  expect(judge([['signature', `${t}, ${v2}`]]).result).toBe('verified')
  expect(judge([['Signature', `${t},v1=00,v2=00`]]).result).toBe('failed')
})

test('a verdict shows what was signed, what was expected and what came', () => {
  const verdict = judge(signed({ secret: otherSecret }))
  expect(verdict.signed_content).toBe('evt_1.1700000000.{"event":"card.created","n":1.50}')
  expect(verdict.expected).toBe(signed()[2]?.[1])
  expect(verdict.received).toBe(signed({ secret: otherSecret })[2]?.[1])
})

test('a body of bytes that are no text is verified, its content not shown', () => {
  const bytes = Buffer.from([0xff, 0x00, 0xfe])
  expect(judge(signed({ body: bytes }), { body: bytes })).toMatchObject({
    result: 'verified',
    signed_content: null,
  })
})

test.each(['basic', 'BASIC', 'Basic'])(
  'a password under the word %s is judged as any, whatever its case',
  (word) => {
    const rewritten = (over: { secret?: string }) => {
      const headers = signed({ scheme: 'basic', ...over })
      return withValue(headers, 'Authorization', (headers[1]?.[1] ?? '').replace('Basic', word))
    }
    expect(judge(rewritten({}), { scheme: 'basic' }).result).toBe('verified')
    expect(judge(rewritten({})).result).toBe('verified')
    const wrong = judge(rewritten({ secret: otherSecret }), { scheme: 'basic' })
    expect(wrong).toEqual(judge(signed({ scheme: 'basic', secret: otherSecret }), { scheme: 'basic' }))
    expect(wrong).toMatchObject({ result: 'failed', causes: [] })
  },
)
