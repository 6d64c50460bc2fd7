import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { HeaderPair } from '../../server/wire.ts'
import { body, judge, secret, signedAt } from './world.ts'

const key = Buffer.from(secret.slice(6), 'base64')

const url = 'https://receiver.example/hook'
const digest = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`
const whole = ['"@method"', '"@target-uri"', '"content-digest"']

/** A message signed as RFC 9421 has it. */
function message(parameters: string, { covered = whole, claim = digest(body) } = {}): HeaderPair[] {
  const input = `(${covered.join(' ')})${parameters}`
  const values: Record<string, string> = {
    '"@method"': 'POST',
    '"@target-uri"': url,
    '"content-digest"': claim,
  }
  const lines = [...covered.map((name) => `${name}: ${values[name]}`), `"@signature-params": ${input}`]
  const value = createHmac('sha256', key).update(lines.join('\n')).digest('base64')
  return [
    ['Content-Digest', claim],
    ['Signature-Input', `sig1=${input}`],
    ['Signature', `sig1=:${value}:`],
  ]
}
const judgeMessage = (headers: HeaderPair[]) => {
  const verdict = judge(headers, { scheme: 'http-message-signatures', url })
  return verdict.causes[0]?.cause ?? verdict.result
}

test('a message that does not sign its body or its address is verified as far as it goes, and says so', () => {
  const created = `;created=${signedAt}`
  const over = { scheme: 'http-message-signatures', url } as const
  const open = (covered: string[]) =>
    judge(message(created, { covered }), over).checks.flatMap(({ ok, detail }) => (ok ? [] : [detail]))
  expect(open(whole)).toEqual([])
  expect(open(whole.slice(0, 2))).toEqual([
    'the signature does not cover content-digest: a third party could change this part',
  ])
  expect(open(whole.slice(2))).toEqual([
    'the signature does not cover @method, @target-uri: a third party could change them',
  ])
})

test('a component that is listed twice is refused', () => {
  expect(judgeMessage(message(`;created=${signedAt}`, { covered: [...whole, '"@method"'] }))).toBe(
    'malformed_header',
  )
})

const md5 = createHash('md5').update(body).digest('base64')
test.each([
  [`md5=:${md5}:`, 'malformed_header'],
  [digest(body).replaceAll(':', ''), 'malformed_header'],
  ['nonsense', 'malformed_header'],
  [`md5=:${md5}:, ${digest(body)}`, 'verified'],
  [digest('other'), 'body_digest'],
])('a Content-Digest of %s: %s', (claim, told) => {
  expect(judgeMessage(message(`;created=${signedAt}`, { claim }))).toBe(told)
})

test('a signature in base64url is reported as such', () => {
  const [claim, input, [name, value] = ['', '']] = message(`;created=${signedAt};nonce="1"`)
  const url = value.replaceAll('+', '-').replaceAll('/', '_')
  expect(url).not.toBe(value)
  expect(judgeMessage([claim, input, [name, url]] as HeaderPair[])).toBe('base64url')
})

/** Both signatures of two messages on one. */
const beside = (one: HeaderPair[], other: HeaderPair[]): HeaderPair[] =>
  one.map(([name, value], at) =>
    at === 0 ? [name, value] : [name, `${value}, ${other[at]?.[1].replace('sig1', 'sig2')}`],
  )

test('of several signatures one suffices, and a newer one beside it makes it no younger', () => {
  const [now, old] = [`;created=${signedAt}`, `;created=${signedAt - 400}`]
  const proxys = message(`${now};alg="rsa-pss-sha512"`)
  expect(judgeMessage(beside(proxys, message(now)))).toBe('verified')
  expect(judgeMessage(beside(message(now), proxys))).toBe('verified')
  const nobodys = message(now).map(
    ([name, value]): HeaderPair => [name, name === 'Signature' ? 'sig1=:AAAA:' : value],
  )
  expect(judgeMessage(beside(nobodys, message(now)))).toBe('verified')
  expect(judgeMessage(beside(nobodys, message(old)))).toBe('stale')
})

test.each([
  ['rsa-pss-sha512', 'malformed_header'],
  ['ecdsa-p256-sha256', 'other_algorithm'],
  ['hmac-sha512', 'malformed_header'],
  ['nonsense', 'malformed_header'],
])('a message that says it is signed with %s is not verified as HMAC-SHA256', (algorithm, reason) => {
  expect(judgeMessage(message(`;created=${signedAt};alg="${algorithm}"`))).toBe(reason)
  expect(judgeMessage(message(`;created=${signedAt};alg="hmac-sha256"`))).toBe('verified')
})

test.each([
  [`;created=${signedAt}`, 'verified'],
  [`;created=${signedAt};nonce="a)b"`, 'verified'],
  [`;nonce=";created=${signedAt}";created=${signedAt - 400}`, 'stale'],
  [`;nonce=";created=1";created=${signedAt}`, 'verified'],
  [`;created=${signedAt};created=${signedAt - 400}`, 'stale'],
])('RFC 9421, parameters %s: %s', (parameters, told) => {
  expect(judgeMessage(message(parameters))).toBe(told)
})

test.each([
  ['2023-11-14T22:13:20Z', true],
  ['2023-11-14T22:13:60Z', false],
  ['2023-13-14T22:13:20Z', false],
  ['2023-11-14T25:13:20Z', false],
  ['2023-11-14T22:13:20+99:00', false],
])('an ISO time %s is one: %s', (time, isOne) => {
  const value = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers: HeaderPair[] = [['Increase-Webhook-Signature', `t=${time},v1=${value}`]]
  const now = Date.UTC(2023, 10, 14, 22, 13, 20) * 1000
  const verdict = judge(headers, { scheme: 'increase-legacy', now })
  expect(verdict.causes[0]?.cause ?? verdict.result).toBe(isOne ? 'verified' : 'malformed_header')
})
