/** Over 300 lines: one table holds a signature of each vendor. */
import { createHash, generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customRecipe } from '../../server/signing/custom.ts'
import { ed25519Of, p256Of } from '../../server/signing/key-pairs.ts'
import { recipesFor } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import { bodyVendors, type Vendor, vendors } from '../../server/verification/vendors.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { runsOf } from '../helpers/runs.ts'
import { hmac, judgedBy, recipeIn } from '../signing/own-recipe.ts'
import { body, causesIn, judge, otherSecret, secret, signable, signedAt, url } from './world.ts'

const ts = String(signedAt)
const plain = (...parts: string[]) => createHash('sha256').update(parts.join('')).digest('hex')
const by = (known: string) => [{ of: ownedBy('the test'), secret: known }]

const withRecipe = vendors.filter(({ recipe }) => recipe)
const rows = withRecipe.map((row) => [row.vendor, row.header, row] as const)

/** The headers that a vendor sends by its recipe. */
function sentBy({ recipe, beside }: Vendor): HeaderPair[] {
  const { custom } = recipesFor({ platform_header: 'Signature', custom: customRecipe.parse(recipe) })
  const made = sign(custom, [secret], signable()).filter(([name]) => name !== 'webhook-id')
  return beside ? [...made, [beside.header, beside.value ?? 'any']] : made
}

test.each(rows)(
  '%s: a known secret proves the signature, and the reported recipe verifies it',
  (vendor, header, row) => {
    const headers = sentBy(row)
    const key = String(row.recipe?.key ?? 'text')
    const known = /^(?:ed25519|p-256)/.test(key) ? publicOf(key) : secret
    const verdict = judge(headers, { url, secrets: by(known) })
    expect(verdict).toMatchObject({ result: 'unsigned', causes: [{ cause: 'other_scheme', proved: true }] })
    expect(verdict.causes[0]?.received).toBe(header)
    expect(verdict.reason).toContain(vendor)
    if (known === secret) expect(judgedBy(verdict, headers)).toBe('verified')
  },
)

const publicOf = (key: string) => {
  if (key === 'p-256') return JSON.stringify(p256Of(secret)?.jwk)
  const bytes = Buffer.from(ed25519Of(secret)?.jwk.x ?? '', 'base64url')
  return key === 'ed25519-hex' ? bytes.toString('hex') : `whpk_${bytes.toString('base64')}`
}

test.each(rows)(
  '%s: without the secret the vendor is named with the recipe, and no cause is claimed',
  (vendor, header, row) => {
    for (const secrets of [by(otherSecret), []]) {
      const verdict = judge(sentBy(row), { url, secrets })
      expect(verdict).toMatchObject({ result: 'unsigned', reason_code: 'foreign_signature', causes: [] })
      expect(verdict.reason).toContain(`${header} contains`)
      expect(verdict.reason).toContain(vendor)
      expect(recipeIn(verdict.hint)).toEqual(row.recipe)
    }
  },
)

const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pemOf = (pair: typeof rsa) => pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const rsaSigned = (content: string, digest = 'sha256') =>
  signBytes(digest, Buffer.from(content), rsa.privateKey).toString('base64')
const inBase64 = (text: string) => Buffer.from(text.replace('whsec_', ''), 'base64')
const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: object, key: string) => {
  const content = `${json({ alg: 'HS256', typ: 'JWT' })}.${json(claims)}`
  return `${content}.${hmac(content, key).digest('base64url')}`
}

/** Signatures that no recipe expresses, by the vendors' documentation: the known key, and what is sent. */
const others: [vendor: string, key: string, headers: HeaderPair[], sent?: string][] = [
  [
    'HubSpot',
    secret,
    [
      ['X-HubSpot-Signature', plain(secret, body)],
      ['X-HubSpot-Signature-Version', 'v1'],
    ],
  ],
  [
    'HubSpot',
    secret,
    [
      ['X-HubSpot-Signature', plain(secret, 'POST', url, body)],
      ['X-HubSpot-Signature-Version', 'v2'],
    ],
  ],
  [
    'MessageBird',
    secret,
    [
      ['MessageBird-Signature', hmacOfHash(`${ts}\n${new URL(url).search.slice(1)}\n`)],
      ['MessageBird-Request-Timestamp', ts],
    ],
  ],
  [
    'MessageBird',
    secret,
    [
      ['MessageBird-Signature', hmacOfHash(`${ts}\n${url}\n`)],
      ['MessageBird-Request-Timestamp', ts],
    ],
  ],
  ['MessageBird', secret, [['MessageBird-Signature-JWT', jwt({ payload_hash: plain(body) }, secret)]]],
  ['JWT', secret, [['X-Webhook-Signature', jwt({ iss: 'netlify', sha256: plain(body) }, secret)]]],
  [
    'Ripple',
    secret,
    [
      ['X-Webhook-Timestamp', `${ts}000`],
      [
        'X-Webhook-Signature',
        `t=${ts}000,v1=${hmac(`${ts}000.${plain(body)}`, inBase64(secret)).digest('hex')}`,
      ],
    ],
  ],
  [
    'Recurly',
    secret,
    [['recurly-signature', `${ts},${'00'.repeat(32)},${hmac(`${ts}.${body}`).digest('hex')}`]],
  ],
  [
    'Mandrill',
    secret,
    [['X-Mandrill-Signature', hmac(`${url}a1mandrill_events[]`, secret, 'sha1').digest('base64')]],
    'mandrill_events=%5B%5D&a=1',
  ],
  ['Patreon', secret, [['X-Patreon-Signature', hmac(body, secret, 'md5').digest('hex')]]],
  ['Worldpay', secret, [['Event-Signature', `1/SHA256/${hmac(body).digest('hex')}`]]],
  [
    'Authorize.net',
    'ab'.repeat(64),
    [
      [
        'X-ANET-Signature',
        `sha512=${hmac(body, Buffer.alloc(64, 0xab), 'sha512').digest('hex').toUpperCase()}`,
      ],
    ],
  ],
  ['Wise', pemOf(rsa), [['X-Signature-SHA256', rsaSigned(body)]]],
  ['Fireblocks', pemOf(rsa), [['Fireblocks-Signature', rsaSigned(body, 'sha512')]]],
  [
    'Kick',
    pemOf(rsa),
    [
      ['Kick-Event-Message-Id', 'm1'],
      ['Kick-Event-Message-Timestamp', '2023-11-14T22:13:20Z'],
      ['Kick-Event-Signature', rsaSigned(`m1.2023-11-14T22:13:20Z.${body}`)],
    ],
  ],
  [
    'SendGrid',
    ec.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    [
      [
        'X-Twilio-Email-Event-Webhook-Signature',
        signBytes('sha256', Buffer.from(ts + body), ec.privateKey).toString('base64'),
      ],
      ['X-Twilio-Email-Event-Webhook-Timestamp', ts],
    ],
  ],
  [
    'Mailgun',
    secret,
    [],
    JSON.stringify({ signature: { timestamp: ts, token: 'tok', signature: hmac(`${ts}tok`).digest('hex') } }),
  ],
  ['Mailgun', secret, [], `timestamp=${ts}&token=tok&signature=${hmac(`${ts}tok`).digest('hex')}`],
  [
    'Dropbox Sign',
    secret,
    [],
    `json=${encodeURIComponent(JSON.stringify({ event: { event_time: ts, event_type: 'sent', event_hash: hmac(`${ts}sent`).digest('hex') } }))}`,
  ],
  ['Figma', 'a-passcode', [], '{"event_type":"PING","passcode":"a-passcode","webhook_id":"22"}'],
]

function hmacOfHash(before: string): string {
  const raw = createHash('sha256').update(body).digest()
  return hmac(Buffer.concat([Buffer.from(before), raw]) as unknown as string).digest('base64')
}

test.each(others)(
  '%s: a known key proves the signature; without it the vendor is named with what it needs',
  (vendor, key, headers, sent = body) => {
    const proved = judge(headers, { url, body: sent, secrets: by(key) })
    expect(causesIn(proved)).toEqual(['other_scheme'])
    expect(proved.reason).toContain(vendor)
    expect(proved.reason).toContain('endpoint the test')
    const named = judge(headers, { url, body: sent, secrets: by(otherSecret) })
    expect(named).toMatchObject({ result: 'unsigned', reason_code: 'foreign_signature', causes: [] })
    expect(named.reason).toContain(vendor)
    expect(named.hint?.length).toBeGreaterThan(40)
  },
)

test.each<[cause: string, vendor: string, headers: HeaderPair[]]>([
  ['trailing_newline', 'Typeform', [['Typeform-Signature', `sha256=${hmac(`${body}\n`).digest('base64')}`]]],
  ['reserialised', 'Linear', [['Linear-Signature', hmac(JSON.stringify(JSON.parse(body))).digest('hex')]]],
  [
    'plain_hash',
    'LINE',
    [
      [
        'X-Line-Signature',
        createHash('sha256')
          .update(secret + body)
          .digest('base64'),
      ],
    ],
  ],
  ['trailing_newline', 'HubSpot', [['X-HubSpot-Signature', plain(secret, body, '\n')]]],
  [
    'empty_body_signed',
    'Calendly',
    [['Calendly-Webhook-Signature', `t=${ts},v1=${hmac(`${ts}.`).digest('hex')}`]],
  ],
])(
  "a mistake in a vendor's signature is found by the vendor's recipe: %s of %s",
  (cause, vendor, headers) => {
    const verdict = judge(headers, { url })
    expect(causesIn(verdict)).toEqual(['other_scheme', cause])
    expect(verdict.causes[0]?.detail).toContain(vendor)
  },
)

/** Published with the vendors' documentation and libraries. */
test.each<[vendor: string, key: string, headers: HeaderPair[], sent: string]>([
  [
    'SendGrid',
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==',
    [
      [
        'X-Twilio-Email-Event-Webhook-Signature',
        'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=',
      ],
      ['X-Twilio-Email-Event-Webhook-Timestamp', '1588788367'],
    ],
    '{"category":"example_payload","event":"test_event","message_id":"message_id"}',
  ],
  [
    'HubSpot',
    'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
    [['X-HubSpot-Signature', '232db2615f3d666fe21a8ec971ac7b5402d33b9a925784df3ca654d05f4817de']],
    '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]',
  ],
])('the published vector of %s is proved', (vendor, key, headers, sent) => {
  const verdict = judge(headers, { body: sent, secrets: by(key) })
  expect(causesIn(verdict)).toEqual(['other_scheme'])
  expect(verdict.reason).toContain(vendor)
})

test('the published vector of HubSpot version 2, a GET without a body, is proved', () => {
  const headers: HeaderPair[] = [
    ['X-HubSpot-Signature', 'eee2dddcc73c94d699f5e395f4b9d454a069a6855fbfa152e91e88823087200e'],
    ['X-HubSpot-Signature-Version', 'v2'],
  ]
  const over = { method: 'GET', url: 'https://www.example.com/webhook_uri', body: '' }
  const verdict = judge(headers, { ...over, secrets: by('yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy') })
  expect(causesIn(verdict)).toEqual(['other_scheme'])
})

test.each<[said: string, headers: HeaderPair[], sent: string]>([
  [
    'PayPal',
    [
      ['PAYPAL-TRANSMISSION-ID', 'b1'],
      ['PAYPAL-TRANSMISSION-SIG', rsaSigned('b1|2026-11-28T02:00:00Z|WH1|12345')],
      ['PAYPAL-CERT-URL', 'https://api.sandbox.paypal.com/v1/cert'],
    ],
    body,
  ],
  [
    'Amazon SNS',
    [['x-amz-sns-message-type', 'Notification']],
    JSON.stringify({
      Type: 'Notification',
      Signature: rsaSigned('any'),
      SigningCertURL: 'https://sns.us-east-1.amazonaws.com/a.pem',
    }),
  ],
  ['Contentful', [['x-contentful-signature', 'ab'.repeat(32)]], body],
  ['eBay', [['X-EBAY-SIGNATURE', Buffer.from('{"alg":"ecdsa"}').toString('base64')]], body],
  ['GitLab', [['X-Gitlab-Token', 'anything']], body],
  ['Asana', [['X-Hook-Secret', 'b537207f20cbfa02']], body],
  ['X-Acme-Signature', [['X-Acme-Signature', `v1=${'ab'.repeat(32)},v1=${'cd'.repeat(32)}`]], body],
  ['Authorization', [['Authorization', `Acme key:${randomBytes(32).toString('hex')}`]], body],
  ['Plivo', [['X-Plivo-Signature-V3', randomBytes(32).toString('base64')]], body],
  ['Ko-fi', [], `data=${encodeURIComponent('{"verification_token":"t-1","kofi_transaction_id":"x"}')}`],
  ['Microsoft Graph', [], '{"value":[{"clientState":"state","changeType":"created"}]}'],
  ['Braintree', [], 'bt_signature=abc%7Cdef&bt_payload=ghi'],
  ['Paddle Classic', [], 'alert_name=test&p_signature=abcdef'],
  ['HS256', [['Authorization', `Bearer ${jwt({ a: 1 }, 'nobody knows')}`]], body],
  ['RS256', [['X-Acme-Signature', `${json({ alg: 'RS256' })}.${json({})}.abcd`]], body],
  ['an RSA signature', [['X-Acme-Signature', rsaSigned(body)]], body],
  [
    'an ECDSA signature',
    [['X-Acme-Signature', signBytes('sha256', Buffer.from(body), ec.privateKey).toString('base64')]],
    body,
  ],
  ["The body's field signature", [], JSON.stringify({ data: 1, signature: randomBytes(32).toString('hex') })],
  ["The body's field sign", [], `a=1&sign=${randomBytes(32).toString('hex')}`],
])('what no secret can prove is named with what it needs: %s', (said, headers, sent) => {
  const verdict = judge(headers, { body: sent })
  expect(verdict).toMatchObject({ result: 'unsigned', reason_code: 'foreign_signature', causes: [] })
  expect(`${verdict.reason} ${verdict.hint}`).toContain(said)
  expect(verdict.hint?.length).toBeGreaterThan(40)
})

test.each<[said: string, headers: HeaderPair[], sent?: string]>([
  ['a word in a header of a vendor', [['X-Line-Signature', 'hello']]],
  ['a word in a header for a key pair', [['X-Twilio-Email-Event-Webhook-Signature', 'hello']]],
  ['an opaque token', [['Authorization', 'Bearer abcdefghijklmnopqrstuvwxyz0123456789']]],
  ['a trace id', [['X-Request-Id', randomBytes(16).toString('hex')]]],
  ['a passcode of another body', [], '{"passcode":"1234"}'],
  ['a field that is a word', [], '{"signature":"John Doe, Director"}'],
  ['a sign of another kind', [], '{"sign":"Leo","design":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}'],
  ['JSON that ends early', [], '{"signature":{"timestamp":"1","token":"x","signature":"ab'],
])('nothing is named for %s', (_said, headers, sent = body) => {
  expect(judge(headers, { body: sent })).toMatchObject({
    result: 'unsigned',
    reason_code: 'no_signature',
    causes: [],
  })
})

test.each([
  ['sha1', 'Intercom'],
  ['sha256', 'Bitbucket or Jira'],
])(
  "%s in GitHub's older header: the hint has the recipe of senders without another header",
  (digest, sender) => {
    const headers: HeaderPair[] = [
      ['X-Hub-Signature', `${digest}=${hmac(body, secret, digest).digest('hex')}`],
    ]
    const verdict = judge(headers)
    expect(verdict.hint).toContain(sender)
    expect(judgedBy(verdict, headers)).toBe('verified')
  },
)

test('at an endpoint of another scheme the vendor is in the hint, beside the missing header', () => {
  const headers: HeaderPair[] = [['PAYPAL-TRANSMISSION-SIG', rsaSigned('any')]]
  const verdict = judge(headers, { scheme: 'stripe' })
  expect(causesIn(verdict)).toEqual(['missing_header'])
  expect(verdict.hint).toContain('PayPal')
})

test('random signatures in the headers of vendors are claimed by no secret', () => {
  const lengths = {
    hmac: 32,
    hash: 32,
    ed25519: 64,
    rsa: 256,
    ecdsa: 70,
    jwt: 0,
    token: 16,
    encoded: 32,
    unknown: 32,
  }
  // Bare base64 in this header is a mistake of Standard Webhooks.
  const both = ['hex', 'base64'] as const
  for (const [at, { header, form }] of vendors.filter(({ vendor }) => vendor !== 'GoCardless').entries()) {
    for (const encoding of sample(both.slice(at % 2, (at % 2) + 1), both.slice())) {
      const verdict = judge([[header, randomBytes(lengths[form]).toString(encoding)]], { url })
      expect(verdict.causes, header).toEqual([])
    }
  }
})

test('text of any kind in the headers of vendors and in the body is claimed by no secret', () => {
  const field = fc.constantFrom(
    'signature',
    'event',
    'value',
    'passcode',
    'bt_signature',
    'SigningCertURL',
    'sign',
  )
  const written = fc.oneof(
    fc.string(),
    fc.dictionary(field, fc.jsonValue()).map((fields) => JSON.stringify(fields)),
    fc.dictionary(field, fc.string()).map((fields) => new URLSearchParams(fields).toString()),
  )
  const header = fc.constantFrom(
    ...vendors.map((row) => row.header).filter((name) => name !== 'Webhook-Signature'),
  )
  const value = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[0-9a-f]{64}$/))
  fc.assert(
    fc.property(header, value, written, (name, text, sent) => {
      expect(judge([[name, text]], { url, body: sent }).causes).toEqual([])
    }),
    runsOf({ seed: 39, numRuns: sample(75, 300) }),
  )
})

test('a value that is no signature of the vendor is not named as the vendor', () => {
  const verdict = judge([['PAYPAL-TRANSMISSION-SIG', 'ab'.repeat(32)]])
  expect(verdict).toMatchObject({ reason_code: 'foreign_signature', causes: [] })
  expect(`${verdict.reason} ${verdict.hint}`).not.toContain('PayPal')
})

test('each vendor has either a recipe or says what it needs', () => {
  for (const { vendor, recipe, needs } of vendors)
    expect([recipe, needs].filter(Boolean), vendor).toHaveLength(1)
  // The form of the value tells vendors apart that use one header.
  const rowsOf = vendors.map(({ header, beside, form }) => [header.toLowerCase(), beside?.value, form].join())
  expect(new Set(rowsOf).size).toBe(vendors.length)
  expect(new Set(bodyVendors.map(({ place }) => place)).size).toBe(bodyVendors.length)
})
