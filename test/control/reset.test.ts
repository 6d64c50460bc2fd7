import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { type Frame, frameOf, type Health } from '../../server/wire.ts'
import { holdWall } from '../helpers/held-wall.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

const lists = ['events', 'deliveries', 'captures', 'calls', 'subscriptions', 'endpoints'] as const
const sizes = async (sandbox: TestSandbox) =>
  Object.fromEntries(
    await Promise.all(
      lists.map(async (name) => [
        name,
        (await sandbox.get<Record<string, unknown[]>>(`/sandbox/${name}?limit=500`))[name]?.length,
      ]),
    ),
  )
const seq = async (sandbox: TestSandbox) => (await sandbox.get<Health>('/sandbox/health')).seq

async function used(config = {}) {
  const sandbox = await startSandbox(config)
  await sandbox.subscribe(`${sandbox.url}/in/mine`)
  await sandbox.trigger('card.created', { count: 3 })
  await sandbox.settle()
  return sandbox
}

test('reset empties every list', async () => {
  const sandbox = await used()
  expect(await sizes(sandbox)).toEqual({
    events: 3,
    deliveries: 3,
    captures: 3,
    calls: 1,
    subscriptions: 1,
    endpoints: 1,
  })
  expect(await sandbox.post('/sandbox/reset')).toEqual({ reset: true, kept: [] })
  expect(await sizes(sandbox)).toEqual({
    events: 0,
    deliveries: 0,
    captures: 0,
    calls: 0,
    subscriptions: 0,
    endpoints: 0,
  })
})

test('kept records stay unchanged', async () => {
  const sandbox = await used()
  // Health is computed from deliveries, which the reset deletes.
  const subscriptions = async () =>
    (await sandbox.get<{ subscriptions: object[] }>('/sandbox/subscriptions')).subscriptions.map((one) => ({
      ...one,
      health: null,
    }))
  const before = await subscriptions()
  expect(await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })).toEqual({
    reset: true,
    kept: ['subscriptions'],
  })
  expect(await subscriptions()).toEqual(before)
  expect(await sizes(sandbox)).toMatchObject({ events: 0, subscriptions: 1, endpoints: 0 })

  await sandbox.post('/sandbox/endpoints', { name: 'mine', reply: { status: 503 } })
  await sandbox.post('/sandbox/reset', { keep: ['endpoints'] })
  expect(await sizes(sandbox)).toMatchObject({ subscriptions: 0, endpoints: 1 })
})

test('earlier failures do not count against a kept subscription', async () => {
  const receiver = await startReceiver([500, 500, 500])
  const sandbox = await startSandbox({ delivery: { retry_delays: [], disable_after: 2 } })
  await sandbox.subscribe(receiver.url)
  const told = async () =>
    (await sandbox.get<{ subscriptions: object[] }>('/sandbox/subscriptions')).subscriptions[0]
  const giveUp = async () => {
    await sandbox.trigger('card.created')
    await sandbox.settle()
  }
  await giveUp()
  expect(await told()).toMatchObject({ failed_in_a_row: 1 })
  await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })
  expect(await told()).toMatchObject({ failed_in_a_row: 0 })
  await giveUp()
  expect(await told()).toMatchObject({ failed_in_a_row: 1, status: 'enabled' })
})

test('a kept subscription goes on receiving, and a new one gets an id and a secret of its own', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  const kept = await sandbox.subscribe(receiver.url)
  await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })
  const added = await sandbox.subscribe(receiver.url)
  expect(added.id).not.toBe(kept.id)
  expect(added.secret).not.toBe(kept.secret)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(receiver.requests).toHaveLength(2)
})

test('the demo endpoint and subscription are there again, the same as at the start', async () => {
  const sandbox = await startSandbox({ bare: false })
  const furnished = await sandbox.get<{ subscriptions: { id: string; secret: string }[] }>(
    '/sandbox/subscriptions',
  )
  expect(await sizes(sandbox)).toMatchObject({ subscriptions: 1, endpoints: 1 })
  await sandbox.call('DELETE', `/webhooks/${furnished.subscriptions[0]?.id}`)
  await sandbox.request('DELETE', '/sandbox/endpoints/demo')
  await sandbox.post('/sandbox/reset')
  const again = await sandbox.get<typeof furnished>('/sandbox/subscriptions')
  expect(again.subscriptions.map(({ id, secret }) => ({ id, secret }))).toEqual(
    furnished.subscriptions.map(({ id, secret }) => ({ id, secret })),
  )
  expect(await sandbox.get('/sandbox/endpoints')).toMatchObject({ endpoints: [{ name: 'demo' }] })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(await sandbox.captures()).toMatchObject([{ endpoint: 'demo', verdict: { result: 'verified' } }])
})

test('without a seed no id is made twice, so that a receiver which ignores repeated ids takes the next run as new', async () => {
  const sandbox = await startSandbox({ seed: null })
  async function story() {
    const { id, secret } = await sandbox.subscribe(`${sandbox.url}/in/x`)
    const { events, deliveries } = await sandbox.trigger('card.created', { count: 3 })
    await sandbox.settle()
    const captures = await sandbox.captures()
    return [id, secret, ...[...events, ...deliveries, ...captures].map((one) => one.id)]
  }
  const stories = [await story()]
  for (const keep of [[], ['endpoints']]) {
    await sandbox.post('/sandbox/reset', { keep })
    stories.push(await story())
  }
  const ids = stories.flat()
  expect(ids).toHaveLength(3 * 11)
  expect(new Set(ids).size).toBe(ids.length)
})

test('with a seed ids begin again, so that the same orders make the same ids and payloads', async () => {
  const sandbox = await startSandbox()
  async function story() {
    await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
    const { id, secret } = await sandbox.subscribe(`${sandbox.url}/in/x`)
    const { events, deliveries } = await sandbox.trigger('card.created', { count: 3 })
    await sandbox.settle()
    const payloads = await Promise.all(events.map((event) => sandbox.event(event.id)))
    return {
      id,
      secret,
      events: events.map((e) => e.id),
      deliveries: deliveries.map((d) => d.id),
      payloads: payloads.map((p) => p.payload),
    }
  }
  const first = await story()
  await sandbox.post('/sandbox/reset')
  expect(await story()).toEqual(first)
})

test('record and frame numbers continue, and the live feed announces the reset', async () => {
  const sandbox = await used()
  const before = await seq(sandbox)
  const frames: Frame[] = []
  sandbox.listen((news) => frames.push(...news.map(frameOf)))
  await sandbox.post('/sandbox/reset', { keep: ['endpoints'] })
  expect(frames.map(({ kind, data }) => [kind, data])).toEqual([['reset', { kept: ['endpoints'] }]])
  expect(frames[0]?.seq).toBeGreaterThan(before)
  const { events } = await sandbox.trigger('card.created')
  expect(events[0]?.seq).toBeGreaterThan(before)
})

test('the clock and the config stay', async () => {
  const sandbox = await startSandbox({ body_limit_bytes: 500 })
  await sandbox.clock({ mode: 'manual', set: '2031-01-01T00:00:00Z' })
  await sandbox.post('/sandbox/reset')
  expect(await sandbox.get('/sandbox/clock')).toMatchObject({
    clock: { mode: 'manual', now: '2031-01-01T00:00:00.000000Z' },
  })
  expect(
    (await sandbox.request('POST', '/sandbox/endpoints', { name: 'x', secret: 'x'.repeat(500) })).status,
  ).toBe(413)
})

test("a running clock returns to the wall clock's time at its own speed, and the page is notified", async () => {
  const time = holdWall('2026-01-05T09:00:00Z')
  const sandbox = await startSandbox({}, time.outside)
  await sandbox.clock({ speed: 60 })
  await sandbox.clock({ advance: '90d' })
  const frames: Frame[] = []
  sandbox.listen((news) => frames.push(...news.map(frameOf)))
  await sandbox.post('/sandbox/reset')
  const clock = {
    mode: 'real',
    now: '2026-01-05T09:00:00.000000Z',
    speed: 60,
    offset_ms: 0,
    next_due: null,
    next_kind: null,
    moving_to: null,
  }
  expect(await sandbox.get('/sandbox/clock')).toEqual({ clock })
  expect(frames.map(({ kind, data }) => [kind, data])).toEqual([
    ['reset', { kept: [] }],
    ['clock', clock],
  ])
  expect(await sandbox.get('/sandbox/session')).toMatchObject({
    session: { clock: { mode: 'real', now: clock.now } },
  })
})

test('an attempt that is under way during a reset leaves nothing behind, not even at the delivery that gets its id next', async () => {
  const held: ServerResponse[] = []
  let arrived = () => {}
  const hold = (response: ServerResponse) => {
    held.push(response)
    arrived()
  }
  const receiver = await startReceiver([hold])
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  async function triggerUntilHeld() {
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const { deliveries } = await sandbox.trigger('card.created')
    await arrival
    return deliveries[0]?.id ?? ''
  }

  const before = await triggerUntilHeld()
  await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })
  expect(await sandbox.settle()).toMatchObject({ settled: true })
  expect(await sizes(sandbox)).toMatchObject({ events: 0, deliveries: 0 })

  const after = await triggerUntilHeld()
  expect(after).toBe(before)
  held[0]?.writeHead(500).end()
  held[1]?.writeHead(200).end()
  await sandbox.settle()
  const delivery = await sandbox.delivery(after)
  expect(delivery).toMatchObject({ state: 'succeeded', attempts_made: 1 })
  expect(delivery.attempts.map(({ outcome }) => outcome)).toEqual([{ kind: 'responded', status: 200 }])
  expect(sandbox.troubles).toEqual([])
})

test('calls and triggers that race with resets are either before or after them', async () => {
  const sandbox = await startSandbox()
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 5 === 0
        ? sandbox.post('/sandbox/reset')
        : Promise.all([sandbox.subscribe(`${sandbox.url}/in/x`), sandbox.trigger('card.created')]),
    ),
  )
  await sandbox.settle()
  await sandbox.post('/sandbox/reset')
  await sandbox.settle()
  expect(await sizes(sandbox)).toMatchObject({ events: 0, deliveries: 0, calls: 0, subscriptions: 0 })
  expect(sandbox.troubles).toEqual([])
})
