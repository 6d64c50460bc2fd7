import { expect, test } from 'vitest'
import type { Health } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('the oldest records go once there are more than are kept, their attempts and search entries with them', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({ retention: { records: 100 } })
  await sandbox.subscribe(receiver.url)
  const first = await sandbox.trigger('card.created', { set: { 'card.last_four': '0001' } })
  await sandbox.trigger('card.created', { count: 1000 })
  await sandbox.settle()
  // Pruning runs in the transactions after; a later one that is answered comes behind it.
  await sandbox.get('/sandbox/wait?kind=event&count=1&timeout_ms=0')
  const oldest = first.deliveries[0]?.id
  while ((await sandbox.request('GET', `/sandbox/deliveries/${oldest}`)).status !== 404)
    await sandbox.call('GET', '/webhooks')
  const { counts } = await sandbox.get<Health>('/sandbox/health')
  expect(counts.deliveries).toBeLessThan(1001)
  expect(await sandbox.deliveries(`?q=${oldest}`)).toEqual([])
  expect(sandbox.troubles).toEqual([])
})

test('what is not delivered yet stays, however much follows', async () => {
  const sandbox = await startSandbox({ retention: { records: 100 } })
  await sandbox.clock({ mode: 'manual' })
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  const { events, deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  for (let i = 0; i < 1500; i++) await sandbox.request('POST', '/in/other', '{}')
  const captures = await sandbox.get<Health>('/sandbox/health')
  expect(captures.counts.captures).toBeLessThan(1500)
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('retrying')
  expect((await sandbox.event(events[0]?.id ?? '')).event).toBe('card.created')
})
