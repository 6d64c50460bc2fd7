import { expect, test } from 'vitest'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

/** One event that has been sent, unless none has, one that waits for an hour, and then a replay; by a scheme that accepts it. */
async function replayBehind(sent: readonly string[]) {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme: 'github' })
  for (const event of sent) await sandbox.trigger(event)
  await sandbox.settle()
  await sandbox.trigger('card.created', { fault: 'delay(1h)' })
  const { events, deliveries } = await sandbox.trigger('card.created', { fault: 'replay(old)' })
  await sandbox.settle()
  const { attempts } = await sandbox.delivery(deliveries[0]?.id ?? '')
  return {
    came: receiver.requests.at(-1)?.headers['x-github-delivery'],
    own: events[0]?.id,
    changes: attempts[0]?.changes.map(({ detail }) => detail).join(),
    first: receiver.requests[0]?.headers['x-github-delivery'],
  }
}

test('a replay brings the newest event that has left, not one that waits', async () => {
  const { came, first, changes } = await replayBehind(['transactions'])
  expect(came).toBe(first)
  expect(changes).toContain(`${first} sent again`)
})

test('where nothing has left, a replay says so and brings its own event', async () => {
  const { came, own, changes } = await replayBehind([])
  expect(came).toBe(own)
  expect(changes).toContain('there is no earlier event')
})

test.each(['duplicate(2, 3s) | replay(1m)', 'replay(1m) | sticky'])(
  'what comes again is the same in each repeat, whatever left meanwhile: %s',
  async (fault) => {
    const receiver = await startReceiver([200, 500])
    const sandbox = await startSandbox({ delivery: { retry_delays: ['3s'], jitter: 0 } })
    await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
    const { id } = await sandbox.subscribe(receiver.url)
    await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme: 'github' })
    const [first] = (await sandbox.trigger('transactions')).events
    await sandbox.settle()
    const between = (await sandbox.trigger('kyc.verification.success', { fault: 'delay(1s)' })).events[0]
    await sandbox.trigger('card.created', { fault })
    await sandbox.clock({ advance: '3s' })
    expect(receiver.requests.map(({ headers }) => headers['x-github-delivery'])).toEqual([
      first?.id,
      first?.id,
      between?.id,
      first?.id,
    ])
  },
)
