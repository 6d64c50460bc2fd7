import { expect, test } from 'vitest'
import type { Subscription } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { ways } from '../verification/every-scheme.ts'

const custom = { headers: { 'X-Own-Signature': 't={ts},v1={signature}' }, signs: '{ts}.{url}.{body}' }

async function subscribed(sandbox: TestSandbox, settings: object): Promise<string> {
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/demo/hooks?x=1`)
  const answer = await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, settings)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return id
}

const rows = ways
  .filter(({ scheme, name }) => scheme !== 'custom' && !name.includes('notification_url'))
  .map(({ name, scheme }) => ({ name, scheme, options: JSON.parse(/\{.*\}/.exec(name)?.[0] ?? '{}') }))

test.each([...rows, { name: 'custom of the config', scheme: 'custom', options: {} }])(
  'a delivery signed as $name is verified where it arrives, and knows its delivery',
  async ({ scheme, options }) => {
    const sandbox = await startSandbox({ signing: { custom } })
    const id = await subscribed(sandbox, { scheme, scheme_options: options })
    const { deliveries } = await sandbox.trigger('card.created')
    await sandbox.settle()
    const { verdict, delivery_id } = await sandbox.newestCapture()
    expect(verdict).toMatchObject({ result: 'verified', scheme, secret_of: ownedBy(`subscription ${id}`) })
    expect(delivery_id).toBe(deliveries[0]?.id)
  },
)

test('the old secret counts during an overlap, and is identified as old afterwards', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const id = await subscribed(sandbox, { scheme: 'github' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { headers, body } = await sandbox.newestCapture()
  const again = async () => {
    const sent = headers.filter(([name]) => /^(?:x-|content-type)/i.test(name))
    await sandbox.request('POST', '/in/demo/hooks?x=1', body ?? '', Object.fromEntries(sent))
    return (await sandbox.newestCapture()).verdict
  }
  const rotated = await sandbox.post<{ subscription: Subscription }>(
    `/sandbox/subscriptions/${id}/rotate-secret`,
    { overlap: '1h' },
  )
  expect(rotated.subscription.old_secrets).toHaveLength(1)
  expect((await again()).result).toBe('verified')
  await sandbox.clock({ advance: '2h' })
  const verdict = await again()
  expect([verdict.result, verdict.causes[0]?.cause]).toEqual(['failed', 'old_secret'])
})

test('the public keys of subscriptions that sign asymmetrically are served by their ids', async () => {
  const sandbox = await startSandbox()
  expect(await sandbox.get('/sandbox/keys')).toEqual({ keys: [] })
  await subscribed(sandbox, { scheme: 'plaid' })
  const { keys } = await sandbox.get<{ keys: { kid: string }[] }>('/sandbox/keys')
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256' }])
  expect(await sandbox.get(`/sandbox/keys/${keys[0]?.kid}`)).toEqual({ key: keys[0] })
  expect((await sandbox.request('GET', '/sandbox/keys/nothing')).status).toBe(404)
})
