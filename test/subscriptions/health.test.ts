/** A subscription shows how its last deliveries ended. */
import { expect, test } from 'vitest'
import { recentDeliveries, type Subscription } from '../../server/wire.ts'
import { healthParts } from '../../server/words/health.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('counts failures and retries, and names the delivery that ended last', async () => {
  const receiver = await startReceiver([200, 400, 503])
  const sandbox = await startSandbox({ delivery: { jitter: 0, retry_delays: ['1m'], concurrency: 1 } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  const health = async () =>
    (await sandbox.get<{ subscription: Subscription }>(`/sandbox/subscriptions/${id}`)).subscription.health
  const one = async () => {
    const { deliveries } = await sandbox.trigger('card.created')
    await sandbox.settle()
    return deliveries[0]?.id ?? ''
  }
  const good = await one()
  expect(await health()).toMatchObject({
    last: { delivery_id: good, state: 'succeeded' },
    of: 1,
    retrying: 0,
  })
  await one()
  const last = await one()
  expect(await health()).toMatchObject({ of: 1, retrying: 2 })
  await sandbox.clock({ advance: '1m' })
  expect(await health()).toMatchObject({
    last: { state: 'failed' },
    of: 3,
    succeeded: 1,
    failed: 2,
    retrying: 0,
  })
  expect((await sandbox.delivery(last)).state).toBe('failed')
  const { subscriptions } = await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  expect(subscriptions.map((row) => row.health.failed)).toEqual([2])
})

test('each figure of the health finds as many deliveries as it counts', async () => {
  const receiver = await startReceiver([400, 400, 200])
  const sandbox = await startSandbox({ delivery: { jitter: 0, retry_delays: [] } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  const send = async (order: Record<string, unknown>) => {
    await sandbox.trigger('card.created', order)
    await sandbox.settle()
    await sandbox.clock({ advance: '1s' })
  }
  // The first failure is older than the deliveries that the health counts.
  await send({})
  await send({})
  await send({ fault: 'tamper(signature)' })
  await send({ count: recentDeliveries - 2 })
  const { subscription } = await sandbox.get<{ subscription: Subscription }>(`/sandbox/subscriptions/${id}`)
  expect(subscription.health).toMatchObject({ of: recentDeliveries, failed: 2 })
  const found = async ({ q }: { q: string }) => {
    const query = new URLSearchParams({ subscription_id: id, q })
    const { deliveries } = await sandbox.get<{ deliveries: unknown[] }>(`/sandbox/deliveries?${query}`)
    return deliveries.length
  }
  const parts = healthParts(subscription.health).filter(({ about }) => about !== 'last')
  expect(parts.map(({ about }) => about)).toEqual(['failed', 'rate'])
  expect(await Promise.all(parts.map(found))).toEqual([2, recentDeliveries])
})
