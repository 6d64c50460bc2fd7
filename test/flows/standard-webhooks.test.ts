import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { startVerifyingReceiver } from './verifying-receiver.ts'

test('200 events arrive at a receiver in another process, all verified by the published library, none twice', async () => {
  const receiver = await startVerifyingReceiver(200)
  const sandbox = await startSandbox()
  const { secret } = await sandbox.subscribe(receiver.url)
  await receiver.take(secret)
  const names = [
    'card.created',
    'kyc.verification.success',
    'account.history.ready',
    'kyc.verification.timeout',
  ]
  const sent = await Promise.all(names.map((name) => sandbox.trigger(name, { count: 50 })))
  const checked = await receiver.checked(200)
  await sandbox.settle()
  expect(checked.filter(({ error }) => error !== null)).toEqual([])
  expect(checked.map(({ id }) => id).sort()).toEqual(
    sent.flatMap(({ events }) => events.map(({ id }) => id)).sort(),
  )
  const states = (await sandbox.deliveries('?limit=500')).map(({ state }) => state)
  expect(states).toEqual(Array.from({ length: 200 }, () => 'succeeded'))
  expect(await receiver.end()).toEqual([])
})

test('after a 503 the same webhook-id comes again with a later timestamp, and the library accepts both', async () => {
  const receiver = await startVerifyingReceiver(503, 200)
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { secret } = await sandbox.subscribe(receiver.url)
  await receiver.take(secret)
  const { events, deliveries } = await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '2m' })
  const [first, second] = await receiver.checked(2)
  expect([first?.error, second?.error]).toEqual([null, null])
  expect([first?.id, second?.id]).toEqual([events[0]?.id, events[0]?.id])
  expect(Number(second?.timestamp)).toBeGreaterThan(Number(first?.timestamp))
  expect(await sandbox.delivery(deliveries[0]?.id ?? '')).toMatchObject({
    state: 'succeeded',
    attempts_made: 2,
  })
  expect(await receiver.end()).toEqual([])
})

test('a receiver with another secret refuses every event', async () => {
  const receiver = await startVerifyingReceiver(200)
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  await sandbox.subscribe(receiver.url)
  await receiver.take('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  expect((await receiver.checked(1))[0]?.error).toContain('No matching signature')
  expect(await sandbox.delivery(deliveries[0]?.id ?? '')).toMatchObject({
    state: 'failed',
    last_outcome: { status: 401 },
  })
})
