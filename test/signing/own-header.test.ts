import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verify } from '../../server/signing/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { body, judge, secret, signedAt, url } from './world.ts'

const key = Buffer.from(secret.slice(6), 'base64')
const hmac = (content: string, by: string | Buffer = secret, digest = 'sha256') =>
  createHmac(digest, by).update(content)
const ts = String(signedAt)

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
  ['the address', [['X-Acme-Mac', hmac(url + body).digest('hex')]], { signs: '{url}{body}' }],
])('a signature in a header that no scheme has is told with its recipe: %s', (_vendor, headers, recipe) => {
  const verdict = judge(headers, { url })
  expect(verdict).toMatchObject({ result: 'unsigned', causes: [{ cause: 'other_scheme', proved: true }] })
  expect(verdict.reason).toContain('by the secret of subscription s1')
  expect(verdict.hint).toMatch(/^Set the scheme of this endpoint to custom, with scheme_options \{.*\}\.$/)
  expect(recipeIn(verdict.hint)).toMatchObject(recipe)
  expect(JSON.stringify(verdict)).not.toContain(secret.slice(6))
})

const recipeIn = (hint: string | null) => JSON.parse(/\{.*\}/.exec(hint ?? '')?.[0] ?? 'null')

test('of a header whose digest is of anything else nothing is told', () => {
  const other = hmac('another body').digest('hex')
  expect(judge([['X-Gitea-Signature', other]])).toMatchObject({ result: 'unsigned', causes: [] })
  expect(judge([['X-Request-Id', 'evt_1']])).toMatchObject({ explained: true, causes: [] })
})

test('it is looked for behind the reply', () => {
  const headers: HeaderPair[] = [['X-Gitea-Signature', hmac(body).digest('hex')]]
  const secrets = [{ of: 'the test', secret }]
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
