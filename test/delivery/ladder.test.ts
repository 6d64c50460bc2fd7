import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const minute = 60
const hour = 60 * minute
const waits = [1 * minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 18 * hour, 45 * hour]
const seconds = (iso: string) => Date.parse(iso) / 1000

/** Fails an event as often as it is tried and answers the delivery with its attempts. */
async function climb(config: Record<string, unknown> = {}) {
  const receiver = await startReceiver([503])
  const sandbox = await startSandbox(config)
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  const answer = await sandbox.clock({ advance: '5d' })
  const delivery = await sandbox.delivery(deliveries[0]?.id ?? '')
  const starts = delivery.attempts.map(({ started_at }) => seconds(started_at))
  return {
    answer,
    delivery,
    receiver,
    sandbox,
    gaps: starts.slice(1).map((start, i) => start - (starts[i] ?? 0)),
  }
}

test('eight attempts over three days, with the waits of the schedule, wait for no real time', async () => {
  const { answer, delivery, gaps, receiver } = await climb()
  expect(answer).toMatchObject({ settled: true, clock: { now: '2026-01-06T00:00:00.000000Z' } })
  expect(receiver.requests).toHaveLength(8)
  expect(gaps).toHaveLength(7)
  for (const [i, gap] of gaps.entries()) expect(Math.abs(gap / (waits[i] ?? 1) - 1)).toBeLessThanOrEqual(0.1)
  expect(delivery).toMatchObject({
    state: 'failed',
    attempts_made: 8,
    next_attempt_at: null,
    reason_facts: { code: 'gave_up', attempts: 8 },
  })
  expect(delivery.finished_at).not.toBeNull()
})

test('every attempt carries the same id and body, a later second and another signature', async () => {
  const { receiver } = await climb()
  const { requests } = receiver
  const header = (name: string) => requests.map(({ headers }) => String(headers[name]))
  expect(new Set(header('webhook-id')).size).toBe(1)
  expect(new Set(requests.map(({ body }) => body.toString())).size).toBe(1)
  const stamps = header('webhook-timestamp').map(Number)
  for (const [i, stamp] of stamps.slice(1).entries())
    expect(stamp - (stamps[i] ?? 0)).toBeGreaterThanOrEqual(1)
  expect(new Set(header('webhook-signature')).size).toBe(8)
})

test('the waits differ from each other by the seed, and are the same for the same seed', async () => {
  const [a, b, other] = [await climb(), await climb(), await climb({ seed: 8 })]
  expect(a.gaps).toEqual(b.gaps)
  expect(a.gaps).not.toEqual(other.gaps)
  expect(a.gaps).not.toEqual(waits)
})

test('without jitter the waits are exact', async () => {
  const { gaps } = await climb({ delivery: { jitter: 0 } })
  expect(gaps).toEqual(waits)
})

test('on the way each retry is announced with its time', async () => {
  const receiver = await startReceiver([503])
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const id = deliveries[0]?.id ?? ''
  expect(await sandbox.delivery(id)).toMatchObject({
    state: 'retrying',
    reason_code: 'attempt_failed',
    next_attempt_at: '2026-01-01T00:01:00.000000Z',
  })
  await sandbox.clock({ advance: '59s' })
  expect(receiver.requests).toHaveLength(1)
  await sandbox.clock({ advance: '1s' })
  expect(receiver.requests).toHaveLength(2)
  expect(await sandbox.delivery(id)).toMatchObject({
    state: 'retrying',
    next_attempt_at: '2026-01-01T00:06:00.000000Z',
  })
})

test("a subscription's own waits go before the config's", async () => {
  const receiver = await startReceiver([503])
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: ['10s', '20s'] })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '30s' })
  expect(await sandbox.delivery(deliveries[0]?.id ?? '')).toMatchObject({ state: 'failed', attempts_made: 3 })
})

test('Retry-After puts the next attempt off when it is later than planned', async () => {
  const receiver = await startReceiver([{ status: 429, headers: { 'retry-after': '600' } }, 200])
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '599s' })
  expect(receiver.requests).toHaveLength(1)
  await sandbox.clock({ advance: '1s' })
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('succeeded')
})

test('after a long move of the clock, overdue work runs oldest first', async () => {
  const receiver = await startReceiver([503, 503, 503, 200])
  const sandbox = await startSandbox({ delivery: { concurrency: 1 } })
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(receiver.url)
  const { events } = await sandbox.trigger('card.created', { count: 3 })
  await sandbox.settle()
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { ordered: true })
  await sandbox.clock({ advance: '1d' })
  expect(receiver.requests.slice(3).map(({ headers }) => headers['webhook-id'])).toEqual(
    events.map((event) => event.id),
  )
})
