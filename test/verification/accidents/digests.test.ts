import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
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
])('a plain hash with the text of the secret %s the content is reported with both causes', (_said, value) => {
  expect(all(judged(value.toString('base64')))).toEqual(['secret_as_text', 'plain_hash'])
  expect(all(judged(value.toString('hex')))).toEqual(['secret_as_text', 'plain_hash', 'hex_for_base64'])
})

test('swapped key and message, with the text of the secret as message, are reported with both causes', () => {
  const value = hmac(secret, signed).digest('base64')
  expect(all(judged(value))).toEqual(['secret_as_text', 'key_message_swapped'])
})

test.each<[said: string, value: Buffer, causes: string[]]>([
  ['its hash', hash(body).digest(), ['body_only_signed', 'plain_hash']],
  ['its hash with the key before it', hash(key, body).digest(), ['body_only_signed', 'plain_hash']],
  [
    'its hash with the secret behind it',
    hash(body, secret).digest(),
    ['secret_as_text', 'body_only_signed', 'plain_hash'],
  ],
  ['an HMAC by it of the key', hmac(key, body).digest(), ['body_only_signed', 'key_message_swapped']],
  [
    'an HMAC by it of the secret',
    hmac(secret, body).digest(),
    ['secret_as_text', 'body_only_signed', 'key_message_swapped'],
  ],
])('the body alone, by one who knows of no HMAC: %s', (_said, value, causes) => {
  expect(all(judged(value.toString('base64')))).toEqual(causes)
  expect(all(judged(value.toString('hex')))).toEqual([...causes, 'hex_for_base64'])
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
  test.each<[cause: string, value: Buffer]>([
    ['plain_hash', hash(body).digest()],
    ['plain_hash', hash(secret, body).digest()],
    ['key_message_swapped', hmac(secret, body).digest()],
  ])('%s, of the body alone', (cause, value) => {
    const verdict = judge([['Stripe-Signature', `t=${signedAt},v1=${value.toString('hex')}`]])
    expect(all(verdict)).toEqual(['body_only_signed', cause])
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
})
test.each(sample(['sha512'], ['sha1', 'sha512']))('but not over another content: %s', (digest) => {
  const wrong = judge([['X-Hub-Signature-256', `${digest}=${hmac('x', secret, digest).digest('hex')}`]])
  expect(all(wrong)).toEqual(['malformed_header'])
})

test('a signature that was itself signed is named as such', () => {
  const asHeader = hmac(hmac(signed, key).digest('base64'), key).digest('base64')
  expect(judged(asHeader).reason).toContain('signed the correct signature instead of the content')
  const asHex = hmac(hmac(signed, key).digest('hex'), key).digest('base64')
  expect(judged(asHex).reason).not.toContain('correct signature')
})
