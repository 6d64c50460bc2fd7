import { expect, test } from 'vitest'
import type { Check, Delivery, DeliveryRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('each delivery of a check names the check, its attempt names the probe, and no other delivery does', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([200])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { check } = await sandbox.post<{ check: Check }>('/sandbox/checks', {
    url: receiver.url,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    only: ['rejects-unsigned'],
  })
  const state = async () => (await sandbox.get<{ check: Check }>(`/sandbox/checks/${check.id}`)).check.state
  await expect.poll(state).toBe('done')
  const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries')
  const ofCheck = deliveries.filter(({ check_id }) => check_id === check.id)
  expect(ofCheck).toHaveLength(2)
  expect(deliveries.filter(({ check_id }) => check_id === null)).toHaveLength(1)
  const { delivery } = await sandbox.get<{ delivery: Delivery }>(`/sandbox/deliveries/${ofCheck[0]?.id}`)
  expect(delivery.check_id).toBe(check.id)
  expect(delivery.attempts[0]?.changes[0]).toMatchObject({ fault: 'rejects-unsigned' })
})
