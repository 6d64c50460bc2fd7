import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('a 503 then 200 receiver gets the same webhook-id twice with different timestamps, on the manual clock', async () => {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { secret } = await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  const answer = await sandbox.clock({ advance: '2m' })
  expect(answer.settled).toBe(true)
  expect(receiver.requests).toHaveLength(2)
  const [a, b] = receiver.requests
  expect(a?.headers['webhook-id']).toBe(b?.headers['webhook-id'])
  expect(a?.headers['webhook-timestamp']).not.toBe(b?.headers['webhook-timestamp'])
  for (const r of receiver.requests) new Webhook(secret).verify(r.body, r.headers as Record<string, string>)
  const d = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect(d.state).toBe('succeeded')
  expect(d.attempts).toHaveLength(2)
  expect(d.attempts[0]?.request.headers.flat()).toEqual(a?.rawHeaders)
})
