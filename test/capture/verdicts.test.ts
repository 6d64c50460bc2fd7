import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const body = '{"event":"card.created"}'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

function signedBy(key: string, at = new Date()) {
  return {
    'webhook-id': 'evt_own',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('evt_own', at, body),
  }
}

test("a delivery to the sandbox's own receiver is verified by its subscription's secret and knows its delivery", async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/demo/hooks?x=1`)
  const { deliveries, events } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const capture = await sandbox.newestCapture()
  expect(capture).toMatchObject({
    verdict: { result: 'verified' },
    webhook_id: events[0]?.id,
    delivery_id: deliveries[0]?.id,
    event: 'card.created',
  })
  expect(capture.verdict.secret_of).toMatchObject(ownedBy(`subscription ${id}`))
})

test.each(['localhost', '127.0.0.1', '[::1]'])(
  "an address of this machine's by the name %s counts as the sandbox's own",
  async (host) => {
    const sandbox = await startSandbox()
    const { secret: own } = await sandbox.subscribe(`${sandbox.url.replace('127.0.0.1', host)}/in/demo`)
    await sandbox.request('POST', '/in/demo', body, signedBy(own))
    expect((await sandbox.newestCapture()).verdict.result).toBe('verified')
  },
)

test('a subscription to an endpoint whose name only begins alike has no say here', async () => {
  const sandbox = await startSandbox()
  const { secret: other } = await sandbox.subscribe(`${sandbox.url}/in/demo2`)
  const { secret: own } = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.request('POST', '/in/demo', body, signedBy(own))
  expect((await sandbox.newestCapture()).verdict.result).toBe('verified')
  await sandbox.request('POST', '/in/demo', body, signedBy(other))
  const { verdict } = await sandbox.newestCapture()
  expect([verdict.result, verdict.causes[0]?.cause]).toEqual(['failed', 'other_secret'])
})

test("an endpoint's own secret goes before those of subscriptions, which explain what fails", async () => {
  const sandbox = await startSandbox()
  const { secret: subscribed } = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.post('/sandbox/endpoints', { name: 'demo', secret })
  await sandbox.request('POST', '/in/demo', body, signedBy(secret))
  expect((await sandbox.newestCapture()).verdict).toMatchObject({
    result: 'verified',
    secret_of: ownedBy('demo'),
  })
  await sandbox.request('POST', '/in/demo', body, signedBy(subscribed))
  const { verdict } = await sandbox.newestCapture()
  expect(verdict.result).toBe('failed')
  expect(verdict.causes).toMatchObject([
    { cause: 'other_secret', detail: expect.stringContaining('the subscription to ') },
  ])
})

test('signed with a secret that nobody here knows: unknown_secret', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/in/demo', body, signedBy(secret))
  expect((await sandbox.newestCapture()).verdict.result).toBe('unknown_secret')
})

test('without a secret of its own, an endpoint uses the secret of a subscription to elsewhere', async () => {
  const sandbox = await startSandbox()
  const { id, secret: own } = await sandbox.subscribe('http://127.0.0.1:9/hook')
  await sandbox.request('POST', '/in/demo', body, signedBy(own))
  const { verdict } = await sandbox.newestCapture()
  expect(verdict).toMatchObject({ result: 'verified', secret_of: ownedBy(`subscription ${id}`) })
})

test('the secret of another endpoint does not count, and its owner is named', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'other', secret })
  await sandbox.request('POST', '/in/demo', body, signedBy(secret))
  const { verdict } = await sandbox.newestCapture()
  expect(verdict).toMatchObject({ result: 'unknown_secret', secret_of: ownedBy('other'), causes: [] })
})

test('a body changed between the sandbox and its receiver is reported as changed', async () => {
  const sandbox = await startSandbox()
  const { secret: own } = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const sent = await sandbox.newestCapture()
  const headers = Object.fromEntries(sent.headers.filter(([name]) => name.startsWith('webhook-')))
  new Webhook(own).verify(sent.body ?? '', headers)
  await sandbox.request('POST', '/in/demo', (sent.body ?? '').replace('Active', 'Closed'), headers)
  const { verdict } = await sandbox.newestCapture()
  expect([verdict.result, verdict.causes[0]?.cause]).toEqual(['failed', 'body_changed'])
})

test('an old signature is stale, however the sandbox clock was moved', async () => {
  const sandbox = await startSandbox()
  const { secret: own } = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.clock({ mode: 'manual', set: '2031-01-01T00:00:00Z' })
  await sandbox.request('POST', '/in/demo', body, signedBy(own))
  expect((await sandbox.newestCapture()).verdict.result).toBe('verified')
  await sandbox.request('POST', '/in/demo', body, signedBy(own, new Date(Date.now() - 400_000)))
  const { verdict } = await sandbox.newestCapture()
  expect([verdict.result, verdict.causes[0]?.cause]).toEqual(['failed', 'stale'])
})

test("a scheme that is set binds: another scheme's signature fails, with that as the cause", async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', secret, scheme: 'platform' })
  await sandbox.request('POST', '/in/demo', body, signedBy(secret))
  const { verdict } = await sandbox.newestCapture()
  expect([verdict.result, verdict.scheme, verdict.causes[0]?.cause]).toEqual([
    'failed',
    'platform',
    'other_scheme',
  ])
})

test('a body that is not JSON, too deeply nested or binary is still captured and judged', async () => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', secret, scheme: 'platform' })
  const odds = ['['.repeat(100_000) + ']'.repeat(100_000), '{"event":{}}', '', 'null']
  for (const odd of odds.slice(0, sample(3, 4))) {
    const { status } = await sandbox.request('POST', '/in/demo', odd, { signature: 't=1,v1=00,v2=00' })
    expect(status).toBe(200)
    expect((await sandbox.newestCapture()).verdict.result).toBe('failed')
  }
  expect(sandbox.troubles).toEqual([])
})

test.each([3, 50])(
  'among %d subscriptions to one endpoint, the matching secret identifies the delivery',
  async (count) => {
    const sandbox = await startSandbox()
    for (let i = 0; i < count; i++) await sandbox.subscribe(`${sandbox.url}/in/demo`)
    const { deliveries } = await sandbox.trigger('card.created')
    await sandbox.settle()
    const captures = await sandbox.captures()
    expect(captures.map((capture) => capture.delivery_id).sort()).toEqual(
      deliveries.map(({ id }) => id).sort(),
    )
  },
)
