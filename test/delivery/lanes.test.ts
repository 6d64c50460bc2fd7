import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

/** A receiver that keeps every answer back until it is told to give it. */
async function startHoldingReceiver() {
  const held: ServerResponse[] = []
  let isOpen = false
  const keep = (response: ServerResponse) => {
    if (isOpen) response.end()
    else held.push(response)
  }
  const receiver = await startReceiver([keep])
  return {
    ...receiver,
    held,
    /** Keeps nothing back any more: a sandbox that closes waits for its answers. */
    release() {
      isOpen = true
      for (const response of held.splice(0)) response.end()
    },
    /** Answers the oldest request that waits. */
    answer: (status = 200) => held.shift()?.writeHead(status).end(),
  }
}

const ids = (requests: { headers: Record<string, unknown> }[]) =>
  requests.map(({ headers }) => headers['webhook-id'])
const states = async (sandbox: TestSandbox, query = '') =>
  (await sandbox.deliveries(`?limit=500${query}`)).map(({ state }) => state).toReversed()

/** Waits for something outside the sandbox by asking it for its health, which lets everything go on. */
async function until(sandbox: TestSandbox, met: () => boolean) {
  while (!met()) await sandbox.get('/sandbox/health')
}

test('a slow receiver holds up nobody else', async () => {
  const slow = await startHoldingReceiver()
  const quick = await startReceiver()
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(slow.url)
  const other = await sandbox.subscribe(quick.url)
  await sandbox.trigger('card.created', { count: 20 })
  await sandbox.waitFor(`kind=delivery&state=succeeded&subscription_id=${other.id}&count=20`)
  expect(quick.requests).toHaveLength(20)
  expect(await states(sandbox, `&subscription_id=${id}`)).not.toContain('succeeded')
  slow.release()
})

test('no more attempts run at a time than are allowed, and the next begins when one ends', async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { concurrency: 3 } })
  await sandbox.subscribe(receiver.url)
  const { events } = await sandbox.trigger('card.created', { count: 10 })
  for (let answered = 0; answered < 10; answered++) {
    await until(sandbox, () => receiver.held.length === Math.min(3, 10 - answered))
    const sending = (await states(sandbox)).filter((state) => state === 'sending')
    expect(sending).toHaveLength(Math.min(3, 10 - answered))
    receiver.answer()
    await sandbox.waitFor(`kind=delivery&state=succeeded&count=${answered + 1}`)
  }
  expect(ids(receiver.requests).sort()).toEqual(events.map(({ id }) => id).sort())
})

test("a subscription's own bound goes before the config's", async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { concurrency: 2 })
  await sandbox.trigger('card.created', { count: 5 })
  await until(sandbox, () => receiver.held.length === 2)
  expect((await states(sandbox)).filter((state) => state === 'sending')).toHaveLength(2)
  receiver.release()
})

test('attempts start in the order of their events', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({ delivery: { concurrency: 1 } })
  await sandbox.subscribe(receiver.url)
  const { events } = await sandbox.trigger('card.created', { count: 50 })
  await sandbox.settle()
  expect(ids(receiver.requests)).toEqual(events.map(({ id }) => id))
})

test('ordered: each delivery ends, retries included, before the next begins', async () => {
  const receiver = await startReceiver([503, 500, 200, 200, 503, 200])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { ordered: true, concurrency: 8 })
  const { events } = await sandbox.trigger('card.created', { count: 3 })
  const [a, b, c] = events.map((event) => event.id)
  await sandbox.clock({ advance: '30s' })
  expect(ids(receiver.requests)).toEqual([a])
  await sandbox.clock({ advance: '1h' })
  expect(ids(receiver.requests)).toEqual([a, a, a, b, c, c])
  expect(await states(sandbox)).toEqual(['succeeded', 'succeeded', 'succeeded'])
})

test('not ordered: what follows does not wait for a retry', async () => {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox({ delivery: { concurrency: 1 } })
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const { events } = await sandbox.trigger('card.created', { count: 2 })
  await sandbox.clock({ advance: '1h' })
  expect(ids(receiver.requests)).toEqual([events[0]?.id, events[1]?.id, events[0]?.id])
})

test('ordered: a delivery that is given up makes way for the next', async () => {
  const receiver = await startReceiver([500, 500, 200])
  const sandbox = await startSandbox({ delivery: { retry_delays: ['1m'] } })
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { ordered: true })
  await sandbox.trigger('card.created', { count: 2 })
  await sandbox.clock({ advance: '1h' })
  expect(await states(sandbox)).toEqual(['failed', 'succeeded'])
})

test('ordered: cancelling what is under way cuts it before the next begins, one or many at once', async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { ordered: true })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.trigger('transactions', { count: 2 })
  await sandbox.trigger('card.created')
  const first = deliveries[0]?.id ?? ''
  const cut: number[] = []
  for (const [count, cancel] of [
    () => sandbox.post(`/sandbox/deliveries/${first}/cancel`),
    () => sandbox.post('/sandbox/deliveries/cancel', { event: 'transactions' }),
  ].entries()) {
    await until(sandbox, () => receiver.held.length === count + 1)
    receiver.held[count]?.once('close', () => cut.push(receiver.requests.length))
    await cancel()
  }
  await until(sandbox, () => receiver.held.length === 3)
  expect(cut).toEqual([1, 2])
  expect(await states(sandbox)).toEqual(['cancelled', 'cancelled', 'cancelled', 'sending'])
  expect(await sandbox.delivery(first)).toMatchObject({
    attempts_made: 1,
    last_outcome: { kind: 'aborted' },
  })
  receiver.release()
})

test('ordered: disabled and enabled again, the attempt from before is cut and holds up nothing', async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { timeout: '0' } })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { ordered: true })
  const { deliveries } = await sandbox.trigger('card.created')
  await until(sandbox, () => receiver.held.length === 1)
  let cutBefore = 0
  receiver.held[0]?.once('close', () => {
    cutBefore = receiver.requests.length
  })
  for (const status of ['STATUS_DISABLED', 'STATUS_ENABLED'])
    await sandbox.call('PATCH', `/webhooks/${id}`, { status })
  await sandbox.trigger('card.created')
  await until(sandbox, () => receiver.requests.length === 2)
  expect(cutBefore).toBe(1)
  const [attempt] = (await sandbox.delivery(deliveries[0]?.id ?? '')).attempts
  expect(attempt?.outcome).toMatchObject({ kind: 'aborted' })
  receiver.release()
})

test.each([
  ['disabled', 'PATCH', { status: 'STATUS_DISABLED' }],
  ['deleted', 'DELETE', undefined],
])(
  'deliveries that wait for a subscription that is %s are cancelled with the reason',
  async (word, method, body) => {
    const receiver = await startHoldingReceiver()
    const sandbox = await startSandbox({ delivery: { concurrency: 1 } })
    const { id } = await sandbox.subscribe(receiver.url)
    const { deliveries } = await sandbox.trigger('card.created', { count: 3 })
    await until(sandbox, () => receiver.held.length === 1)
    await sandbox.call(method, `/webhooks/${id}`, body)
    receiver.answer()
    await sandbox.settle()
    expect(receiver.requests).toHaveLength(1)
    expect(await states(sandbox)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    const under = await sandbox.delivery(deliveries[0]?.id ?? '')
    expect(under).toMatchObject({
      reason_code: `subscription_${word}`,
      attempts_made: 1,
      next_attempt_at: null,
    })
    expect(under.attempts[0]?.outcome).toEqual({ kind: 'responded', status: 200 })
  },
)

test('however many attempts run at a time, Node sees no leak', async () => {
  const warnings: Error[] = []
  const listen = (warning: Error) => void warnings.push(warning)
  process.on('warning', listen)
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { concurrency: 30 } })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 30 })
  await until(sandbox, () => receiver.held.length === 30)
  process.off('warning', listen)
  expect(warnings).toEqual([])
  receiver.release()
})
