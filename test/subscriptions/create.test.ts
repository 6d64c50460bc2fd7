import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Subscription } from '../../server/wire.ts'
import { expectRefused } from '../control/refused.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const path = '/sandbox/subscriptions'
interface Made {
  subscription: Subscription
  warnings: string[]
}

test('a subscription is made with all of its settings, and its own secret signs', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  const settings = {
    ...{ url: receiver.url, events: ['card*'], identity: 'shop', description: 'Cards', secret },
    ...{ scheme: 'standard-webhooks', fault: 'duplicate(2)', ordered: true, concurrency: 2 },
    ...{ timeout_ms: 1500, retry_delays: ['1m'] },
  }
  const { status, body } = await sandbox.request<Made>('POST', path, settings)
  expect([status, body]).toMatchObject([
    201,
    { subscription: { ...settings, status: 'enabled' }, warnings: [] },
  ])
  expect((await sandbox.get<{ subscriptions: unknown[] }>(path)).subscriptions).toEqual([body.subscription])
  await sandbox.trigger('card.created', { subscription_id: body.subscription.id })
  await sandbox.settle()
  const [request] = receiver.requests
  const headers = { ...request?.headers } as Record<string, string>
  expect(new Webhook(secret).verify(`${request?.body}`, headers)).toMatchObject({ event: 'card.created' })
})

test('an address alone is enough, and warnings come with the subscription', async () => {
  const sandbox = await startSandbox()
  const { body } = await sandbox.request<Made>('POST', path, { url: 'http://8.8.8.8/' })
  expect(body.subscription).toMatchObject({ events: ['*'], identity: 'demo', scheme: 'standard-webhooks' })
  expect(body.subscription.secret).toMatch(/^whsec_/)
  expect(body.warnings).toHaveLength(1)
  const { id } = body.subscription
  const changed = await sandbox.request<Made>('PATCH', `${path}/${id}`, { events: ['crad*'] })
  expect(changed.body.warnings).toHaveLength(1)
})

test('a new secret of your own ends the secret before, which stays known', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id, secret: old } = await sandbox.subscribe('http://127.0.0.1:9/')
  const changed = await sandbox.request<Made>('PATCH', `${path}/${id}`, { secret })
  const until = '2026-01-01T00:00:00.000000Z'
  expect(changed.body.subscription).toMatchObject({ secret, old_secrets: [{ secret: old, until }] })
  const again = await sandbox.request<Made>('PATCH', `${path}/${id}`, { secret })
  expect(again.body.subscription.old_secrets).toEqual([{ secret: old, until }])
})

test.each([
  [{ secret: `v1,${secret}` }, /v1,/, /^Drop the leading v1,$/],
  [{ secret: 'whsec_AA$EC' }, /\$/],
  [{ scheme: 'stripe', secret: `v1,${secret}` }, /v1,/],
  [
    { scheme: 'standard-webhooks-ed25519', secret: 'whpk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' },
    /public/,
  ],
  [{ identity: 'nobody' }, /^identity: .*nobody/, /shop/],
  [{ url: 'localhost:3000' }, /^url: /],
])('%j is refused with the part that is wrong, and nothing is made', async (over, message, fix = /./) => {
  const sandbox = await startSandbox({ auth: { keys: [{ authorization: 'key', identity: 'shop' }] } })
  const answer = await sandbox.request('POST', path, { url: 'http://127.0.0.1:9/', ...over })
  expectRefused(answer, { status: 422, code: 'invalid_field', message, fix })
  expect((await sandbox.get<{ subscriptions: unknown[] }>(path)).subscriptions).toEqual([])
})

test('another scheme is refused while the secret does not fit it', async () => {
  const sandbox = await startSandbox()
  const made = await sandbox.request<Made>('POST', path, {
    ...{ url: 'http://127.0.0.1:9/', scheme: 'stripe', secret: 'a passphrase' },
  })
  const at = `${path}/${made.body.subscription.id}`
  expectRefused(await sandbox.request('PATCH', at, { scheme: 'standard-webhooks' }), {
    ...{ status: 422, code: 'invalid_field', message: /^secret: / },
  })
  expect((await sandbox.request('PATCH', at, { scheme: 'standard-webhooks', secret })).status).toBe(200)
})

test('a subscription is removed with what waits for it', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  await sandbox.trigger('card.created')
  const { status, body } = await sandbox.request<Made>('DELETE', `${path}/${id}`)
  expect([status, body.subscription.id]).toEqual([200, id])
  expect((await sandbox.get<{ subscriptions: unknown[] }>(path)).subscriptions).toEqual([])
  expect(await sandbox.deliveries()).toMatchObject([{ state: 'cancelled' }])
  expectRefused(await sandbox.request('DELETE', `${path}/${id}`), {
    status: 404,
    code: 'subscription_unknown',
  })
})

test('signing.default_secret is the secret of each subscription that names none, where its scheme can sign with it', async () => {
  const sandbox = await startSandbox({ signing: { default_secret: secret } })
  const secretOf = async (body: object) =>
    (await sandbox.request<Made>('POST', path, { url: 'http://127.0.0.1:9/', ...body })).body.subscription
      .secret
  expect(await secretOf({})).toBe(secret)
  expect((await sandbox.subscribe('http://127.0.0.1:9/')).secret).toBe(secret)
  expect(await secretOf({ secret: `${secret.slice(0, -2)}AA` })).toBe(`${secret.slice(0, -2)}AA`)
  const { id } = (await sandbox.request<Made>('POST', path, { url: 'http://127.0.0.1:9/' })).body.subscription
  const rotated = await sandbox.request<Made>('POST', `${path}/${id}/rotate-secret`, {})
  expect(rotated.body.subscription.secret).not.toBe(secret)
  const { config } = await sandbox.get<{ config: { key: string; value: unknown }[] }>('/sandbox/config')
  expect(JSON.stringify(config)).not.toContain(secret)
})

test('a default secret that a scheme cannot sign with is not used for that scheme', async () => {
  const sandbox = await startSandbox({ signing: { default_secret: 'any text' } })
  const { body } = await sandbox.request<Made>('POST', path, { url: 'http://127.0.0.1:9/' })
  expect(body.subscription.secret).toMatch(/^whsec_/)
  const stripe = await sandbox.request<Made>('POST', path, { url: 'http://127.0.0.1:9/', scheme: 'stripe' })
  expect(stripe.body.subscription.secret).toBe('any text')
})
