import { createHash, createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Capture, ControlError, Exchange } from '../../../server/wire.ts'
import { partsOf, startRawReceiver } from '../../helpers/raw-receiver.ts'
import { sized, startCaptures } from '../world.ts'

/** A capture of a signed delivery, ten minutes old, and a receiver that is not the sandbox. */
async function startStale(over: Record<string, unknown> = {}) {
  const sandbox = await startCaptures({ delivery: { timestamps: 'clock' } })
  const subscription = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  if (Object.keys(over).length > 0)
    await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, over)
  await sandbox.clock({ mode: 'manual', set: '2026-03-01T09:00:00Z' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const capture = await sandbox.newestCapture()
  await sandbox.clock({ advance: '10m' })
  const receiver = await startRawReceiver()
  const url = `http://127.0.0.1:${receiver.port}/`

  return {
    ...sandbox,
    subscription,
    captured: capture,
    receiver,
    /** What the receiver gets of a replay. */
    async replayed(asked: Record<string, unknown>, of: Capture = capture) {
      const { exchange } = await sandbox.post<{ exchange: Exchange }>(`/sandbox/captures/${of.id}/replay`, {
        url,
        ...asked,
      })
      expect(exchange.outcome).toMatchObject({ kind: 'responded', status: 200 })
      const { head, body } = receiver.requests.at(-1) ?? { head: '', body: Buffer.alloc(0) }
      return { headers: partsOf(head).headers, body }
    },
    /** What a receiver says that checks with this secret at a time of the sandbox's clock. */
    async verdictOf({ headers, body }: { headers: [string, string][]; body: Buffer }, secret: string) {
      const { verdict } = await sandbox.post<{
        verdict: { result: string; scheme: string; causes: { cause: string }[] }
      }>('/sandbox/verify', { headers, body_base64: body.toString('base64'), secret })
      return verdict
    },
  }
}

const valueIn = (headers: readonly (readonly [string, string])[], name: string) =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1]

test('a verifying receiver refuses the same bytes as stale, and accepts them signed again', async () => {
  const world = await startStale()
  const { secret } = world.subscription
  const stale = await world.replayed({})
  expect(stale.headers.slice(1)).toEqual(world.captured.headers.slice(1))
  expect(await world.verdictOf(stale, secret)).toMatchObject({ result: 'failed' })
  const fresh = await world.replayed({ sign: true })
  expect(await world.verdictOf(fresh, secret)).toMatchObject({ result: 'verified' })
  expect(fresh.body).toEqual(stale.body)
  expect(valueIn(fresh.headers, 'webhook-id')).toBe(world.captured.webhook_id)
  expect(fresh.headers.map(([name]) => name)).toEqual(stale.headers.map(([name]) => name))
})

test('a published library accepts the new signature and refuses the old one', async () => {
  const world = await startStale({ scheme: 'standard-webhooks' })
  await world.clock({ mode: 'real' })
  const receive = ({ headers, body }: { headers: [string, string][]; body: Buffer }) =>
    new Webhook(world.subscription.secret).verify(body.toString(), Object.fromEntries(headers))
  const fresh = await world.replayed({ sign: true })
  expect(receive(fresh)).toMatchObject({ event: 'card.created' })
  const stale = await world.replayed({})
  expect(() => receive(stale)).toThrow(/too old/)
})

test('an edited body is signed as it is now', async () => {
  const world = await startStale()
  const edited = await world.replayed({ sign: true, body: '{"event":"card.created","edited":true}' })
  expect(await world.verdictOf(edited, world.subscription.secret)).toMatchObject({ result: 'verified' })
  const unsigned = await world.replayed({ body: '{"edited":true}' })
  expect(await world.verdictOf(unsigned, world.subscription.secret)).toMatchObject({ result: 'failed' })
})

test('a capture that nobody signed is signed by what is given: a secret, a subscription, an endpoint', async () => {
  const world = await startStale()
  const plain = await world.catch(
    { headers: [sized('{"a":1}'), 'Content-Type: application/json'] },
    '{"a":1}',
  )
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3'
  const bySecret = await world.replayed({ sign: { secret, scheme: 'standard-webhooks' } }, plain)
  expect(await world.verdictOf(bySecret, secret)).toMatchObject({
    result: 'verified',
    scheme: 'standard-webhooks',
  })
  const bySubscription = await world.replayed({ sign: { subscription_id: world.subscription.id } }, plain)
  expect(await world.verdictOf(bySubscription, world.subscription.secret)).toMatchObject({
    result: 'verified',
  })
  await world.post('/sandbox/endpoints', { name: 'github', scheme: 'github', secret: 'key' })
  const byEndpoint = await world.replayed({ sign: { endpoint: 'github' } }, plain)
  expect(await world.verdictOf(byEndpoint, 'key')).toMatchObject({ result: 'verified', scheme: 'github' })
})

test('the content covered by a message signature is sent along for verification', async () => {
  const sandbox = await startCaptures()
  const scheme = 'http-message-signatures'
  await sandbox.post('/sandbox/endpoints', { name: 'covered', scheme, secret: 'key' })
  const { id } = await sandbox.catch({ path: '/in/covered', headers: [sized('{"a":1}')] }, '{"a":1}')
  await sandbox.post(`/sandbox/captures/${id}/replay`, { sign: { endpoint: 'covered' } })
  const { headers, verdict } = await sandbox.newestCapture()
  const digest = createHash('sha256').update('{"a":1}').digest('base64')
  expect(valueIn(headers, 'content-digest')).toBe(`sha-256=:${digest}:`)
  expect(verdict).toMatchObject({ result: 'verified', scheme })
})

test('another scheme takes the place of the one that came', async () => {
  const world = await startStale({ scheme: 'standard-webhooks' })
  const { headers, body } = await world.replayed({ sign: { secret: 'key', scheme: 'github' } })
  expect(valueIn(headers, 'webhook-signature')).toBeUndefined()
  expect(await world.verdictOf({ headers, body }, 'key')).toMatchObject({
    result: 'verified',
    scheme: 'github',
  })
})

test('where nothing says whose secret, it is asked for', async () => {
  const sandbox = await startCaptures()
  const { id } = await sandbox.catch({ path: '/in/nobody', headers: [sized('a')] }, 'a')
  const answer = async (sign: unknown) => {
    const { status, body } = await sandbox.request<{ error: { code: string } }>(
      'POST',
      `/sandbox/captures/${id}/replay`,
      { sign },
    )
    return [status, body.error.code]
  }
  expect(await answer(true)).toEqual([422, 'invalid_field'])
  expect(await answer({ subscription_id: 'x' })).toEqual([404, 'subscription_unknown'])
  expect(await answer({ endpoint: 'x' })).toEqual([404, 'endpoint_unknown'])
  expect(await answer({ endpoint: 'nobody' })).toEqual([422, 'invalid_field'])
})

test('a replay signs with the matching secret of the config', async () => {
  const sandbox = await startCaptures({
    signing: { secrets: [{ name: 'shop', secret: 'abc', scheme: 'shopify' }] },
  })
  const signature = (body: string) => createHmac('sha256', 'abc').update(body).digest('base64')
  const { id } = await sandbox.catch(
    { headers: [sized('{"n":1}'), `X-Shopify-Hmac-Sha256: ${signature('{"n":1}')}`] },
    '{"n":1}',
  )
  const asked = { sign: true, body: '{"n":2}' }
  const { exchange } = await sandbox.post<{ exchange: Exchange }>(`/sandbox/captures/${id}/replay`, asked)
  expect(valueIn(exchange.request.headers, 'x-shopify-hmac-sha256')).toBe(signature('{"n":2}'))
  expect(exchange.request.headers.map(([name]) => name.toLowerCase())).toEqual([
    'host',
    'connection',
    'content-length',
    'x-shopify-hmac-sha256',
  ])
  expect((await sandbox.newestCapture()).verdict.result).toBe('verified')
})

test.each([
  ['standard-webhooks', 'whsec_!!'],
  ['adyen', 'no hex'],
  ['standard-webhooks-ed25519', `whpk_${Buffer.alloc(32, 1).toString('base64')}`],
  ['plaid', '{"kty":"EC"}'],
  ['http-message-signatures', 'whsk_short'],
])('%s is not signed with %s: nothing would be in its header', async (scheme, secret) => {
  const sandbox = await startCaptures()
  const { id } = await sandbox.catch({ headers: [sized('{}')] }, '{}')
  const { status, body } = await sandbox.request<ControlError>('POST', `/sandbox/captures/${id}/replay`, {
    sign: { scheme, secret },
  })
  expect([status, body.error.message]).toEqual([
    422,
    `sign: ${scheme} cannot sign with this secret: the secret is a public key, or not a key of this scheme.`,
  ])
  expect(body.error.fix).toMatch(/^The key must have this form: .*\.$/)
})
