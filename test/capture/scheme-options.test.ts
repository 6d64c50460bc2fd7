import { expect, test } from 'vitest'
import { recipeWith } from '../../server/signing/options.ts'
import type { SchemeName } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import type { Endpoint } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { body, secret, signable } from '../verification/world.ts'

const publicUrl = 'https://hooks.example.com/orders'
const custom = { headers: { 'X-Own-Signature': 't={ts},v1={signature}' }, signs: '{ts}.{body}' }

/** Sends what a sender makes who signs by a scheme with these options. */
async function sendAs(sandbox: TestSandbox, scheme: SchemeName, options: object) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = sign(
    recipeWith(recipes, scheme, { ...options }),
    [secret],
    signable({ timestamp, url: publicUrl }),
  )
  const sent = { 'Content-Type': 'application/json', ...Object.fromEntries(headers) }
  await sandbox.request('POST', '/in/orders', body, sent)
  await sandbox.settle()
  return (await sandbox.newestCapture()).verdict
}

test.each<[SchemeName, object]>([
  ['basic', { user: 'alice' }],
  ['square', { notification_url: publicUrl }],
  ['twilio', { notification_url: publicUrl }],
  ['platform', { header: 'X-Own' }],
  ['custom', custom],
])('an endpoint with scheme %s and options %j verifies such a signature', async (scheme, scheme_options) => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'orders', scheme, secret, scheme_options })
  expect(await sandbox.get('/sandbox/endpoints/orders')).toMatchObject({
    endpoint: { scheme, scheme_options },
  })
  expect(await sendAs(sandbox, scheme, scheme_options)).toMatchObject({
    result: 'verified',
    secret_of: ownedBy('orders'),
  })
})

test('a password among the options is what is held against where the endpoint has no secret', async () => {
  const sandbox = await startSandbox()
  const scheme_options = { user: 'alice', password: secret }
  await sandbox.post('/sandbox/endpoints', { name: 'orders', scheme: 'basic', scheme_options })
  expect((await sendAs(sandbox, 'basic', { user: 'alice' })).result).toBe('verified')
  const echoed = await sendAs(sandbox, 'basic', { user: 'alice', password: `${secret}\n` })
  expect(echoed).toMatchObject({
    causes: [{ cause: 'secret_whitespace' }],
    reason: 'The password is the password that is set with a newline after it.',
  })
  const unset = await sendAs(sandbox, 'basic', { user: 'alice', password: 'null' })
  expect(unset.reason).toBe('The password is the word "null": the sender lacks the secret.')
})

test.each<[SchemeName, string]>([
  ['plaid', '{"kty":"RSA"}'],
  ['plaid', '{"kty":"EC"'],
  ['standard-webhooks-ed25519', 'whpk_AAAA'],
  ['http-message-signatures', 'whpk_AAAA'],
  ['standard-webhooks', 'a passphrase'],
  ['svix', 'whsec_'],
  ['adyen', 'whsec-or-hex'],
])(
  'an endpoint of the scheme %s refuses the secret %s, which is not a key of that scheme',
  async (scheme, own) => {
    const sandbox = await startSandbox()
    const asked = { name: 'orders', scheme, secret: own }
    const { status, body: told } = await sandbox.request('POST', '/sandbox/endpoints', asked)
    expect([status, told]).toMatchObject([
      422,
      { error: { code: 'invalid_field', message: expect.stringMatching(/^secret: /) } },
    ])
    expect((await sandbox.request('GET', '/sandbox/endpoints/orders')).status).toBe(404)
    await sandbox.post('/sandbox/endpoints', { name: 'orders', secret: own })
    expect((await sandbox.request('PATCH', '/sandbox/endpoints/orders', { scheme })).status).toBe(422)
  },
)

test('white space around a secret is refused unless the scheme uses the secret as text', async () => {
  const sandbox = await startSandbox()
  const set = (over: object) =>
    sandbox.request('POST', '/sandbox/endpoints', { name: 'orders', secret: `${secret}\n`, ...over })
  expect(await set({ scheme: 'standard-webhooks' })).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_field' } },
  })
  expect((await set({ scheme: 'stripe' })).status).toBe(201)
  expect((await set({ scheme: 'custom', scheme_options: custom })).status).toBe(201)
  const decoded = { scheme_options: { ...custom, key: 'base64' } }
  expect((await sandbox.request('PATCH', '/sandbox/endpoints/orders', decoded)).status).toBe(422)
})

test('a wrong user is reported with both names and without the password', async () => {
  const sandbox = await startSandbox()
  const scheme_options = { user: 'alice' }
  await sandbox.post('/sandbox/endpoints', { name: 'orders', scheme: 'basic', secret, scheme_options })
  const verdict = await sendAs(sandbox, 'basic', { user: 'bob' })
  expect(verdict.causes).toMatchObject([{ cause: 'other_user', expected: 'alice', received: 'bob' }])
  expect(verdict.reason).toBe('The user is "bob" instead of "alice". The password fits.')
  const both = await sendAs(sandbox, 'basic', { user: 'bob', password: 'other' })
  expect(both.reason).toBe('The user is "bob" instead of "alice". The password is wrong too.')
  expect(JSON.stringify([verdict, both])).not.toMatch(/other"|whsec_/)
  // What is wrong with a password alone cannot be proved.
  expect((await sendAs(sandbox, 'basic', { user: 'alice', password: 'other' })).causes).toEqual([])
})

test('options stay with their scheme: another one begins without, and null takes them off', async () => {
  const sandbox = await startSandbox()
  const patch = async (changes: object) => {
    const { status, body: told } = await sandbox.request('PATCH', '/sandbox/endpoints/orders', changes)
    return { status, told: told as { endpoint: Endpoint } }
  }
  const alice = { user: 'alice' }
  await sandbox.post('/sandbox/endpoints', { name: 'orders', scheme: 'basic', scheme_options: alice })
  expect((await patch({ scheme: 'basic', secret })).told.endpoint.scheme_options).toEqual(alice)
  expect((await patch({ scheme: 'github' })).told.endpoint.scheme_options).toEqual({})
  expect(await patch({ scheme_options: alice })).toMatchObject({
    status: 422,
    told: { error: { message: expect.stringContaining('the scheme github has no option user') } },
  })
  await patch({ scheme: 'basic', scheme_options: alice })
  expect((await patch({ scheme_options: null })).told.endpoint).toMatchObject({
    scheme: 'basic',
    scheme_options: {},
  })
  expect((await patch({ scheme: null, scheme_options: alice })).status).toBe(422)
})
