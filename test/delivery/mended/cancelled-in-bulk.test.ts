import { expect, test } from 'vitest'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { settings, startHoldingReceiver, until } from '../engine/holding.ts'

test('of many that are cancelled at once none is sent meanwhile, and what comes after them goes on', async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url)
  await settings(sandbox, id, { concurrency: 4, timeout_ms: 0 })
  await sandbox.trigger('card.created', { count: 650 })
  await until(sandbox, () => receiver.waiting() === 4)
  const { counts } = await sandbox.post<{ counts: Record<string, number> }>('/sandbox/deliveries/cancel', {
    subscription_id: id,
  })
  expect(counts).toEqual({ deliveries: 650, skipped: 0 })
  const { events } = await sandbox.trigger('transactions')
  await until(sandbox, () => receiver.ids.includes(events[0]?.id ?? ''))
  expect(receiver.ids).toHaveLength(5)
  receiver.open()
  await sandbox.settle()
})

test('without a named subscription, only the lanes with cancelled deliveries pause', async () => {
  const [receiver, quick] = [await startHoldingReceiver(), await startReceiver()]
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url, { events: ['card.created'] })
  await settings(sandbox, id, { timeout_ms: 0 })
  await sandbox.subscribe(quick.url, { events: ['transactions'] })
  await sandbox.trigger('card.created', { count: 5000 })
  const order: string[] = []
  const cancelled = sandbox
    .post('/sandbox/deliveries/cancel', { event: 'card.created' })
    .then(() => order.push('all cancelled'))
  await sandbox.trigger('transactions')
  await until(sandbox, () => quick.requests.length === 1)
  order.push('the other was sent')
  await cancelled
  expect(order).toEqual(['the other was sent', 'all cancelled'])
  receiver.open()
  await sandbox.settle()
})

const detailsOf = async (fault: string, scheme: string) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await settings(sandbox, id, { scheme })
  const { deliveries } = await sandbox.trigger('card.created', { fault })
  await sandbox.settle()
  const { attempts } = await sandbox.delivery(deliveries[0]?.id ?? '')
  return attempts[0]?.changes.map(({ detail }) => detail)
}

test.each([
  ['unsigned', 'none', 'nothing changed: the scheme has no signature'],
  ['wrong_secret', 'none', 'nothing changed: the scheme has no signature'],
  ['skew(-10m)', 'none', 'nothing changed: the scheme sends no timestamp'],
  ['skew(-10m)', 'github', 'nothing changed: the scheme sends no timestamp'],
  ['unsigned', 'basic', 'sent without the signature headers'],
])('%s with the scheme %s says: %s', async (fault, scheme, detail) => {
  expect(await detailsOf(fault, scheme)).toEqual([detail])
})
