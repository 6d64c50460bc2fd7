import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { recipeWith } from '../../../server/signing/options.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { recipes } from '../../helpers/recipes.ts'
import { body, judge, secret, signedAt } from '../world.ts'
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

test('the URL omitted from the signed content, and appended after the body', () => {
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

test.each<[signed: string, came: string]>([
  ['https://a.example/in?x=1&y=2', 'https://a.example/in?y=2&x=1'],
  ['http://a.example/in?y=2&x=1&z=3', 'https://a.example/in?z=3&x=1&y=2'],
  ['https://a.example/in?a=1&b=2&c=3&d=4&e=%2F5', 'https://a.example/in?b=2&a=1&e=%2F5&d=4&c=3'],
  ['https://a.example/in?q=a%20b', 'https://a.example/in?q=a+b'],
  ['https://a.example/in?q=a+b', 'https://a.example/in?q=a%20b'],
  ['https://a.example/in?q=%c3%a9', 'https://a.example/in?q=%C3%A9'],
  ['https://a.example/in?q=a%2Fb', 'https://a.example/in?q=a/b'],
])('a query of %s that came as %s', (signed, came) => {
  const value = hmac(signed + body, secret).digest('base64')
  const verdict = judge([['x-square-hmacsha256-signature', value]], { url: came })
  expect(all(verdict)).toEqual(['method_or_url'])
  expect(verdict.causes[0]).toMatchObject({ expected: came, received: signed })
})

test('a query with another value, or with an extra parameter, gives no finding', () => {
  for (const came of ['https://a.example/in?x=2&y=2', 'https://a.example/in?x=1&y=2&z=3']) {
    const value = hmac(`https://a.example/in?x=1&y=2${body}`, secret).digest('base64')
    expect(all(judge([['x-square-hmacsha256-signature', value]], { url: came }))).toEqual([])
  }
})

test.each<[signed: string, came: string]>([
  ['https://a.example/in?kind=1&DIGEST', 'http://a.example/in?kind=1&DIGEST'],
  ['https://a.example/in?kind=1&DIGEST', 'http://a.example:8443/in?kind=1&DIGEST'],
  ['https://a.example/in?kind=1&DIGEST', 'https://a.example/in/?kind=1&DIGEST'],
  ['https://a.example/in?kind=1&DIGEST', 'https://a.example/in?DIGEST&kind=1'],
  ['https://a.example/in?DIGEST&kind=1', 'http://a.example/in?kind=1&DIGEST'],
  ['https://a.example/in?kind=a%20b&DIGEST', 'https://a.example/in?kind=a+b&DIGEST'],
  ['https://a.example/in?a=1&b=2&c=3&d=4&DIGEST', 'https://a.example/in?d=4&b=2&a=1&c=3&DIGEST'],
  ['https://a.example/in?d=4&b=2&a=1&c=3&DIGEST', 'https://a.example/in?d=4&DIGEST&b=2&a=1&c=3'],
  ['https://a.example/in?a=1&DIGEST&c=3&d=4&e=%2F5', 'https://a.example/in?e=%2F5&c=3&a=1&d=4&DIGEST'],
  ['https://a.example/in?kind=1', 'https://a.example/in?kind=1&DIGEST'],
  ['https://a.example/in', 'https://a.example/in?DIGEST'],
])('Twilio, JSON: %s was signed, %s came', (signed, came) => {
  const digest = `bodySHA256=${createHash('sha256').update(body).digest('hex')}`
  const filled = (url: string) => url.replace('DIGEST', digest)
  const value = createHmac('sha1', secret).update(filled(signed)).digest('base64')
  const verdict = judge([['x-twilio-signature', value]], { scheme: 'twilio', url: filled(came) })
  expect(all(verdict)).toEqual(['method_or_url'])
  expect(verdict.causes[0]).toMatchObject({ expected: filled(came), received: filled(signed) })
})

const twilio = (signed: string, url: string, came: string, headers: HeaderPair[] = []) =>
  judge([['X-Twilio-Signature', createHmac('sha1', secret).update(signed).digest('base64')], ...headers], {
    scheme: 'twilio',
    url,
    body: came,
  })
const digestIn = (url: string) => `${url}bodySHA256=${createHash('sha256').update(body).digest('hex')}`

test.each([
  ['https://a.example/in', 'https://a.example/in'],
  [digestIn('https://a.example/in?'), 'https://a.example/in'],
])(
  'Twilio refuses a body whose digest is not in the URL that was requested: %s was signed',
  (signed, url) => {
    const verdict = twilio(signed, url, body)
    expect(all(verdict)).toEqual(['method_or_url'])
    expect(verdict.causes[0]?.detail).toContain('lacks the query parameter bodySHA256')
  },
)

test('Twilio needs no digest where there is no body, as with its requests by GET', () => {
  expect(twilio('https://a.example/in?a=1', 'https://a.example/in?a=1', '').result).toBe('verified')
})

test.each(["?x='y'&", '?x=a|b&', '?x="y"&'])('Twilio signs a query as it is requested: %s', (query) => {
  const url = digestIn(`https://a.example/in${query}`)
  expect(twilio(url, url, body).result).toBe('verified')
})

test.each([
  ['https://a.example/in?x=1&', 'https://a.example:443/in?x=1&'],
  ['https://a.example:8443/in?', 'https://a.example/in?'],
  ["http://127.0.0.1:4400/in?x='y'&", "http://127.0.0.1/in?x='y'&"],
  ['http://[::1]/in?', 'http://[::1]:80/in?'],
])('the library of Twilio takes the URL with a port or without: %s requested, %s signed', (url, written) => {
  expect(twilio(digestIn(written), digestIn(url), body).result).toBe('verified')
  expect(twilio(digestIn(written.replace('/in', '/on')), digestIn(url), body).result).toBe('failed')
})

test('a URL of another writing hides no digest of another body in it', () => {
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const of = (signed: string, url: string, came = body) =>
    all(
      judge([['X-Twilio-Signature', createHmac('sha1', secret).update(signed).digest('base64')]], {
        url,
        body: came,
      }),
    )
  const [path, other] = ['/in/tw?bodySHA256=', 'https://receiver.example/in/tw?bodySHA256=']
  const both = ['method_or_url', 'body_digest']
  expect(
    of(`http://receiver.example:8080${path}${digestOf(body)}`, `${other}${digestOf(body)}`, '{}'),
  ).toEqual(both)
  expect(of(`http://receiver.example${path}${digestOf(body)}`, `${other}${digestOf(body)}`, '{}')).toEqual(
    both,
  )
  expect(of('https://receiver.example/in/tw', `${other}${digestOf('{}')}`)).toEqual(both)
  // Where the digest is that of the body the URL alone is told, and without another URL the digest alone.
  expect(of(`http://receiver.example:8080${path}${digestOf(body)}`, `${other}${digestOf(body)}`)).toEqual([
    'method_or_url',
  ])
  const withPort = `https://receiver.example:443${path}${digestOf(body)}`
  expect(of(withPort, `${other}${digestOf(body)}`, '{}')).toEqual(['body_digest'])
  expect(of(`${other}${digestOf(body)}`, `${other}${digestOf(body)}`, '{}')).toEqual(['body_digest'])
})

const calledForm = 'CallSid=CA1&Called=%2B1+555&CallStatus=ringing&Body=a+b%26c&Body=a'
test.each([
  // The verifier of twilio sorts by code units: CallSid, CallStatus, Called.
  ['other_order', 'CallSidCA1Called+1 555CallStatusringingBodya b&cBodya'],
  ['other_order', 'Bodya b&cBodyaCalled+1 555CallSidCA1CallStatusringing'],
  ['url_encoding', 'BodyaBodya+b%26cCallSidCA1CallStatusringingCalled%2B1+555'],
  ['url_encoding', 'BodyaBodya+b&cCallSidCA1CallStatusringingCalled+1+555'],
  ['url_encoding', calledForm],
  ['empty_body_signed', ''],
])('Twilio, a form: %s by signing %s', (cause, fields) => {
  const url = 'https://a.example/in?x=1'
  const signedAs = (appended: string) =>
    judge(
      [
        ['content-type', 'application/x-www-form-urlencoded'],
        [
          'x-twilio-signature',
          createHmac('sha1', secret)
            .update(url + appended)
            .digest('base64'),
        ],
      ],
      { scheme: 'twilio', url, body: calledForm },
    )
  expect(signedAs('BodyaBodya b&cCallSidCA1CallStatusringingCalled+1 555').result).toBe('verified')
  expect(all(signedAs(fields))).toEqual([cause])
})

const digestOf = (encoding: 'hex' | 'base64' | 'base64url') =>
  createHash('sha256').update(body).digest(encoding)
test.each([
  ['letter_case', digestOf('hex').toUpperCase()],
  ['base64_for_hex', encodeURIComponent(digestOf('base64'))],
  ['base64_for_hex', digestOf('base64url')],
  ['body_digest', createHash('sha256').update('another').digest('hex')],
])('the digest in the address that Twilio signs: %s', (cause, claim) => {
  const address = `https://receiver.example/in?bodySHA256=${claim}`
  const value = createHmac('sha1', secret).update(address).digest('base64')
  expect(all(judge([['X-Twilio-Signature', value]], { url: address }))).toEqual([cause])
})

test('an omitted address is reported as omitted, not as an address without a letter', () => {
  const recipe = recipeWith(recipes, 'custom', {
    headers: { 'X-Sig': 't={ts},v1={signature}' },
    signs: '{ts}.{url}.{body}',
  })
  const value = hmac(`${signedAt}..${body}`, secret).digest('hex')
  const verdict = judge([['X-Sig', `t=${signedAt},v1=${value}`]], {
    url: requested,
    scheme: 'custom',
    secrets: [{ of: ownedBy('it'), secret, recipe }],
  })
  expect(verdict.reason).toBe(
    `The signature is correct without the URL, but the requested URL is ${requested}.`,
  )
})
