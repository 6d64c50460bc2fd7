import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { customRecipe } from '../../server/signing/custom.ts'
import { recipesFor, type SchemeName } from '../../server/signing/recipes.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { firstOfEach, oneIn } from '../helpers/rows.ts'
import { body, causesIn, judge, otherSecret, secret, signed, signedAt, withValue } from './world.ts'

const ts = String(signedAt)

test.each<[header: string, value: string, scheme?: SchemeName]>([
  ['X-Gitlab-Token', secret],
  ['X-Telegram-Bot-Api-Secret-Token', secret],
  ['Authorization', `Bearer ${secret}`],
  ['X-Api-Key', secret, 'github'],
  ['X-Hub-Signature-256', `sha256=${secret}`],
  ['X-Hub-Signature-256', secret],
  ['Stripe-Signature', secret],
])('a secret sent instead of a signature is reported: %s', (header, value, scheme) => {
  const verdict = judge([[header, value]], { scheme })
  expect(causesIn(verdict)).toEqual(['secret_sent'])
  expect(verdict.reason).toBe(
    `${header} contains the secret of subscription s1 itself instead of a signature.`,
  )
  expect(verdict.hint).toMatch(/^Send a signature made with the secret\./)
})

test.each(['v1,', ''].filter(oneIn(sample(2, 1))))(
  'so it is in a header that holds it behind %j, with all others as they should be',
  (before) => {
    const headers = withValue(signed(), 'webhook-signature', before + secret)
    expect(causesIn(judge(headers))).toEqual(['secret_sent'])
  },
)

const base64 = (text: string) => Buffer.from(text).toString('base64')

const encoded: [header: string, value: string, written: string, scheme?: SchemeName][] = [
  ['Stripe-Signature', `t=${ts},v1=${secret}`, ''],
  ['Stripe-Signature', `t=${ts}, v1=${secret}`, '', 'stripe'],
  ['Paddle-Signature', `ts=${ts};h1=${secret}`, ''],
  ['Signature', `t=${ts},v1=${secret},v2=${secret}`, '', 'platform'],
  ['X-Hub-Signature-256', `sha256=${Buffer.from(secret).toString('hex')}`, ' in hex'],
  ['X-Shopify-Hmac-Sha256', base64(secret), ' in base64'],
  ['X-Shopify-Hmac-Sha256', secret.slice(6), ' without whsec_'],
  ['X-Api-Key', base64(secret.slice(6)), ' without whsec_ in base64'],
]
test.each(sample(encoded.filter(firstOfEach(([, , written]) => written)), encoded))(
  'so it is as an item of a header, encoded, or without its prefix: %s: %s',
  (header, value, written, scheme) => {
    const verdict = judge([[header, value]], { scheme })
    expect(causesIn(verdict)).toEqual(['secret_sent'])
    expect(verdict.reason).toBe(
      `${header} contains the secret of subscription s1 itself${written} instead of a signature.`,
    )
  },
)

test.each([base64(secret), secret.slice(6)].filter(oneIn(sample(2, 1))))(
  'of Standard Webhooks too: v1,%s',
  (value) => {
    expect(causesIn(judge(withValue(signed(), 'webhook-signature', `v1,${value}`)))).toEqual(['secret_sent'])
  },
)

test('a secret too short to recognise is not searched for, nor one beside a matching signature', () => {
  expect(
    causesIn(judge([['Identity', 'demo']], { secrets: [{ of: ownedBy('it'), secret: 'demo' }] })),
  ).toEqual([])
  expect(judge([...signed(), ['X-Api-Key', secret]]).result).toBe('verified')
})

const cavage =
  'keyId="k1",algorithm="hmac-sha256",headers="(request-target) date digest",signature="dGVzdA=="'
const aws =
  'AWS4-HMAC-SHA256 Credential=AKIA/20231114/eu-west-1/x/aws4_request, SignedHeaders=host;x-amz-date, Signature=ab12'

test.each<[said: string, headers: HeaderPair[], scheme: SchemeName | undefined, result: string]>([
  ['draft-cavage', [['Signature', cavage]], undefined, 'unsigned'],
  ['draft-cavage', [['Signature', cavage]], 'platform', 'failed'],
  ['draft-cavage', [['Signature', cavage]], 'http-message-signatures', 'unsigned'],
  ['draft-cavage', [['Authorization', `Signature ${cavage}`]], undefined, 'unsigned'],
  ['Signature Version 4', [['Authorization', aws]], undefined, 'unsigned'],
  ['Signature Version 4', [['Authorization', aws]], 'basic', 'failed'],
  ['Signature Version 4', [['Authorization', aws]], 'github', 'unsigned'],
])('a signature without a scheme is named: %s in %j, by %s', (said, headers, scheme, result) => {
  const verdict = judge(headers, { scheme })
  expect(verdict).toMatchObject({ result, causes: [{ cause: 'other_scheme' }] })
  expect(verdict.reason).toContain(said)
  expect(verdict.reason).toContain(`The header ${headers[0]?.[0]} contains`)
  expect(verdict.hint).not.toContain('platform')
})

test.each<[said: string, scheme: SchemeName | undefined, time: string, causes: string[]]>([
  ['set, with the right signature', 'custom', 'X-Time', []],
  ['set, with the time missing', 'custom', 'X-Other', ['missing_header']],
  ['set, with the signature of a secret that nobody knows', 'custom', 'X-Time', []],
  ['known by a secret alone, with no signature in it', undefined, 'X-Time', ['malformed_header']],
])(
  "a recipe of one's own that is written as the draft is its own scheme: %s",
  (said, scheme, time, causes) => {
    const { custom: recipe } = recipesFor({
      platform_header: 'Signature',
      custom: customRecipe.parse({
        headers: { 'X-Time': '{ts}', Signature: 'keyId="k1",signature="{signature}"' },
        signs: '{ts}.{body}',
        encoding: 'base64',
        key: 'text',
      }),
    })
    const by = said.includes('nobody') ? otherSecret : secret
    const signature = createHmac('sha256', by).update(`${ts}.${body}`).digest('base64')
    const value = said.includes('no signature')
      ? 'keyId="k1", signature=""'
      : `keyId="k1",signature="${signature}"`
    const verdict = judge(
      [
        [time, ts],
        ['Signature', value],
      ],
      {
        scheme,
        secrets: [{ of: ownedBy('it'), secret, recipe }],
      },
    )
    expect(causesIn(verdict)).toEqual(causes)
  },
)

const key = '44782DEF8547DA06A910C4C43C1F54D5AA5F3D2B8A7C6E1F0D9B8A7C6E5F4D3C'
const notification = (sign: string) =>
  JSON.stringify({
    live: 'false',
    notificationItems: [
      {
        NotificationRequestItem: {
          additionalData: {
            hmacSignature: createHmac('sha256', Buffer.from(key, 'hex')).update(sign).digest('base64'),
          },
          amount: { currency: 'EUR', value: 1130 },
          eventCode: 'AUTHORISATION',
          merchantAccountCode: 'TestMerchant',
          merchantReference: 'TestPayment-1407325143704',
          pspReference: '7914073381342284',
          success: 'true',
        },
      },
    ],
  })
const fields = '7914073381342284::TestMerchant:TestPayment-1407325143704:1130:EUR:AUTHORISATION:true'

test.each([
  [undefined, fields, 'it fits the secret of endpoint e.'],
  ['adyen' as const, fields, 'it fits the secret of endpoint e.'],
  ['adyen' as const, 'another', 'no known secret produced it.'],
])('an Adyen payment notification is reported as signed within its body: %s, %s', (scheme, sign, said) => {
  const secrets = [{ of: ownedBy('e'), secret: key }]
  const verdict = judge([['Content-Type', 'application/json']], {
    scheme,
    secrets,
    body: notification(sign),
  })
  expect(verdict).toMatchObject({ result: 'unsigned', causes: [{ cause: 'other_scheme' }] })
  expect(verdict.reason).toContain('additionalData.hmacSignature')
  expect(verdict.reason).toContain(said)
})

test('of many secrets the first hundred are tried, and it is said that there are more', () => {
  const many = Array.from({ length: 100 }, (_, nth) => ({
    of: ownedBy(`${nth}`),
    secret: `${key}${nth + 100}0`,
  }))
  const told = (secrets: typeof many) =>
    judge([['Content-Type', 'application/json']], { secrets, body: notification(fields) }).reason
  const right = { of: ownedBy('e'), secret: key }
  expect(told([...many.slice(1), right])).toContain('it fits the secret of endpoint e.')
  expect(told([...many, right])).toContain('none of the first 100 known secrets produced it.')
})

test("a token like Plaid's with a shared secret is reported with its algorithm", () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const digest = createHash('sha256').update(body).digest('hex')
  const content = `${part({ alg: 'HS256' })}.${part({ iat: 1_700_000_000, request_body_sha256: digest })}`
  const token = `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  const verdict = judge([['Plaid-Verification', token]], { scheme: 'plaid' })
  expect(causesIn(verdict)).toEqual(['malformed_header'])
  expect(verdict.reason).toBe('Plaid-Verification is "a JWT signed with HS256".')
  expect(verdict.hint).toContain('ES256')
})

test('a token by ES256 that has lost its signature is not told to be by another algorithm', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'ES256' })}.${part({ iat: 1_700_000_000 })}`
  const verdict = judge([['Plaid-Verification', token]], { scheme: 'plaid' })
  expect(causesIn(verdict)).toEqual(['malformed_header'])
  expect(verdict.reason).toBe(`Plaid-Verification is "${token}".`)
})

test.each<
  [scheme: SchemeName, header: string, value: (hex: (text: string) => string) => string, theirs: string]
>([
  [
    'stripe',
    'Stripe-Signature',
    (hex) => `ts=${ts};h1=${hex(`${ts}:${body}`)}`,
    'paddle, which uses the header Paddle-Signature',
  ],
  [
    'paddle',
    'Paddle-Signature',
    (hex) => `t=${ts},v1=${hex(`${ts}.${body}`)}`,
    'stripe, which uses the header Stripe-Signature',
  ],
])(
  'a header of %s in the form and signature of another scheme is reported',
  (scheme, header, value, theirs) => {
    const headers: HeaderPair[] = [
      [header, value((text) => createHmac('sha256', secret).update(text).digest('hex'))],
    ]
    const verdict = judge(headers, { scheme })
    expect(causesIn(verdict)).toEqual(['other_scheme'])
    expect(verdict.reason).toBe(`${header} has the format and the signature of ${theirs}.`)
    const [ofOther] = sample(scheme === 'stripe' ? ['{}'] : [], ['{}'])
    if (ofOther) expect(causesIn(judge(headers, { scheme, body: ofOther }))).not.toContain('other_scheme')
  },
)
