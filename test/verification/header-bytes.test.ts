import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { HeaderPair } from '../../server/wire.ts'
import { body, judge, secret, signedAt, url } from './world.ts'

const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const mac = (...parts: (string | Buffer)[]) =>
  parts.reduce((made, part) => made.update(part), createHmac('sha256', key)).digest('base64')

/** A header's bytes as Node hands them on. */
const asRead = (bytes: Buffer) => bytes.toString('latin1')

const standard = (id: Buffer): HeaderPair[] => [
  ['webhook-id', asRead(id)],
  ['webhook-timestamp', String(signedAt)],
  ['webhook-signature', `v1,${mac(id, `.${signedAt}.${body}`)}`],
]

test.each([
  ['UTF-8', Buffer.from('bestellung-ä')],
  ['Latin-1', Buffer.from('bestellung-ä', 'latin1')],
])('an id in %s that is signed as the bytes it was sent as verifies', (_, id) => {
  expect(judge(standard(id)).result).toBe('verified')
})

test('an id that is signed as a sender who reads its bytes as Latin-1 has it in UTF-8 verifies as before', () => {
  const id = Buffer.from(asRead(Buffer.from('ä')))
  const headers = standard(id).map(
    ([name, value]): HeaderPair => [name, name === 'webhook-id' ? 'Ã¤' : value],
  )
  expect(judge(headers).result).toBe('verified')
})

test('the signed content shows the id as written', () => {
  expect(judge(standard(Buffer.from('ä'))).signed_content).toBe(`ä.${signedAt}.${body}`)
})

test('another id in UTF-8 does not fit', () => {
  const headers = standard(Buffer.from('ä')).map(
    ([name, value]): HeaderPair => [name, name === 'webhook-id' ? asRead(Buffer.from('ö')) : value],
  )
  expect(judge(headers).result).toBe('failed')
})

test('a header in UTF-8 that an HTTP message signature covers verifies', () => {
  const city = Buffer.from('Zürich')
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const input = `("@method" "@target-uri" "content-digest" "x-city");created=${signedAt}`
  const base = Buffer.concat([
    Buffer.from(`"@method": POST\n"@target-uri": ${url}\n"content-digest": ${digest}\n"x-city": `),
    city,
    Buffer.from(`\n"@signature-params": ${input}`),
  ])
  const headers: HeaderPair[] = [
    ['x-city', asRead(city)],
    ['content-digest', digest],
    ['signature-input', `sig1=${input}`],
    ['signature', `sig1=:${mac(base)}:`],
  ]
  expect(judge(headers, { url })).toMatchObject({ result: 'verified' })
})
