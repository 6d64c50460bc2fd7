import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { verify } from '../../server/verification/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { hmac, judgedBy, recipeIn } from '../signing/own-recipe.ts'
import { causesIn as all, body, judge, secret, signedAt, url } from './world.ts'

const key = Buffer.from(secret.slice(6), 'base64')
const ts = String(signedAt)
const sha = (content: string) => createHash('sha256').update(content).digest('hex')

/** Headers of vendors that no scheme stands for, and of services at home, by what they document. */
test.each<[vendor: string, headers: HeaderPair[], recipe: object]>([
  ['Gitea', [['X-Gitea-Signature', hmac(body).digest('hex')]], { signs: '{body}' }],
  [
    'Typeform',
    [['Typeform-Signature', `sha256=${hmac(body).digest('base64')}`]],
    { headers: { 'Typeform-Signature': 'sha256={signature}' }, signs: '{body}', encoding: 'base64' },
  ],
  [
    'WooCommerce',
    [['X-WC-Webhook-Signature', hmac(body).digest('base64')]],
    { headers: { 'X-WC-Webhook-Signature': '{signature}' }, encoding: 'base64' },
  ],
  [
    'Calendly',
    [['Calendly-Webhook-Signature', `t=${ts},v1=${hmac(`${ts}.${body}`).digest('hex')}`]],
    { headers: { 'Calendly-Webhook-Signature': 't={ts},v1={signature}' }, signs: '{ts}.{body}' },
  ],
  [
    'a time in a header of its own, in milliseconds',
    [
      ['X-Request-Timestamp', `${ts}000`],
      ['X-Acme-Hmac', hmac(`${ts}000${body}`, key, 'sha512').digest('hex')],
    ],
    {
      headers: { 'X-Request-Timestamp': '{ts}', 'X-Acme-Hmac': '{signature}' },
      signs: '{ts}{body}',
      digest: 'sha512',
      key: 'base64',
      time: 'milliseconds',
    },
  ],
  [
    'an id and a time',
    [
      ['X-Acme-Id', 'evt_1'],
      ['X-Acme-Timestamp', ts],
      ['X-Acme-Mac', hmac(`evt_1.${ts}.${body}`).digest('hex')],
    ],
    {
      headers: { 'X-Acme-Id': '{id}', 'X-Acme-Timestamp': '{ts}', 'X-Acme-Mac': '{signature}' },
      signs: '{id}.{ts}.{body}',
    },
  ],
  ...[
    [new Date(signedAt * 1000).toISOString(), 'iso'],
    [`${ts}000`, 'milliseconds'],
  ].map(([came, time]): [string, HeaderPair[], object] => [
    `a time in ${time} beside the signature that is not signed`,
    [['X-Acme-Mac', `t=${came},s=${hmac(body).digest('hex')}`]],
    { headers: { 'X-Acme-Mac': 't={ts},s={signature}' }, signs: '{body}', time },
  ]),
  ['the address', [['X-Acme-Mac', hmac(url + body).digest('hex')]], { signs: '{url}{body}' }],
  ...['v0:{ts}:{body}', '{body}.{ts}', '{body}{ts}', '{ts}\n{body}', '{ts}|{body}'].map(
    (signs): [string, HeaderPair[], object] => [
      JSON.stringify(signs),
      [
        ['X-Acme-Timestamp', ts],
        ['X-Acme-Mac', hmac(signs.replace('{ts}', ts).replace('{body}', body)).digest('hex')],
      ],
      { signs },
    ],
  ),
  [
    'an id and no time',
    [
      ['X-Acme-Id', 'evt_1'],
      ['X-Acme-Mac', hmac(`evt_1.${body}`).digest('hex')],
    ],
    { headers: { 'X-Acme-Id': '{id}', 'X-Acme-Mac': '{signature}' }, signs: '{id}.{body}' },
  ],
  [
    'Twitch, behind a proxy that adds an id of its own',
    [
      ['X-Request-Id', '7f3a'],
      ['Twitch-Eventsub-Message-Id', 'e76c6bd4'],
      ['Twitch-Eventsub-Message-Timestamp', '2023-11-14T22:13:20.634234626Z'],
      [
        'Twitch-Eventsub-Message-Signature',
        `sha256=${hmac(`e76c6bd42023-11-14T22:13:20.634234626Z${body}`).digest('hex')}`,
      ],
    ],
    {
      headers: {
        'Twitch-Eventsub-Message-Id': '{id}',
        'Twitch-Eventsub-Message-Timestamp': '{ts}',
        'Twitch-Eventsub-Message-Signature': 'sha256={signature}',
      },
      signs: '{id}{ts}{body}',
      time: 'iso',
    },
  ],
  [
    'HubSpot, its third version',
    [
      ['X-HubSpot-Request-Timestamp', `${ts}123`],
      ['X-HubSpot-Signature-v3', hmac(`POST${url}${body}${ts}123`).digest('base64')],
    ],
    { signs: 'POST{url}{body}{ts}', time: 'milliseconds', encoding: 'base64' },
  ],
  [
    'Revolut',
    [
      ['Revolut-Request-Timestamp', `${ts}123`],
      ['Revolut-Signature', `v1=${hmac(`v1.${ts}123.${body}`).digest('hex')}`],
    ],
    { signs: 'v1.{ts}.{body}', time: 'milliseconds' },
  ],
  [
    'Trello',
    [['X-Trello-Webhook', hmac(body + url, secret, 'sha1').digest('base64')]],
    { signs: '{body}{url}', digest: 'sha1', encoding: 'base64' },
  ],
  [
    'Box, whose time is not of UTC',
    [
      ['BOX-DELIVERY-TIMESTAMP', '2023-11-14T15:13:20-07:00'],
      ['BOX-SIGNATURE-PRIMARY', hmac(`${body}2023-11-14T15:13:20-07:00`).digest('base64')],
    ],
    { signs: '{body}{ts}', time: 'iso' },
  ],
  ['a plain hash with the secret', [['X-Acme-Mac', sha(secret + body)]], { signs: '{secret}{body}' }],
  ['a plain hash with the secret behind', [['X-Acme-Mac', sha(body + secret)]], { signs: '{body}{secret}' }],
  ['a digest of the body', [['X-Acme-Mac', hmac(sha(body)).digest('hex')]], { signs: '{body_sha256}' }],
  [
    'a time and a digest of the body',
    [['X-Acme-Mac', `t=${ts},v1=${hmac(`${ts}.${sha(body)}`).digest('hex')}`]],
    { signs: '{ts}.{body_sha256}' },
  ],
])('a signature in a header of no scheme is reported with its recipe: %s', (_vendor, headers, recipe) => {
  const verdict = judge(headers, { url })
  expect(verdict).toMatchObject({ result: 'unsigned', causes: [{ cause: 'other_scheme', proved: true }] })
  expect(verdict.reason).toContain('made with the secret of subscription s1')
  expect(verdict.hint).toMatch(/^Set this endpoint's scheme to custom, with scheme_options \{.*\}\.$/)
  expect(recipeIn(verdict.hint)).toMatchObject(recipe)
  expect(judgedBy(verdict, headers)).toBe('verified')
  expect(JSON.stringify(verdict)).not.toContain(secret.slice(6))
})

const digest = hmac(body).digest()
const hex = digest.toString('hex')
/** Its base64 has neither + nor / with this body. */
const letters = '{"n":8}'
test.each<[said: string, value: string, template: string, came?: string]>([
  ['base64url, as Node writes it', digest.toString('base64url'), '{signature}'],
  ['base64url with its padding, as Python writes it', `${digest.toString('base64url')}=`, '{signature}='],
  ['base64 without padding', hmac(letters).digest('base64url'), '{signature}', letters],
  ['hex behind 0x', `0x${hex}`, '0x{signature}'],
  ['hex behind \\x, as Postgres prints it', `\\x${hex}`, '\\x{signature}'],
  ['hex behind a word and a colon', `sha256: ${hex}`, 'sha256: {signature}'],
  ['hex in quotation marks', `"${hex}"`, '"{signature}"'],
  ['SHA-512 in base64url', hmac(body, secret, 'sha512').digest('base64url'), '{signature}'],
  [
    'SHA-1 in base64 behind a word',
    `sha1=${hmac(body, secret, 'sha1').digest('base64')}`,
    'sha1={signature}',
  ],
  [
    'a list that says no more than the key and the algorithm',
    `keyId="k1",algorithm="hmac-sha256",signature="${digest.toString('base64')}"`,
    'keyId="k1",algorithm="hmac-sha256",signature="{signature}"',
  ],
  ['a time behind it', `v1=${hmac(`${ts}.${body}`).digest('hex')}, t=${ts}`, 'v1={signature}, t={ts}'],
  [
    'a time of ISO 8601',
    `t=2023-11-14T22:13:20Z,v1=${hmac(`2023-11-14T22:13:20Z.${body}`).digest('hex')}`,
    't={ts},v1={signature}',
  ],
])(
  'a signature is found in any encoding, and the reported recipe verifies it: %s',
  (_said, value, template, came) => {
    const headers: HeaderPair[] = [['X-Acme-Mac', value]]
    const verdict = judge(headers, { url, body: came ?? body })
    expect(all(verdict)).toEqual(['other_scheme'])
    expect(recipeIn(verdict.hint).headers).toEqual({ 'X-Acme-Mac': template })
    if (!came) expect(judgedBy(verdict, headers)).toBe('verified')
  },
)

test('of Authorization it is not said that no scheme has it', () => {
  const headers: HeaderPair[] = [['Authorization', `Bearer ${hex}`]]
  const verdict = judge(headers)
  expect(verdict.reason).toBe(
    'Authorization does not contain Basic credentials, but a signature over {body}, made with the secret of subscription s1.',
  )
  expect(judgedBy(verdict, headers)).toBe('verified')
})

test.each<[flaw: string, value: string, right: string]>([
  ['letter_case', hex.toUpperCase(), hex],
  ['letter_case', `sha256=${hex.toUpperCase()}`, `sha256=${hex}`],
  ['hex_notation', hex.replace(/..(?!$)/g, '$&:'), hex],
  ['hex_notation', hex.toUpperCase().replace(/..(?!$)/g, '$&-'), hex],
  ['double_encoded', Buffer.from(hex).toString('base64'), hex],
  ['double_encoded', Buffer.from(digest.toString('base64')).toString('hex'), hex],
  ['padding_missing', digest.toString('base64').replace('=', ''), digest.toString('base64')],
])('facts that no recipe can express are reported beside the recipe: %s of %s', (flaw, value, right) => {
  const verdict = judge([['X-Acme-Mac', value]], { url })
  expect(all(verdict)).toEqual(['other_scheme', flaw])
  expect(verdict.hint).toContain('Also correct how the signature is written.')
  expect(judgedBy(verdict, [['X-Acme-Mac', right]])).toBe('verified')
})

test.each([
  `nonce=4711,sig=${hex}`,
  hex.slice(0, 40),
  hex.slice(0, 8),
  `{${hex}}`,
  `sha256=${hex}, sha256=${hex}`,
])('a value that may differ in the next request, or is not a whole digest, gives no finding: %s', (value) => {
  expect(judge([['X-Acme-Mac', value]], { url })).toMatchObject({ result: 'unsigned', causes: [] })
})

test('random signatures in headers of any writing are nobody’s', () => {
  for (let nth = 0; nth < 40; nth++) {
    const bytes = randomBytes([20, 32, 64][nth % 3] ?? 32)
    for (const form of ['hex', 'base64', 'base64url'] as const)
      for (const before of ['', 'sha256=', '0x', `t=${ts},v1=`])
        expect(judge([['X-Acme-Mac', before + bytes.toString(form)]]).causes).toEqual([])
  }
})

test('a header with the digest of anything else gives no finding', () => {
  const other = hmac('another body').digest('hex')
  expect(judge([['X-Gitea-Signature', other]])).toMatchObject({ result: 'unsigned', causes: [] })
  expect(judge([['X-Request-Id', 'evt_1']])).toMatchObject({ explained: true, causes: [] })
})

test('it is looked for behind the reply', () => {
  const headers: HeaderPair[] = [['X-Gitea-Signature', hmac(body).digest('hex')]]
  const secrets = [{ of: ownedBy('the test'), secret }]
  const input = { headers, body: Buffer.from(body), secrets, otherSecrets: [], now: 0 }
  expect(verify(recipes, input, 'quick')).toMatchObject({ explained: false, causes: [] })
  expect(verify(recipes, { ...input, secrets: [] }, 'quick')).toMatchObject({ explained: true })
})

test('an endpoint that is set as the fix says verifies what was unsigned', async () => {
  const sandbox = await startSandbox()
  const name = 'gitea'
  const set = (more: object) =>
    sandbox.request('POST', '/sandbox/endpoints', { name, secret: 's3cret', ...more })
  const arrive = async () => {
    const headers = {
      'x-gitea-signature': hmac(body, 's3cret').digest('hex'),
      'content-type': 'application/json',
    }
    await fetch(`${sandbox.url}/in/${name}`, { method: 'POST', headers, body })
    const { captures } = await sandbox.get<{
      captures: { verdict: { result: string; hint: string | null } }[]
    }>(`/sandbox/captures?endpoint=${name}&limit=1`)
    return captures[0]?.verdict
  }
  await set({})
  const verdict = await arrive()
  expect(verdict?.result).toBe('unsigned')
  await set({ scheme: 'custom', scheme_options: recipeIn(verdict?.hint ?? null) })
  expect((await arrive())?.result).toBe('verified')
})
