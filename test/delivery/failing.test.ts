import { expect, test } from 'vitest'
import type { DeliveryRow, Health } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** A sandbox with one receiver, and what its health and its list say is failing. */
async function startFailing(script: number[], config?: Record<string, unknown>) {
  const receiver = await startReceiver(script)
  const sandbox = await startSandbox(config)
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe(receiver.url)
  return {
    sandbox,
    failing: async () => (await sandbox.get<Health>('/sandbox/health')).failing,
    listed: async (query = '?state=failing') => (await sandbox.deliveries(query)).map(({ id }) => id),
    async trigger() {
      const { deliveries } = await sandbox.trigger('card.created')
      await sandbox.settle()
      return deliveries[0]?.id ?? ''
    },
    async resend(id: string) {
      const done = await sandbox.post<{ delivery: DeliveryRow }>(`/sandbox/deliveries/${id}/resend`, {})
      await sandbox.settle()
      return done.delivery.id
    },
  }
}

test('a delivery that waits for another attempt is failing until it succeeds, whatever succeeds meanwhile', async () => {
  const { sandbox, failing, listed, trigger } = await startFailing([503, 200])
  const id = await trigger()
  await trigger()
  expect(await failing()).toEqual({ failed: 0, retrying: 1, wrongly_accepted: 0 })
  expect([await listed(), await listed('?q=state:failing%20-event:card*')]).toEqual([[id], []])
  await sandbox.post(`/sandbox/deliveries/${id}/attempt-now`)
  await sandbox.settle()
  expect(await failing()).toEqual({ failed: 0, retrying: 0, wrongly_accepted: 0 })
  expect(await listed()).toEqual([])
})

test('a delivery that was given up is failing until one of the same event to the same subscription succeeds', async () => {
  const { failing, listed, trigger, resend } = await startFailing([500, 500, 200], {
    delivery: { retry_delays: [] },
  })
  const id = await trigger()
  const again = await resend(id)
  expect(await failing()).toMatchObject({ failed: 2 })
  expect(await listed()).toEqual([again, id])
  await resend(id)
  expect(await failing()).toMatchObject({ failed: 0 })
  expect([await listed(), (await listed('?state=failed')).length]).toEqual([[], 2])
})
