import { expect, test } from 'vitest'
import type { Identifier } from '../../server/verification/input.ts'
import { identifierWords } from '../../server/words/verdict.ts'
import { all, content, hmac, judged } from './accidents/sender.ts'
import { body } from './world.ts'

const values: Record<Identifier['kind'], string> = {
  subscription_id: 'sub_01J8QK',
  subscription_url: 'http://127.0.0.1:3000/hook',
  endpoint_name: 'shop-hooks',
  requested_url: 'https://receiver.example/in',
  authorization: 'Bearer platform-key',
  identity: 'acme',
  event_id: 'evt_77',
  delivery_id: 'dlv_0001',
  key_id: 'key-1',
}
const identifiers = Object.entries(values).map(([kind, value]) => ({
  kind: kind as Identifier['kind'],
  value,
}))

test.each(identifiers)('$kind used as the key', ({ kind, value }) => {
  const verdict = judged(hmac(content(body), value).digest('base64'), { identifiers })
  expect(all(verdict)).toEqual(['identifier_as_secret'])
  expect(verdict.causes[0]?.received).toBe(identifierWords[kind])
})

test.each(['http://127.0.0.1:3000/hook/', '127.0.0.1:3000', '/hook', 'platform-key'])(
  'an identifier in another form as the key: %s',
  (value) => {
    const verdict = judged(hmac(content(body), value).digest('base64'), { identifiers })
    expect(all(verdict)).toEqual(['identifier_as_secret'])
  },
)

test('an id that the receiver base64-decodes as Node does', () => {
  const key = Buffer.from('sub_01J8QK', 'base64')
  const verdict = judged(hmac(content(body), key).digest('base64'), { identifiers })
  expect(all(verdict)).toEqual(['identifier_as_secret'])
})

test('the id and the URL of the request itself need no list', () => {
  const value = hmac(content(body), 'https://receiver.example/x').digest('base64')
  expect(all(judged(value, { url: 'https://receiver.example/x' }))).toEqual(['identifier_as_secret'])
  expect(all(judged(hmac(content(body), 'evt_1').digest('base64')))).toEqual(['identifier_as_secret'])
})

test('an identifier as the key over a rewritten body', () => {
  const pretty = JSON.stringify(JSON.parse(body), null, 2)
  const verdict = judged(hmac(content(pretty), 'acme').digest('base64'), { identifiers })
  expect(all(verdict)).toEqual(['identifier_as_secret', 'pretty_printed'])
})
