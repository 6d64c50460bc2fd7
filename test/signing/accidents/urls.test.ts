import { expect, test } from 'vitest'
import type { HeaderPair } from '../../../server/wire.ts'
import { body, judge, secret } from '../world.ts'
import { all, hmac } from './sender.ts'

const requested = 'http://internal:8080/hooks/in?team=7'
const square = (signed: string, headers: HeaderPair[] = []) =>
  judge([['x-square-hmacsha256-signature', hmac(signed + body, secret).digest('base64')], ...headers], {
    url: requested,
  })

test.each<[signed: string, headers: HeaderPair[]]>([
  ['https://internal:8080/hooks/in?team=7', []],
  ['http://internal/hooks/in?team=7', []],
  ['https://internal/hooks/in?team=7', []],
  ['http://internal:8080/hooks/in', []],
  ['http://internal:8080/hooks/in/?team=7', []],
  [
    'https://shop.example/hooks/in?team=7',
    [
      ['X-Forwarded-Host', 'shop.example'],
      ['X-Forwarded-Proto', 'https'],
    ],
  ],
  ['https://shop.example/hooks/in?team=7', [['Forwarded', 'for=1.2.3.4;host="shop.example";proto=https']]],
  [
    'https://shop.example:8443/hooks/in?team=7',
    [
      ['X-Forwarded-Host', 'shop.example'],
      ['X-Forwarded-Port', '8443'],
    ],
  ],
  [
    'https://shop.example/api/hooks/in?team=7',
    [
      ['X-Forwarded-Host', 'shop.example'],
      ['X-Forwarded-Prefix', '/api'],
    ],
  ],
  ['/hooks/in?team=7', []],
])('%s was signed', (signed, headers) => {
  const verdict = square(signed, headers)
  expect(all(verdict)).toEqual(['method_or_url'])
  expect(verdict.causes[0]).toMatchObject({ expected: requested, received: signed })
  expect(verdict.causes[0]?.diff).not.toBeNull()
})

test('the URL left out of what is signed, and put behind the body', () => {
  expect(all(square(''))).toHaveLength(1)
  const value = hmac(body + requested, secret).digest('base64')
  expect(all(judge([['x-square-hmacsha256-signature', value]], { url: requested }))).toEqual(['other_order'])
})

test('another method, where the signature covers it', () => {
  const input = '("@method" "@path");created=1700000000;keyid="k"'
  const base = `"@method": PUT\n"@path": /hooks/in\n"@signature-params": ${input}`
  const value = hmac(base).digest('base64')
  const verdict = judge(
    [
      ['Signature-Input', `sig1=${input}`],
      ['Signature', `sig1=:${value}:`],
    ],
    { url: requested, method: 'POST' },
  )
  expect(all(verdict)).toEqual(['method_or_url'])
  expect(verdict.causes[0]).toMatchObject({ expected: 'POST', received: 'PUT' })
})
