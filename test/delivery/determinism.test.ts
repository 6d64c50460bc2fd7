import { expect, test } from 'vitest'
import { startRawReceiver } from '../helpers/raw-receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const statuses = [503, 200, 500, 503, 201, 200]

/** Runs the same script against the same receiver and answers every byte that receiver got. */
async function run(seed: number, port = 0) {
  const receiver = await startRawReceiver(statuses, '127.0.0.1', port)
  const sandbox = await startSandbox({ seed, delivery: { timestamps: 'clock', concurrency: 1 } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(`http://127.0.0.1:${receiver.port}/hook`)
  await sandbox.trigger('card.created', { count: 2 })
  await sandbox.clock({ advance: '10m' })
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme: 'platform' })
  const { deliveries } = await sandbox.trigger('kyc.verification.success')
  await sandbox.clock({ advance: '1d' })
  await sandbox.post(`/sandbox/deliveries/${deliveries[0]?.id}/resend`, { headers: { 'X-Again': '1' } })
  await sandbox.settle()
  const bytes = receiver.requests.map(
    ({ head, body }) => `${head.replaceAll(`127.0.0.1:${receiver.port}`, 'HOST')}\n\n${body}`,
  )
  const all = await sandbox.deliveries('?limit=500')
  const attempts = await Promise.all(all.map((delivery) => sandbox.attempts(delivery.id)))
  return {
    bytes,
    ids: [
      all.map((delivery) => delivery.id),
      attempts.map((list) => list.map((attempt) => [attempt.id, attempt.started_at])),
    ],
  }
}

test('two sandboxes with the same seed and script send the same bytes, headers and signatures included', async () => {
  const [first, second] = [await run(7), await run(7)]
  expect(first.bytes).toHaveLength(7)
  expect(second).toEqual(first)
})

test('another seed sends others', async () => {
  const [first, second] = [await run(7), await run(8)]
  expect(second.bytes[0]).not.toEqual(first.bytes[0])
})

test('after a reset the same script sends the same bytes again', async () => {
  const receiver = await startRawReceiver()
  const sandbox = await startSandbox({ delivery: { timestamps: 'clock' } })
  for (let i = 0; i < 2; i++) {
    await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
    await sandbox.subscribe(`http://127.0.0.1:${receiver.port}/`)
    await sandbox.trigger('card.created')
    await sandbox.settle()
    await sandbox.post('/sandbox/reset')
  }
  expect(receiver.requests[1]).toEqual(receiver.requests[0])
})
