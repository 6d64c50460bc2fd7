/** Over 300 lines: one table of what is done to a URL. */
import { createHash, createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { recipeWith } from '../../../server/signing/options.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { test as long, quick, sample } from '../../helpers/long.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { recipes } from '../../helpers/recipes.ts'
import { oneIn } from '../../helpers/rows.ts'
import { body, judge, secret, signedAt } from '../world.ts'
import { causesOf, type Draw, drawsOf } from './draws.ts'
import { all, hmac } from './sender.ts'

const requested = 'http://internal:8080/hooks/in?team=7'
const square = (signed: string, headers: HeaderPair[] = []) =>
  judge([['x-square-hmacsha256-signature', hmac(signed + body, secret).digest('base64')], ...headers], {
    url: requested,
  })

quick.each<[signed: string, headers: HeaderPair[]]>([
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

quick('the URL omitted from the signed content, and appended after the body', () => {
  expect(all(square(''))).toHaveLength(1)
  const value = hmac(body + requested, secret).digest('base64')
  expect(all(judge([['x-square-hmacsha256-signature', value]], { url: requested }))).toEqual(['other_order'])
})

quick('another method, where the signature covers it', () => {
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

quick.each<[signed: string, came: string]>([
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

quick('a query with another value, or with an extra parameter, gives no finding', () => {
  const others = ['https://a.example/in?x=2&y=2', 'https://a.example/in?x=1&y=2&z=3']
  for (const came of others.filter(oneIn(sample(2, 1)))) {
    const value = hmac(`https://a.example/in?x=1&y=2${body}`, secret).digest('base64')
    expect(all(judge([['x-square-hmacsha256-signature', value]], { url: came }))).toEqual([])
  }
})

quick.each<[signed: string, came: string]>([
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

quick.each([
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

quick('Twilio needs no digest where there is no body, as with its requests by GET', () => {
  expect(twilio('https://a.example/in?a=1', 'https://a.example/in?a=1', '').result).toBe('verified')
})

quick.each(["?x='y'&", '?x=a|b&', '?x="y"&'])('Twilio signs a query as it is requested: %s', (query) => {
  const url = digestIn(`https://a.example/in${query}`)
  expect(twilio(url, url, body).result).toBe('verified')
})

const withPorts: [url: string, written: string][] = [
  ['https://a.example/in?x=1&', 'https://a.example:443/in?x=1&'],
  ['https://a.example:8443/in?', 'https://a.example/in?'],
  ["http://127.0.0.1:4400/in?x='y'&", "http://127.0.0.1/in?x='y'&"],
  ['http://[::1]/in?', 'http://[::1]:80/in?'],
]
quick.each(withPorts)(
  'the library of Twilio takes the URL with a port or without: %s requested, %s signed',
  (url, written) => {
    expect(twilio(digestIn(written), digestIn(url), body).result).toBe('verified')
  },
)
quick.each(withPorts.filter(oneIn(sample(4, 1))))(
  'but no other URL: %s requested, %s signed with another path',
  (url, written) => {
    expect(twilio(digestIn(written.replace('/in', '/on')), digestIn(url), body).result).toBe('failed')
  },
)

quick('a URL of another writing hides no digest of another body in it', () => {
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
quick.each([
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
quick.each([
  ['letter_case', digestOf('hex').toUpperCase()],
  ['base64_for_hex', encodeURIComponent(digestOf('base64'))],
  ['base64_for_hex', digestOf('base64url')],
  ['body_digest', createHash('sha256').update('another').digest('hex')],
])('the digest in the address that Twilio signs: %s', (cause, claim) => {
  const address = `https://receiver.example/in?bodySHA256=${claim}`
  const value = createHmac('sha1', secret).update(address).digest('base64')
  expect(all(judge([['X-Twilio-Signature', value]], { url: address }))).toEqual([cause])
})

quick('an omitted address is reported as omitted, not as an address without a letter', () => {
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

const hubspot = recipeWith(recipes, 'custom', {
  headers: { 'X-HubSpot-Request-Timestamp': '{ts}', 'X-HubSpot-Signature-v3': '{signature}' },
  signs: 'POST{url}{body}{ts}',
  encoding: 'base64',
  time: 'milliseconds',
})
/** Schemes that sign the URL, each with a secret and a body of its own. */
const signers: Record<string, (draw: Draw, signed: string, came: string) => string> = {
  Square: ({ bytes, body: came }, signed, asked) => {
    const key = bytes.toString('hex')
    const value = hmac(signed + came, key).digest('base64')
    const secrets = [{ of: ownedBy('it'), secret: key }]
    return causesOf(judge([['x-square-hmacsha256-signature', value]], { url: asked, body: came, secrets }))
  },
  HubSpot: ({ bytes, ts, body: came }, signed, asked) => {
    const key = bytes.toString('hex')
    const value = hmac(`POST${signed}${came}${ts}000`, key).digest('base64')
    const secrets = [{ of: ownedBy('it'), secret: key, recipe: hubspot }]
    return causesOf(
      judge(
        [
          ['X-HubSpot-Request-Timestamp', `${ts}000`],
          ['X-HubSpot-Signature-v3', value],
        ],
        { scheme: 'custom', url: asked, body: came, secrets },
      ),
    )
  },
  'Twilio, without a body': ({ bytes }, signed, asked) => {
    const key = bytes.toString('hex')
    const value = createHmac('sha1', key).update(signed).digest('base64')
    const secrets = [{ of: ownedBy('it'), secret: key }]
    return causesOf(
      judge([['X-Twilio-Signature', value]], { scheme: 'twilio', url: asked, body: '', secrets }),
    )
  },
}

const asked = 'https://shop.example:8443/api/v1/hooks/in%20b?team=a%2Fb&x=%C3%A9+1'
const other = (from: string | RegExp, to: string) => asked.replace(from, to)
describe.each(Object.entries(signers))('%s', (name, judgedFor) => {
  const writings: [said: string, signed: string][] = [
    ['decoded', decodeURIComponent(asked)],
    ['decoded, with spaces for +', decodeURIComponent(asked.replaceAll('+', ' '))],
    ['decoded by decodeURI', decodeURI(asked)],
    ['with its path decoded', other('%20', ' ')],
    ['with its query decoded', other('%2F', '/').replace('%C3%A9', 'é')],
    ['encoded again', encodeURI(asked)],
    ['encoded whole', encodeURIComponent(asked)],
    ['the path and the query', '/api/v1/hooks/in%20b?team=a%2Fb&x=%C3%A9+1'],
    ['the path alone', '/api/v1/hooks/in%20b'],
    ['the query alone', 'team=a%2Fb&x=%C3%A9+1'],
    ['the path without its first part', '/v1/hooks/in%20b?team=a%2Fb&x=%C3%A9+1'],
    ['without the first part of its path', other('/api/', '/')],
    ['without two parts of its path', other('/api/v1/', '/')],
    ['without the last part of its path', other(/\/in.*/, '')],
    ['without its path', 'https://shop.example:8443'],
    ['without its query', other(/\?.*/, '')],
    ['with a slash at the end of its path', other('?', '/?')],
    ['with a slash and without its query', other(/\?.*/, '/')],
    ['without its port', other(':8443', '')],
    ['with port 443', other(':8443', ':443')],
    ['with port 3000', other(':8443', ':3000')],
    ['with http', other('https', 'http')],
    ['with http and without its port', other('https', 'http').replace(':8443', '')],
    ['with its host in capitals', other('shop.example', 'SHOP.EXAMPLE')],
    ['with www', other('shop', 'www.shop')],
    ['for localhost', other('shop.example', 'localhost')],
    ['for 127.0.0.1', other('shop.example', '127.0.0.1')],
    ['for localhost with http and another port', other('https://shop.example:8443', 'http://localhost:3000')],
    ['without its scheme', other('https://', '')],
    ['without its scheme, after slashes', other('https:', '')],
    ['with entities', asked.replaceAll('&', '&amp;')],
    ['as JSON of PHP', asked.replaceAll('/', '\\/')],
  ]
  // In `npm test` each of them is signed for one of the schemes.
  const turn = Object.keys(signers).indexOf(name)
  quick.each(writings.filter(oneIn(sample(3, 1), turn)))('the URL was signed %s', (said, signed) => {
    const isAll = name.startsWith('Twilio')
    // Twilio's library takes a URL without its port.
    const wanted = !isAll ? 'method_or_url' : said === 'without its port' ? 'verified' : 'method_or_url'
    const causes = drawsOf(said + name, sample(1, 50)).map((draw) => judgedFor(draw, signed, asked))
    expect(new Set(causes)).toEqual(new Set([isAll && said === 'encoded whole' ? 'url_encoding' : wanted]))
  })

  // In `npm test` with and without a body, because a search without a result costs the most.
  const inTurn = name === 'HubSpot' ? long : quick
  inTurn('another address gives no cause', () => {
    const causes = drawsOf(name, sample(1, 2)).map((draw) => judgedFor(draw, other('hooks', 'books'), asked))
    for (const cause of causes) expect(cause).toMatch(/^nothing/)
  })
})

quick.each([
  ['www.shop.example', 'shop.example'],
  ['shop.example', 'www.shop.example'],
])('Square: %s was signed, %s requested', (signed, host) => {
  const causes = drawsOf(signed, 1).map((draw) =>
    signers.Square?.(draw, `https://${signed}/in`, `https://${host}/in`),
  )
  expect(causes).toEqual(['method_or_url'])
})
