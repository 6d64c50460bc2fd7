import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CatalogueScheme, ControlError, Subscription } from '../../../server/wire.ts'
import { expectRefused } from '../../control/refused.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

const custom = { headers: { 'X-Own': '{ts}:{signature}' }, signs: '{ts}.{body}' }

/** A sandbox with a subscription to its own endpoint `x`, or to another address. */
async function startWorld({ url, config }: { url?: string; config?: Record<string, unknown> } = {}) {
  const sandbox = await startSandbox(config)
  const { id } = await sandbox.subscribe(url ?? `${sandbox.url}/in/x`)
  const patch = (body: Record<string, unknown>) =>
    sandbox.request<{ subscription: Subscription } & ControlError>(
      'PATCH',
      `/sandbox/subscriptions/${id}`,
      body,
    )
  const subscription = async () =>
    (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions[0]
  return { sandbox, id, patch, subscription }
}

test('a subscription is switched from scheme to scheme, through all of the catalogue, and each delivery verifies', async () => {
  const { sandbox, patch } = await startWorld({ config: { signing: { custom } } })
  const { schemes } = await sandbox.get<{ schemes: CatalogueScheme[] }>('/sandbox/catalogue/schemes')
  await sandbox.post('/sandbox/endpoints', { name: 'x' })
  const results: Record<string, unknown> = {}
  for (const { scheme } of schemes) {
    await sandbox.request('PATCH', '/sandbox/endpoints/x', { scheme })
    expect((await patch({ scheme })).body.subscription.scheme).toBe(scheme)
    const { deliveries } = await sandbox.trigger('card.created')
    await sandbox.settle()
    const { verdict } = await sandbox.newestCapture()
    const { scheme: kept, state } = await sandbox.delivery(deliveries[0]?.id ?? '')
    results[scheme] = [kept, state, verdict.result]
  }
  expect(Object.keys(results)).toHaveLength(19)
  for (const { scheme } of schemes)
    expect(results[scheme], scheme).toEqual([
      scheme,
      'succeeded',
      scheme === 'none' ? 'unsigned' : 'verified',
    ])
})

test('a delivery keeps the scheme that it was made with, whatever is set before its retry', async () => {
  const receiver = await startReceiver([503, 200])
  const { sandbox, patch } = await startWorld({ url: receiver.url })
  await sandbox.clock({ mode: 'manual' })
  await patch({ scheme: 'stripe' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await patch({ scheme: 'github' })
  await sandbox.clock({ advance: '2m' })
  expect(
    receiver.requests.map(({ headers }) => [headers['stripe-signature'], headers['x-hub-signature-256']]),
  ).toEqual(Array(2).fill([expect.any(String), undefined]))
})

test('options belong to their scheme: they stay when something else changes, and go when the scheme does', async () => {
  const { patch, subscription } = await startWorld()
  await patch({ scheme: 'platform', scheme_options: { header: 'X-Own' } })
  await patch({ ordered: true })
  await patch({ scheme: 'platform' })
  expect(await subscription()).toMatchObject({ scheme: 'platform', scheme_options: { header: 'X-Own' } })
  await patch({ scheme: 'stripe' })
  expect(await subscription()).toMatchObject({ scheme: 'stripe', scheme_options: {} })
})

test.each([
  [{ scheme: 'nobodys-own' }, /^scheme/],
  [{ scheme: 'stripe', scheme_options: { header: 'X' } }, /the scheme stripe has no option header/],
  [{ scheme: 'platform', scheme_options: { headre: 'X' } }, /Its options: header/],
  [{ scheme_options: { header: 'X' } }, /the scheme standard-webhooks has no option header/],
  [{ scheme: 'custom' }, /custom has no recipe/],
  [{ scheme: 'custom', scheme_options: { signs: '{body}' } }, /custom has no recipe/],
  [{ scheme: 'custom', scheme_options: { ...custom, signs: '{bdy}' } }, /unknown placeholder \{bdy\}/],
  [
    { scheme: 'custom', scheme_options: { headers: { 'X-A': '{signature}' }, signs: '{ts}.{body}' } },
    /scheme_options\.headers: a header must contain \{ts\}, because signs contains \{ts\}/,
  ],
  [
    { scheme: 'custom', scheme_options: { headers: { 'X-A': '{id}' }, signs: '{body}' } },
    /exactly one header must contain \{signature\}/,
  ],
  [{ scheme: 'platform', scheme_options: { header: 'webhook-id' } }, /is set by the sandbox itself/],
  [{ scheme: 'platform', scheme_options: { header: 'Content-Type' } }, /is set by the sandbox itself/],
])('%j is refused, and nothing of it is kept', async (settings, message) => {
  const { patch, subscription } = await startWorld()
  const before = await subscription()
  expectRefused(await patch({ ordered: true, ...settings }), { status: 422, code: 'invalid_field', message })
  expect(await subscription()).toEqual(before)
})

test('custom without one in the config is made whole by its options', async () => {
  const { sandbox, patch } = await startWorld()
  expect((await patch({ scheme: 'custom', scheme_options: custom })).status).toBe(200)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { verdict, headers } = await sandbox.newestCapture()
  expect([verdict.result, verdict.scheme]).toEqual(['verified', 'custom'])
  expect(headers.map(([name]) => name)).toContain('X-Own')
})

test('a receiver verifies with the published public key, which the key set contains too', async () => {
  const receiver = await startReceiver()
  const { sandbox, id, patch } = await startWorld({ url: receiver.url })
  expect((await patch({})).body.subscription.public_key).toBeNull()
  const isVerified = (publicKey: string | null | undefined, at: number) => {
    const request = receiver.requests[at]
    if (!request) throw new Error('nothing came')
    const { headers, body } = request
    const signed = Buffer.concat([
      Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
      body,
    ])
    const x = Buffer.from(publicKey?.replace('whpk_', '') ?? '', 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const signatures = String(headers['webhook-signature']).split(' ')
    return signatures.map((text) => verify(null, signed, key, Buffer.from(text.slice(4), 'base64')))
  }
  const first = (await patch({ scheme: 'standard-webhooks-ed25519' })).body.subscription.public_key
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(first).toMatch(/^whpk_/)
  expect(isVerified(first, 0)).toEqual([true])
  const { subscription } = await sandbox.post<{ subscription: Subscription }>(
    `/sandbox/subscriptions/${id}/rotate-secret`,
  )
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(subscription.public_key).not.toBe(first)
  expect([isVerified(subscription.public_key, 1), isVerified(first, 1)]).toEqual([
    [true, false],
    [false, true],
  ])
  const { keys } = await sandbox.get<{ keys: { x: string }[] }>('/sandbox/keys')
  const told = keys.map(({ x }) => `whpk_${Buffer.from(x, 'base64url').toString('base64')}`)
  expect(told).toEqual([subscription.public_key, first])
})
