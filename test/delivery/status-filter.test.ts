import { expect, test } from 'vitest'
import type { ControlError, DeliveryRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('deliveries are found by the status of the newest answer they got', async () => {
  const receiver = await startReceiver([503, 200, 404, 200])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe(receiver.url)
  const ids: string[] = []
  for (const event of ['card.created', 'transactions', 'card.created']) {
    ids.push((await sandbox.trigger(event)).deliveries[0]?.id ?? '')
    await sandbox.settle()
  }
  const found = async (query: string) => {
    const asked = `/sandbox/deliveries?${query}`
    const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>(asked)
    return deliveries.map(({ id }) => ids.indexOf(id))
  }
  expect(await found('status=503')).toEqual([0])
  expect(await found('status=>=400')).toEqual([2, 0])
  expect(await found('q=status:2xx,404')).toEqual([2, 1])
  expect(await found('q=-status:2xx')).toEqual([2, 0])

  await sandbox.request('POST', `/sandbox/deliveries/${ids[0]}/attempt-now`, {})
  await sandbox.settle()
  expect(await found('q=status:503')).toEqual([])
  expect(await found('q=status:200')).toEqual([1, 0])

  const wrong = await sandbox.get<ControlError>('/sandbox/deliveries?status=bad')
  expect(wrong.error.code).toBe('invalid_query')
})

test('a delivery that got no answer has no status', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe('http://127.0.0.1:1/hook')
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const count = async (q: string) =>
    (await sandbox.get<{ deliveries: DeliveryRow[] }>(`/sandbox/deliveries?q=${q}`)).deliveries.length
  expect([await count('status:>=0'), await count('-status:>=0')]).toEqual([0, 1])
})
