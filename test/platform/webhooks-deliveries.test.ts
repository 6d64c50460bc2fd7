import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

/** A sandbox at rest with one delivery that waits for its second attempt, and one of another subscription that does too. */
async function withRetriesQueued() {
  const receiver = await startReceiver([503])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const subscription = await sandbox.subscribe(receiver.url)
  const bystander = await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(await states(sandbox, subscription.id)).toEqual([['retrying', 'attempt_failed']])
  return { sandbox, receiver, id: subscription.id, bystander }
}

const states = async (sandbox: TestSandbox, id: string) =>
  (await sandbox.deliveries(`?subscription_id=${id}`)).map(({ state, reason_code }) => [state, reason_code])

test.for([
  {
    what: 'disabling',
    method: 'PATCH',
    body: { status: 'STATUS_DISABLED' },
    reason: 'subscription_disabled',
  },
  { what: 'deleting', method: 'DELETE', body: undefined, reason: 'subscription_deleted' },
])(
  '$what a subscription ends its waiting deliveries as cancelled, says why, and sends no more',
  async ({ method, body, reason }) => {
    const { sandbox, receiver, id, bystander } = await withRetriesQueued()
    expect((await sandbox.call(method, `/webhooks/${id}`, body)).status).toBe(200)
    expect(await states(sandbox, id)).toEqual([['cancelled', reason]])
    const [row] = await sandbox.deliveries(`?subscription_id=${id}`)
    expect(row).toMatchObject({
      next_attempt_at: null,
      attempts_made: 1,
      finished_at: '2026-01-01T00:00:00.000000Z',
    })

    const before = receiver.requests.length
    await sandbox.clock({ advance: '2m' })
    // The other subscription's second attempt did arrive, so the absence is no matter of time.
    expect(receiver.requests.length).toBe(before + 1)
    expect((await states(sandbox, bystander.id))[0]?.[0]).toBe('retrying')
  },
)

test('a change that leaves it enabled leaves its deliveries alone', async () => {
  const { sandbox, id } = await withRetriesQueued()
  await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_ENABLED', events: ['kyc*'] })
  expect((await states(sandbox, id))[0]?.[0]).toBe('retrying')
})

test('a disabled subscription gets no events; those in between are not made up for', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_DISABLED' })
  expect((await sandbox.trigger('card.created')).deliveries).toEqual([])
  await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_ENABLED' })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
    deliveries.map(({ event_id }) => event_id),
  )
})

test("a triggered event goes to every identity's subscriptions that want it", async () => {
  const sandbox = await startSandbox()
  const url = 'http://localhost:9/'
  const mine = await sandbox.subscribe(url, { events: ['card*'] })
  const theirs = await sandbox.call<{ webhook_subscription: { id: string } }>(
    'POST',
    '/webhooks',
    { url, events: ['*'] },
    { authorization: 'x', identity: 'other' },
  )
  await sandbox.subscribe(url, { events: ['kyc*'] })
  const { deliveries } = await sandbox.trigger('card.created')
  expect(deliveries.map(({ subscription_id }) => subscription_id)).toEqual([
    mine.id,
    theirs.body.webhook_subscription.id,
  ])
})
