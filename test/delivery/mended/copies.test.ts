import { expect, test } from 'vitest'
import { expectRefused } from '../../control/refused.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

async function startWorld(statuses: number[], config: Record<string, unknown> = {}) {
  const receiver = await startReceiver(statuses)
  const sandbox = await startSandbox({ delivery: { jitter: 0, ...config } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe(receiver.url)
  return { receiver, sandbox }
}

test.each([
  [[400, 400, 400], 'refused'],
  [[200, 400, 400], 'wrongly_accepted'],
  [[400, 200, 400], 'wrongly_accepted'],
  [[400, 400, 200], 'wrongly_accepted'],
])('copies one after the other, answered %j, are judged together: %s', async (statuses, state) => {
  const { receiver, sandbox } = await startWorld(statuses)
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'duplicate(3, 10s) | tamper(body)' })
  const id = deliveries[0]?.id ?? ''
  await sandbox.settle()
  for (const count of [1, 2]) {
    expect(receiver.requests).toHaveLength(count)
    expect((await sandbox.delivery(id)).state).toBe('retrying')
    await sandbox.clock({ advance: '10s' })
  }
  expect(receiver.requests).toHaveLength(3)
  const delivery = await sandbox.delivery(id)
  expect(delivery).toMatchObject({ state, attempts_made: 3, next_attempt_at: null })
  expect(delivery.attempts.map(({ outcome }) => outcome)).toEqual(
    statuses.map((status) => ({ kind: 'responded', status })),
  )
  await sandbox.clock({ advance: '2d' })
  expect(receiver.requests).toHaveLength(3)
})

test('a 2xx that does not count as success still shows that the receiver accepted a forgery', async () => {
  const { sandbox } = await startWorld([202], { success: [200] })
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('wrongly_accepted')
})

test('more bytes than the attempts of one delivery may hold are refused with both numbers; what fits is taken', async () => {
  const { sandbox } = await startWorld([200])
  const ask = (fault: string) =>
    sandbox.request('POST', '/sandbox/events', { event: 'card.created', fault: `${fault} | delay(1d)` })
  expectRefused(await ask('oversize(26mb) | duplicate(2, 1m)'), {
    status: 422,
    code: 'fault_invalid',
    message: /oversize and duplicate add up to 54525952 bytes\. The limit is 52428800/,
  })
  expect(await sandbox.deliveries()).toEqual([])
  expect((await ask('oversize(25mb) | duplicate(2, 1m)')).status).toBe(201)
  expect((await ask('oversize(50mb)')).status).toBe(201)
})

test.each(['unknown_event | duplicate(3)', 'unknown_event | duplicate(3, 10s)', 'unknown_event | sticky'])(
  'every attempt of %s carries the same bytes',
  async (fault) => {
    const { receiver, sandbox } = await startWorld([500, 500, 200])
    await sandbox.trigger('card.created', { fault })
    await sandbox.settle()
    while (receiver.requests.length < 3) {
      await sandbox.clock({ advance: '1d' })
      await sandbox.settle()
    }
    const bodies = new Set(receiver.requests.map(({ body }) => `${body}`))
    expect([...bodies]).toEqual([expect.stringMatching(/"unknown\.[a-z]{8}"/)])
  },
)
