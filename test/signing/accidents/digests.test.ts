import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { body, judge, secret, signedAt } from '../world.ts'
import { all, content, hash, hmac, judged, key } from './sender.ts'

const signed = content(body)

test.each(['sha1', 'sha384', 'sha512', 'md5'])('other_digest names HMAC by %s', (digest) => {
  const verdict = judged(hmac(signed, key, digest).digest('base64'))
  expect(all(verdict)).toEqual(['other_digest'])
  expect(verdict.reason).toContain(digest.toUpperCase())
})

test.each<[cause: string, value: Buffer]>([
  ['plain_hash', hash(key, signed).digest()],
  ['plain_hash', hash(signed, key).digest()],
  ['plain_hash', hash(signed).digest()],
  ['key_message_swapped', hmac(key, signed).digest()],
  ['plain_hash', createHash('sha1').update(key).update(signed).digest()],
  ['digest_signed', hmac(hmac(signed, key).digest(), key).digest()],
  ['digest_signed', hmac(hmac(signed, key).digest('hex'), key).digest()],
  ['digest_signed', hmac(hash(signed).digest(), key).digest()],
  ['digest_signed', hmac(hash(signed).digest('hex'), key).digest()],
])('%s', (cause, value) => {
  expect(all(judged(value.toString('base64')))).toEqual([cause])
})

test.each<[said: string, value: Buffer]>([
  ['before', hash(secret, signed).digest()],
  ['behind', hash(signed, secret).digest()],
])('a plain hash with the text of the secret %s the content is told with both causes', (_said, value) => {
  expect(all(judged(value.toString('base64')))).toEqual(['secret_as_text', 'plain_hash'])
  expect(all(judged(value.toString('hex')))).toEqual(['secret_as_text', 'plain_hash', 'hex_for_base64'])
})

test('key and message swapped, with the text of the secret for the message, are told with both causes', () => {
  const value = hmac(secret, signed).digest('base64')
  expect(all(judged(value))).toEqual(['secret_as_text', 'key_message_swapped'])
})

describe('where the key is text', () => {
  const text = `${signedAt}.${body}`
  test.each<[cause: string, value: Buffer]>([
    ['plain_hash', hash(secret, text).digest()],
    ['plain_hash', hash(text, secret).digest()],
    ['key_message_swapped', hmac(secret, text).digest()],
  ])('%s', (cause, value) => {
    expect(all(judge([['Stripe-Signature', `t=${signedAt},v1=${value.toString('hex')}`]]))).toEqual([cause])
  })
})

test.each(['sha1', 'sha512'])('other_digest where the sender labels it %s, as it is', (digest) => {
  const verdict = judge([['X-Hub-Signature-256', `${digest}=${hmac(body, secret, digest).digest('hex')}`]])
  expect(all(verdict)).toEqual(['other_digest'])
  expect(verdict.causes[0]).toMatchObject({
    proved: true,
    expected: 'HMAC-SHA256',
    received: `HMAC-${digest.toUpperCase()}`,
    fix: 'This scheme uses HMAC-SHA256.',
  })
  const wrong = judge([['X-Hub-Signature-256', `${digest}=${hmac('x', secret, digest).digest('hex')}`]])
  expect(all(wrong)).toEqual(['malformed_header'])
})
