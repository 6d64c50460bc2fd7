import { expect, test } from 'vitest'
import type { FaultRule, Subscription } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('a delivery, its attempts, a rule and a subscription tell the parts of their fault beside its text', async () => {
  const receiver = await startReceiver([200])
  const sandbox = await startSandbox()
  const fault = 'truncate(50%) | duplicate(2, 1m) | sticky'
  const told = {
    fault,
    fault_parts: [
      { name: 'truncate', text: 'truncate(50%)', args: { fraction: 0.5 } },
      { name: 'duplicate', text: 'duplicate(2, 1m)', args: { n: 2, gapMs: 60_000 } },
      { name: 'sticky', text: 'sticky', args: {} },
    ],
  }
  const { id } = await sandbox.subscribe(receiver.url)
  const [sent] = (await sandbox.trigger('card.created', { fault })).deliveries
  const delivery = await sandbox.delivery(sent?.id ?? '')
  expect(delivery).toMatchObject({ ...told, attempts: [told] })
  const rule = await sandbox.post<{ fault_rule: FaultRule }>('/sandbox/fault-rules', {
    fault,
    event: 'card.*',
  })
  expect(rule.fault_rule).toMatchObject(told)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { fault })
  const { subscriptions } = await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  expect(subscriptions).toMatchObject([told])
})

test('what has no fault has no parts of one', async () => {
  const receiver = await startReceiver([200])
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const [sent] = (await sandbox.trigger('card.created')).deliveries
  const none = { fault: null, fault_parts: null }
  expect(await sandbox.delivery(sent?.id ?? '')).toMatchObject({ ...none, attempts: [none] })
})
