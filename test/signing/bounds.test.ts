import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { formText } from '../../server/signing/address.ts'
import { ed25519Of } from '../../server/signing/key-pairs.ts'
import { pythonJson } from '../../server/signing/python-json.ts'
import { sign } from '../../server/signing/sign.ts'
import { countsOf } from '../../server/verification/accidents/work.ts'
import { endsOnLarge } from '../helpers/large.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { causesIn, judge, secret, signable, signedAt } from '../verification/world.ts'

/** A signature of nobody, for any body. */
const wrong: [string, string][] = [
  ['webhook-id', 'evt_1'],
  ['webhook-timestamp', String(signedAt)],
  ['webhook-signature', `v1,${Buffer.alloc(32, 7).toString('base64')}`],
]

const signedNull = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
  .update(`evt_1.${signedAt}.{"n":null}`)
  .digest('base64')

const nested = [
  ['objects', `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`],
  ['lists', '['.repeat(9000) + ']'.repeat(9000)],
] as const
// Lists are nested deeper where requests are captured.
test.each(nested.slice(0, sample(1, 2)))(
  'JSON of %s nested deeper than JSON.stringify follows is explained without a throw',
  (_, body) => {
    expect(judge(wrong, { body })).toMatchObject({ result: 'failed', causes: [], explained: true })
  },
)

test('a body of 100 KB is tried with more than its rewritings: what is signed, other values, other hashes', () => {
  const items = Array.from({ length: 1100 }, (_, i) => ({ id: `card_${i}`, amount: i * 1.5, name: 'José' }))
  const { tried } = judge(wrong, { body: JSON.stringify({ pad: 'a'.repeat(50_000), items }) })
  expect(tried?.recipes).toBeGreaterThan(40)
  expect(tried?.families).toContain('digests')
})

test('the fields of a form are sorted in a time that grows with them, not with their square', () => {
  const body = Buffer.from(Array.from({ length: 400_000 }, (_, i) => `f${i}=${i % 7}`).join('&'))
  endsOnLarge(() => {
    const text = formText({ body, contentType: 'application/x-www-form-urlencoded' })
    expect(text.startsWith('f00f11f103')).toBe(true)
  })
})

test.each([
  ['Signature-Input', 'aa'],
  ['Signature', 'aa'],
  ['Signature', 'A1'],
])(
  'a %s that is one long word of %s is read in a time that grows with it, not with its square',
  (name, letters) => {
    const headers: [string, string][] = [
      ['Signature-Input', 'sig1=("@method");created=1'],
      ['Signature', 'sig1=:AAAA:'],
    ]
    const others = headers.filter(([other]) => other !== name)
    endsOnLarge(() => {
      judge([...others, [name, letters.repeat(1_000_000)]], { scheme: 'http-message-signatures' })
    })
  },
)

const size = 1_000_000
/** A number with very many noughts in its middle. */
const number = `1${'0'.repeat(size)}1`

test.each<[said: string, explained: () => unknown]>([
  [
    'secret with = in the middle',
    () => judge(wrong, { secrets: [{ of: ownedBy('me'), secret: `${'='.repeat(size)}x` }] }),
  ],
  ['number with noughts in the middle', () => judge(wrong, { body: `{"n": ${number}}` })],
  [
    'number with noughts in the middle that became null',
    () =>
      judge([...wrong.slice(0, 2), ['webhook-signature', `v1,${signedNull}`]], { body: `{"n":${number}}` }),
  ],
])('a %s is looked at in a time that grows with it, not with its square', (_said, explained) =>
  endsOnLarge(explained),
)

test('a repeated key inside and out keeps its first place and its last value', () => {
  expect(pythonJson('{"a":{"b":1,"c":[],"b":{}},"d":"]","a":{"x":1,"x":[2,{"y":1,"y":2}]}}')).toBe(
    '{"a": {"x": [2, {"y": 2}]}, "d": "]"}',
  )
})

test('what is counted of a body is what its rewritings take time for', () => {
  expect(countsOf(Buffer.from('{"a": ["é", 1]}'))).toEqual({
    bytes: 16,
    letters: 2,
    tokens: 6,
    steps: 7,
    spaces: 2,
    deepest: 2,
    open: 0,
  })
  expect(countsOf(Buffer.from('{"a":[{"}')).open).toBe(3)
})

test('padding is mentioned only if padding is the difference', () => {
  const key = `whsk_${Buffer.alloc(32, 3).toString('base64')}`
  expect(ed25519Of(key)).toBeDefined()
  const headers = sign(recipes['standard-webhooks-ed25519'], [key], signable())
  const told = (rewrite: (value: string) => string) =>
    causesIn(
      judge(
        headers.map(([name, value]) => [name, name === 'webhook-signature' ? rewrite(value) : value]),
        { secrets: [{ of: ownedBy('a'), secret: key }] },
      ),
    )
  expect(told((value) => value.replace(/=+$/, ''))).toEqual(['padding_missing'])
  expect(told((value) => `${value}=`)).not.toContain('padding_missing')
  expect(told((value) => `${value.slice(0, 8)} ${value.slice(8)}`)).not.toContain('padding_missing')
})

test('random signatures are not explained, and valid signatures neither', () => {
  for (let i = 0; i < sample(1, 60); i++) {
    const body = JSON.stringify({ id: i })
    const value = `v1,${randomBytes(32).toString('base64')}`
    expect(causesIn(judge([...wrong.slice(0, 2), ['webhook-signature', value]], { body }))).toEqual([])
    expect(judge(sign(recipes['standard-webhooks'], [secret], signable({ body })), { body })).toMatchObject({
      result: 'verified',
      causes: [],
      tried: null,
    })
  }
})
