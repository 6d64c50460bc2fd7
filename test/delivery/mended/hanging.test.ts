import { expect, test } from 'vitest'
import { expectRefused } from '../../control/refused.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { watch } from '../../live/world.ts'
import { settings, startHoldingReceiver, statesOf, until } from '../engine/holding.ts'

/** Three deliveries of an ordered subscription, the first of which waits for its answer. */
async function startWorld() {
  const holding = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { jitter: 0, retry_delays: ['1m', '5m'], timeout: '0' } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(holding.url)
  await settings(sandbox, id, { ordered: true })
  const { deliveries } = await sandbox.trigger('card.created', { count: 3 })
  await until(sandbox, () => holding.waiting() === 1)
  return {
    holding,
    sandbox,
    id,
    ids: deliveries.map((row) => row.id),
    events: deliveries.map((row) => row.event_id),
  }
}
const act = (sandbox: TestSandbox, name: string, id = '') =>
  sandbox.request('POST', `/sandbox/deliveries/${id}/${name}`)

test('attempt-now behind another of an ordered lane is refused with who is in front; the first is tried, and then the next', async () => {
  const receiver = await startReceiver([503, 503, 503, 200])
  const sandbox = await startSandbox({ delivery: { jitter: 0, retry_delays: ['1h', '1h', '1h'] } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  await settings(sandbox, id, { ordered: true })
  const { deliveries } = await sandbox.trigger('card.created', { count: 2 })
  const [first = '', second = ''] = deliveries.map((row) => row.id)
  await sandbox.settle()
  const before = await sandbox.delivery(second)
  expectRefused(await act(sandbox, 'attempt-now', second), {
    status: 409,
    code: 'delivery_not_first',
    message: new RegExp(`${second} waits for ${first}`),
  })
  expect(await sandbox.delivery(second)).toEqual(before)
  expect((await act(sandbox, 'attempt-now', first)).status).toBe(200)
  await sandbox.settle()
  expect(receiver.requests).toHaveLength(2)
  await settings(sandbox, id, { ordered: false })
  await sandbox.settle()
  expect(await statesOf(sandbox)).toEqual(['retrying', 'retrying'])
  expect((await act(sandbox, 'attempt-now', second)).status).toBe(200)
  await sandbox.settle()
  expect((await sandbox.delivery(second)).state).toBe('succeeded')
})

test('a URL that changes while an attempt hangs at the old one: its retry and what waits go to the new one', async () => {
  const { holding, sandbox, id, events } = await startWorld()
  const receiver = await startReceiver()
  await sandbox.call('PATCH', `/webhooks/${id}`, { url: receiver.url })
  expect((await sandbox.deliveries()).map(({ url }) => url)).toEqual(Array(3).fill(receiver.url))
  const live = await watch(sandbox.url)
  holding.answer(503)
  await sandbox.settle()
  expect(await statesOf(sandbox)).toEqual(['retrying', 'pending', 'pending'])
  const told = () => live.frames.flatMap(({ kind, data }) => (kind === 'delivery' ? data : []))
  await until(sandbox, () => told().some((row) => 'state' in row && row.state === 'retrying'))
  expect(new Set(told().map((row) => 'url' in row && row.url))).toEqual(new Set([receiver.url]))
  await sandbox.clock({ advance: '1m' })
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(events)
  expect(holding.ids).toEqual(events.slice(0, 1))
  const attempts = await sandbox.attempts((await sandbox.deliveries()).at(-1)?.id ?? '')
  expect(attempts.map(({ request }) => request.url)).toEqual([holding.url, receiver.url])
})

test('behind one that was let go of, the next of an ordered lane is the first, and can be tried at once', async () => {
  const { holding, sandbox, ids, events } = await startWorld()
  await act(sandbox, 'release', ids[0])
  await until(sandbox, () => holding.waiting() === 2)
  expectRefused(await act(sandbox, 'attempt-now', ids[2]), {
    status: 409,
    code: 'delivery_not_first',
    message: new RegExp(`${ids[2]} waits for ${ids[1]}`),
  })
  holding.answer(503, events[1])
  await until(sandbox, async () => (await sandbox.delivery(ids[1] ?? '')).state === 'retrying')
  expect((await act(sandbox, 'attempt-now', ids[1])).status).toBe(200)
  await until(sandbox, () => holding.waiting() === 2)
  holding.answer(200, events[1])
  await until(sandbox, () => holding.ids.length === 4)
  expect(holding.ids).toEqual([events[0], events[1], events[1], events[2]])
})

test('one that was let go of and is to be tried again waits for a later one that is under way', async () => {
  const { holding, sandbox, ids, events } = await startWorld()
  await act(sandbox, 'release', ids[0])
  await until(sandbox, () => holding.waiting() === 2)
  holding.answer(503, events[0])
  await until(sandbox, async () => (await sandbox.delivery(ids[0] ?? '')).state === 'retrying')
  expectRefused(await act(sandbox, 'attempt-now', ids[0]), {
    status: 409,
    code: 'delivery_not_first',
    message: new RegExp(`${ids[0]} waits for ${ids[1]}`),
  })
  const all = { state: 'retrying' }
  expect(await sandbox.post('/sandbox/deliveries/attempt-now', all)).toMatchObject({ counts: { skipped: 1 } })
  holding.answer(503, events[1])
  await until(sandbox, async () => (await sandbox.delivery(ids[1] ?? '')).state === 'retrying')
  expect((await act(sandbox, 'attempt-now', ids[0])).status).toBe(200)
  await until(sandbox, () => holding.ids.length === 3)
  expect(holding.ids).toEqual([events[0], events[1], events[0]])
})

test('retries that are set while an attempt hangs count for what follows it', async () => {
  const { holding, sandbox, id, ids } = await startWorld()
  await settings(sandbox, id, { retry_delays: ['7m'] })
  holding.answer(503)
  await until(sandbox, async () => (await sandbox.delivery(ids[0] ?? '')).state === 'retrying')
  expect(await sandbox.delivery(ids[0] ?? '')).toMatchObject({
    attempts_max: 2,
    next_attempt_at: '2026-01-01T00:07:00.000000Z',
  })
})

test('one that hangs is cancelled: it is cut, its ordered lane goes on, and time settles', async () => {
  const { holding, sandbox, ids, events } = await startWorld()
  expect((await act(sandbox, 'cancel', ids[0])).status).toBe(200)
  await until(sandbox, () => holding.ids.length === 2)
  holding.answer(200, events[1])
  await until(sandbox, () => holding.ids.length === 3)
  holding.answer(200, events[2])
  expect(await sandbox.clock({ advance: '1s' })).toMatchObject({ settled: true })
  expect(await statesOf(sandbox)).toEqual(['cancelled', 'succeeded', 'succeeded'])
  const { attempts } = await sandbox.delivery(ids[0] ?? '')
  expect(attempts.map(({ outcome }) => outcome)).toMatchObject([{ kind: 'aborted' }])
})

test('one of a lane without order that hangs is cancelled: time settles without it, and its answer is recorded', async () => {
  const { holding, sandbox, id, ids, events } = await startWorld()
  await settings(sandbox, id, { ordered: false, concurrency: 1 })
  await act(sandbox, 'release', ids[0])
  await until(sandbox, () => holding.waiting() === 2)
  expect((await act(sandbox, 'cancel', ids[1])).status).toBe(200)
  await until(sandbox, () => holding.waiting() === 3)
  holding.answer(200, events[0])
  holding.answer(200, events[2])
  expect(await sandbox.clock({ advance: '1s' })).toMatchObject({ settled: true })
  expect(await statesOf(sandbox)).toEqual(['succeeded', 'cancelled', 'succeeded'])
  holding.answer(200, events[1])
  await until(sandbox, async () => (await sandbox.delivery(ids[1] ?? '')).attempts_made === 1)
  const late = await sandbox.delivery(ids[1] ?? '')
  expect(late.state).toBe('cancelled')
  expect(late.attempts.map(({ outcome }) => outcome)).toEqual([{ kind: 'responded', status: 200 }])
})

test('its subscription is disabled while one hangs: time settles at once, and enabled again its lane is free', async () => {
  const { holding, sandbox, id, ids } = await startWorld()
  await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_DISABLED' })
  expect(await sandbox.clock({ advance: '1h' })).toMatchObject({ settled: true })
  expect(await statesOf(sandbox)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_ENABLED' })
  const { deliveries } = await sandbox.trigger('card.created')
  await until(sandbox, () => holding.ids.length === 2)
  holding.answer(200, deliveries[0]?.event_id)
  expect(await sandbox.settle()).toMatchObject({ settled: true })
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('succeeded')
  expect(await sandbox.delivery(ids[0] ?? '')).toMatchObject({ state: 'cancelled', attempts_made: 1 })
})

test('its subscription is deleted while one hangs: time settles at once, its end is recorded, and nothing else is sent', async () => {
  const { holding, sandbox, id, ids, events } = await startWorld()
  await sandbox.call('DELETE', `/webhooks/${id}`)
  expect(await sandbox.clock({ advance: '1h' })).toMatchObject({ settled: true })
  expect(await statesOf(sandbox)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  holding.answer(200, events[0])
  await until(sandbox, async () => (await sandbox.delivery(ids[0] ?? '')).attempts_made === 1)
  expect((await sandbox.delivery(ids[0] ?? '')).last_outcome).toEqual({ kind: 'responded', status: 200 })
  expect(holding.ids).toEqual(events.slice(0, 1))
  expect(sandbox.troubles).toEqual([])
})
