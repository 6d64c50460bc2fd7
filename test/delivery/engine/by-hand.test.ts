import { expect, test } from 'vitest'
import type { FailureCode } from '../../../server/failures.ts'
import { type DeliveryRow, frameOf } from '../../../server/wire.ts'
import { expectRefused } from '../../control/refused.ts'
import { holdTimers } from '../../helpers/held-time.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { settings, startHoldingReceiver, statesOf, until } from './holding.ts'

const act = (sandbox: TestSandbox, name: string, id: string) =>
  sandbox.request<{ delivery: DeliveryRow }>('POST', `/sandbox/deliveries/${id}/${name}`)

/** So many deliveries, the first of which waits for its answer, in a lane of one place. */
async function startLane(count: number, lane: Record<string, unknown> = { ordered: true }) {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { jitter: 0, retry_delays: ['1m', '5m'], timeout: '0' } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  await settings(sandbox, id, lane)
  const { deliveries } = await sandbox.trigger('card.created', { count })
  await until(sandbox, () => receiver.waiting() === 1)
  return {
    receiver,
    sandbox,
    ids: deliveries.map((row) => row.id),
    events: deliveries.map((row) => row.event_id),
  }
}

test('release: the next of an ordered lane starts while the first still waits, and its late answer is recorded', async () => {
  const { receiver, sandbox, ids, events } = await startLane(2)
  const [first = '', second = ''] = ids
  const { status, body } = await act(sandbox, 'release', first)
  expect([status, body.delivery.state]).toEqual([200, 'sending'])
  await until(sandbox, () => receiver.waiting() === 2)
  expect(await statesOf(sandbox)).toEqual(['sending', 'sending'])
  receiver.answer(200, events[1])
  await until(sandbox, async () => (await sandbox.delivery(second)).state === 'succeeded')
  expect((await sandbox.delivery(first)).state).toBe('sending')
  receiver.answer(201, events[0])
  await sandbox.settle()
  const late = await sandbox.delivery(first)
  expect(late).toMatchObject({ state: 'succeeded', attempts_made: 1 })
  expect(late.attempts.map(({ outcome }) => outcome)).toEqual([{ kind: 'responded', status: 201 }])
})

test.each([{ ordered: true }, { concurrency: 1 }])(
  'a released place is given away once: not a second time when the late answer comes (%o)',
  async (lane) => {
    const { receiver, sandbox, ids, events } = await startLane(4, lane)
    await act(sandbox, 'release', ids[0] ?? '')
    // A second time changes nothing.
    await act(sandbox, 'release', ids[0] ?? '')
    await until(sandbox, () => receiver.waiting() === 2)
    receiver.answer(200, events[0])
    await until(sandbox, async () => (await sandbox.delivery(ids[0] ?? '')).state === 'succeeded')
    for (let i = 0; i < 5; i++) await sandbox.get('/sandbox/health')
    expect(await statesOf(sandbox)).toEqual(['succeeded', 'sending', 'pending', 'pending'])
    receiver.open()
    await sandbox.settle()
    expect(receiver.ids).toEqual(events)
  },
)

test('an aborted or cancelled attempt is announced only once', async () => {
  const { sandbox, ids } = await startLane(1, { concurrency: 2 })
  const told: string[] = []
  sandbox.listen((news) => {
    for (const frame of news.map(frameOf)) if (frame.kind === 'delivery') told.push(frame.data.state)
  })
  const [id = ''] = ids
  for (const name of ['release', 'release', 'cancel', 'release']) {
    const { status } = await act(sandbox, name, id)
    expect([name, status]).toEqual([name, 200])
  }
  expect(told).toEqual(['sending', 'cancelled'])
})

test('a released delivery whose late answer is a failure is retried', async () => {
  const { receiver, sandbox, ids } = await startLane(2)
  await act(sandbox, 'release', ids[0] ?? '')
  await until(sandbox, () => receiver.waiting() === 2)
  receiver.answer(503)
  receiver.answer(200)
  await sandbox.settle()
  expect(await statesOf(sandbox)).toEqual(['retrying', 'succeeded'])
  receiver.open()
  await sandbox.clock({ advance: '1m' })
  expect(await statesOf(sandbox)).toEqual(['succeeded', 'succeeded'])
})

test.each(['an answer', 'an abort'])(
  'a released delivery that %s ends is tried again though nothing else happens in its lane',
  async (by) => {
    const receiver = await startHoldingReceiver()
    const sandbox = await startSandbox({ delivery: { retry_delays: ['1ms', '1ms'], timeout: '0' } })
    await sandbox.subscribe(receiver.url)
    const { deliveries } = await sandbox.trigger('card.created')
    const { id = '' } = deliveries[0] ?? {}
    await until(sandbox, () => receiver.waiting() === 1)
    await act(sandbox, 'release', id)
    if (by === 'an abort') await act(sandbox, 'abort', id)
    else receiver.answer(503)
    await until(sandbox, () => receiver.ids.length === 2)
    receiver.open()
    await until(sandbox, async () => (await sandbox.delivery(id)).state === 'succeeded')
  },
)

test('abort: the attempt is recorded as aborted, and the ladder goes on', async () => {
  const { receiver, sandbox, ids } = await startLane(1)
  const [id = ''] = ids
  const { status, body } = await act(sandbox, 'abort', id)
  expect(status).toBe(200)
  expect(body.delivery).toMatchObject({
    state: 'retrying',
    attempts_made: 1,
    last_outcome: { kind: 'aborted', code: 'by_hand', after_ms: expect.any(Number) },
    next_attempt_at: '2026-01-01T00:01:00.000000Z',
  })
  const [attempt] = await sandbox.attempts(id)
  expect(attempt).toMatchObject({ outcome: { kind: 'aborted' }, response: null, number: 1 })
  expect(attempt?.request.sent_bytes).toBeGreaterThan(0)
  await until(sandbox, () => receiver.waiting() === 0)
  const gone = sandbox.clock({ advance: '1m' })
  await until(sandbox, () => receiver.waiting() === 1)
  await act(sandbox, 'abort', id)
  await gone
  receiver.open()
  await sandbox.clock({ advance: '5m' })
  const delivery = await sandbox.delivery(id)
  expect(delivery.attempts.map(({ outcome }) => outcome?.kind)).toEqual(['aborted', 'aborted', 'responded'])
  expect(delivery).toMatchObject({ state: 'succeeded', attempts_made: 3 })
})

test('the last attempt of a ladder, aborted, gives up', async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { retry_delays: [], timeout: '0' } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  const id = deliveries[0]?.id ?? ''
  await until(sandbox, () => receiver.waiting() === 1)
  const { body } = await act(sandbox, 'abort', id)
  expect(body.delivery.state).toBe('failed')
  expect(body.delivery.reason_code).toBe('gave_up')
})

test('abort cuts all copies of a duplicate', async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { timeout: '0' } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'duplicate(3)' })
  await until(sandbox, () => receiver.waiting() === 3)
  const { body } = await act(sandbox, 'abort', deliveries[0]?.id ?? '')
  expect(body.delivery).toMatchObject({ state: 'retrying', attempts_made: 3 })
  const attempts = await sandbox.attempts(body.delivery.id)
  expect(attempts.map(({ outcome }) => outcome?.kind)).toEqual(['aborted', 'aborted', 'aborted'])
  await until(sandbox, () => receiver.waiting() === 0)
})

test('abort of an attempt that has ended is refused, also while the clock stands and its end waits for slower ones', async () => {
  const patience = holdTimers(25)
  const [quick, slow] = [await startReceiver(), await startHoldingReceiver()]
  const sandbox = await startSandbox({ delivery: { timeout: '0' } }, patience.outside)
  await sandbox.clock({ mode: 'manual' })
  const { id: quickly } = await sandbox.subscribe(quick.url)
  await sandbox.subscribe(slow.url)
  const { deliveries } = await sandbox.trigger('card.created')
  const { id = '' } = deliveries.find((row) => row.subscription_id === quickly) ?? {}
  await until(sandbox, () => slow.waiting() === 1 && patience.waiting() === 1)
  expect((await sandbox.delivery(id)).state).toBe('sending')
  const aborted = act(sandbox, 'abort', id)
  let isOver = false
  void aborted.finally(() => {
    isOver = true
  })
  await until(sandbox, () => {
    patience.release()
    return isOver
  })
  expectRefused(await aborted, { ...notUnderWay, message: /it is succeeded/ })
  slow.open()
})

test('with a timeout of 0 no timer runs, and the attempt waits until it is aborted', async () => {
  const time = holdTimers(4321)
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { timeout: '4321ms' } }, time.outside)
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await until(sandbox, () => receiver.waiting() === 1)
  expect(time.waiting()).toBe(1)
  await settings(sandbox, id, { timeout_ms: 0 })
  const { deliveries } = await sandbox.trigger('card.created')
  await until(sandbox, () => receiver.waiting() === 2)
  expect(time.waiting()).toBe(1)
  time.release()
  await until(sandbox, () => receiver.waiting() === 1)
  expect(await statesOf(sandbox)).toEqual(['retrying', 'sending'])
  await act(sandbox, 'abort', deliveries[0]?.id ?? '')
  expect(await statesOf(sandbox)).toEqual(['retrying', 'retrying'])
})

const acts = ['abort', 'release', 'attempt-now', 'cancel'] as const
const notUnderWay = { status: 409, code: 'delivery_not_under_way' } as const
const finished = { status: 409, code: 'delivery_finished', fix: /resend/ } as const

test.each(acts)('%s of a delivery that nobody knows: 404', async (name) => {
  const sandbox = await startSandbox()
  expectRefused(await act(sandbox, name, 'dlv_none'), { status: 404, code: 'delivery_unknown' })
})

test.each([
  ['succeeded', 200, { abort: notUnderWay, release: notUnderWay, 'attempt-now': finished, cancel: finished }],
  ['retrying', 503, { abort: notUnderWay, release: notUnderWay }],
  ['pending', 0, { abort: notUnderWay, release: notUnderWay }],
] as [string, number, Record<string, { status: number; code: FailureCode }>][])(
  'what cannot be done to a delivery that is %s is refused, and changes nothing',
  async (state, status, refused) => {
    const receiver = await startReceiver([status || 200])
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual' })
    await sandbox.subscribe(receiver.url)
    const { deliveries } = await sandbox.trigger('card.created', status === 0 ? { fault: 'delay(1m)' } : {})
    await sandbox.settle()
    const before = await sandbox.delivery(deliveries[0]?.id ?? '')
    expect(before.state).toBe(state)
    for (const [name, how] of Object.entries(refused)) expectRefused(await act(sandbox, name, before.id), how)
    expect(await sandbox.delivery(before.id)).toEqual(before)
  },
)

test.each(['before it began', 'while it was under way'])(
  'what is cancelled in a lane that was ordered %s is cut, so that no two are under way in it',
  async (when) => {
    const isLate = when === 'while it was under way'
    const { sandbox, receiver, ids } = await startLane(2, isLate ? { concurrency: 1 } : { ordered: true })
    const [first = '', second = ''] = ids
    if (isLate) await settings(sandbox, (await sandbox.delivery(first)).subscription_id, { ordered: true })
    await act(sandbox, 'cancel', first)
    await until(sandbox, async () => (await sandbox.delivery(second)).state === 'sending')
    const { state, attempts } = await sandbox.delivery(first)
    expect([state, attempts.map(({ outcome }) => outcome?.kind)]).toEqual(['cancelled', ['aborted']])
    receiver.open()
  },
)

test('what is under way in an ordered lane may end when its subscription is deleted, and is cut when that is disabled', async () => {
  const { sandbox, receiver, ids } = await startLane(2)
  const [first = '', second = ''] = ids
  const { subscription_id } = await sandbox.delivery(first)
  await sandbox.call('DELETE', `/webhooks/${subscription_id}`)
  receiver.answer(200)
  await until(sandbox, async () => (await sandbox.delivery(first)).attempts_made === 1)
  const ended = await sandbox.delivery(first)
  expect(ended).toMatchObject({ state: 'cancelled', last_outcome: { kind: 'responded', status: 200 } })
  expect(await sandbox.delivery(second)).toMatchObject({ state: 'cancelled', attempts: [] })

  const { id, url } = await sandbox.subscribe(ended.url)
  await settings(sandbox, id, { ordered: true })
  const { deliveries } = await sandbox.trigger('card.created')
  await until(sandbox, () => receiver.waiting() === 1)
  await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_DISABLED' })
  await until(sandbox, async () => (await sandbox.delivery(deliveries[0]?.id ?? '')).attempts_made === 1)
  expect(await sandbox.delivery(deliveries[0]?.id ?? '')).toMatchObject({
    url,
    state: 'cancelled',
    last_outcome: {
      kind: 'aborted',
      code: 'subscription_disabled',
      after_ms: expect.any(Number),
    },
  })
  receiver.open()
})

test('what was to be sent early before a reset makes nothing of what comes after it look sent early', async () => {
  const { receiver, sandbox, ids } = await startLane(1, { concurrency: 1 })
  const { deliveries: late } = await sandbox.trigger('card.created', { fault: 'delay(1h)' })
  await act(sandbox, 'attempt-now', late[0]?.id ?? '')
  await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })
  await until(sandbox, () => receiver.waiting() === 0)
  await sandbox.trigger('card.created')
  // Within a millisecond is at once.
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'reorder(1ms)' })
  expect(deliveries[0]?.id).toBe(late[0]?.id)
  await act(sandbox, 'cancel', ids[0] ?? '')
  await until(sandbox, async () => (await sandbox.delivery(late[0]?.id ?? '')).attempts.length === 1)
  const [attempt] = await sandbox.attempts(late[0]?.id ?? '')
  expect(attempt?.changes).toEqual([{ fault: 'reorder(1ms)', detail: 'delayed by up to 1 ms' }])
  receiver.open()
})
