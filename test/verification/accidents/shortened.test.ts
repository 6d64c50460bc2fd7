import { expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import { judge, secret } from '../world.ts'
import { all, hmac, signedOver } from './sender.ts'

const letters = '{"name":"Zoë 🙂","card":{"last_four":"4242"}}'
const bytes = Buffer.from(letters)
const long = JSON.stringify({ text: 'é'.repeat(60_000), end: 1 })

test.each([
  ['the length of a string counts', bytes.subarray(0, letters.length), bytes],
  ['the length of a string of Python counts', bytes.subarray(0, [...letters].length), bytes],
  ['a buffer holds', Buffer.from(long).subarray(0, 8192), long],
  ['a column of the type TEXT holds', Buffer.from(long).subarray(0, 65_535), long],
  ['a loop takes that ends one too early', Buffer.from(long).subarray(0, -1), long],
  ['a parser takes', Buffer.from(long).subarray(0, 102_400), long],
])('of a body as many bytes were signed as %s', (_said, signed, came) => {
  const verdict = signedOver(signed, came)
  expect(all(verdict)).toEqual(['body_shortened'])
  expect(verdict.hint).toContain('Buffer.byteLength')
})

test.each([
  ['{"a":{"b":[1,2]}}', '{"a":{"b":[1,2'],
  ['{"name":"Zoë"}', '{"name":"Zoë"'],
  ['[{"a":"}]"}]', '[{"a":"}]'],
  ['{"a":"\\""}', '{"a":"\\"'],
])('%s was signed, and the end of what came is missing: %s', (signed, came) => {
  expect(all(signedOver(signed, came))).toEqual(['body_shortened'])
})

// A search without a result costs the most.
const others: [said: string, signed: string | Buffer, came: string][] = [
  ['more than brackets is missing', '{"a":1,"b":2}', '{"a":1'],
  ['another length was signed', Buffer.from(long).subarray(0, 8191), long],
  ['it is whole, and another', '{"a":2}', '{"a":1}'],
]
test.each(others.filter(oneIn(sample(3, 1))))('%s gives no finding', (_said, signed, came) => {
  expect(all(signedOver(signed, came))).toEqual([])
})

const unended = [
  ['{"name":"Zoë","n":1}', '{"name":"Zoë","n":1'],
  [' [{"a":1},{"b":2}]', ' [{"a":1},{"b"'],
] as const
test.each(unended.filter(oneIn(sample(2, 1))))(
  '%s, whose end is unknown, is reported as %s that ends too early, without a cause',
  (signed, came) => {
    const verdict = signedOver(signed.replace('1', '12'), came)
    expect(all(verdict)).toEqual([])
    expect(verdict.hint).toContain('JSON of the body is incomplete')
  },
)

const ended = ['{"a":1}\n', '[{"a":1}]', '[note] a', '{a', 'a', '']
test.each(ended.filter(oneIn(sample(3, 1))))('%j ends as it should', (came) => {
  const verdict = signedOver('another', came)
  expect(all(verdict)).toEqual([])
  expect(verdict.hint).not.toContain('JSON')
})

test('of a body that did not come the hint says what takes bodies away, where the scheme signs one', () => {
  const verdict = signedOver('{"event":"card.created"}', '')
  expect(all(verdict)).toEqual([])
  expect(verdict.hint).toContain('redirects')
  const ofTwilio = judge([['X-Twilio-Signature', hmac('https://b/', secret, 'sha1').digest('base64')]], {
    body: '',
    url: 'https://a/',
  })
  expect(ofTwilio.result).toBe('failed')
  expect(ofTwilio.hint).not.toContain('redirect')
})
