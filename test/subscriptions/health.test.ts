/** A subscription shows how its last deliveries ended. */
import { expect, test } from 'vitest'
import { recentDeliveries, type Subscription } from '../../server/wire.ts'
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

test('a failure older than the last deliveries does not count', async () => {
  const receiver = await startReceiver([400, 200])
  const sandbox = await startSandbox({ delivery: { jitter: 0, retry_delays: [] } })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.trigger('card.created', { count: recentDeliveries })
  await sandbox.settle()
  const { subscription } = await sandbox.get<{ subscription: Subscription }>(`/sandbox/subscriptions/${id}`)
  expect(subscription.health).toMatchObject({ of: recentDeliveries, succeeded: recentDeliveries, failed: 0 })
})
