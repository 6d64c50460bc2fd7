import { expect, test } from 'vitest'
import { messageIn, type Seen } from './wire-receiver.ts'
import { endOf, startWorld } from './world.ts'

const exact = { delivery: { retry_delays: ['1m', '10m'], jitter: 0, concurrency: 1 } }
const start = Date.parse('2026-01-01T00:00:00Z')
const headerIn = ({ bytes }: Seen, name: string) =>
  messageIn(bytes)?.headers.find(([key]) => key === name)?.[1]
const idsOf = (seen: readonly Seen[]) => seen.map((one) => headerIn(one, 'webhook-id'))

test('duplicate(3): three requests with one id at the same moment, on connections of their own', async () => {
  const held: (() => void)[] = []
  const answer = () => new Promise<number>((resolve) => held.push(() => resolve(200)))
  const { sandbox, receiver, send } = await startWorld({ answer, config: exact })
  const id = await send('duplicate(3)')
  // None is answered before all are there.
  await expect.poll(() => held.length).toBe(3)
  expect((await sandbox.delivery(id)).state).toBe('sending')
  for (const release of held) release()
  await sandbox.settle()
  const delivery = await sandbox.delivery(id)
  expect(endOf(delivery)).toEqual(['succeeded', 200, 200, 200])
  expect(delivery).toMatchObject({ attempts_made: 3, attempts_max: 5 })
  expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(new Set(receiver.seen.map(({ connection }) => connection)).size).toBe(3)
  expect(idsOf(receiver.seen)).toEqual([delivery.event_id, delivery.event_id, delivery.event_id])
  expect(new Set(receiver.seen.map((one) => headerIn(one, 'webhook-timestamp'))).size).toBe(3)
})

test('copies at the same moment take one place in the lane, and one that succeeds is enough', async () => {
  const { sandbox, receiver, send } = await startWorld({
    answer: (_, count) => (count === 2 ? 200 : 503),
    config: exact,
  })
  const id = await send('duplicate(2)')
  await sandbox.clock({ advance: '1h' })
  expect((await sandbox.delivery(id)).state).toBe('succeeded')
  expect(receiver.seen).toHaveLength(2)
})

test('duplicate(2, 5s): the second comes five seconds later by the clock, and then it is over', async () => {
  const { sandbox, receiver, send } = await startWorld({ config: exact })
  const id = await send('duplicate(2, 5s)')
  await sandbox.clock({ advance: '4999ms' })
  expect(receiver.seen).toHaveLength(1)
  expect(await sandbox.delivery(id)).toMatchObject({
    state: 'retrying',
    reason_facts: { code: 'copy_sent', copy: 1, copies: 2 },
    next_attempt_at: '2026-01-01T00:00:05.000000Z',
  })
  await sandbox.clock({ advance: '1ms' })
  expect(endOf(await sandbox.delivery(id))).toEqual(['succeeded', 200, 200])
  await sandbox.clock({ advance: '1d' })
  expect(idsOf(receiver.seen)).toHaveLength(2)
  expect(new Set(idsOf(receiver.seen)).size).toBe(1)
})

test.each([
  ['the first succeeds and the second fails', [200, 503], ['succeeded', 200, 503]],
  ['both fail: the ladder begins', [503, 503, 200], ['succeeded', 503, 503, 200]],
])('duplicate(2, 5s), %s', async (_, statuses, end) => {
  const { sandbox, send } = await startWorld({
    answer: (_seen, count) => statuses[count - 1] ?? 500,
    config: exact,
  })
  const id = await send('duplicate(2, 5s)')
  await sandbox.clock({ advance: '5s' })
  await sandbox.clock({ advance: '59s' })
  expect((await sandbox.attempts(id)).length).toBe(2)
  await sandbox.clock({ advance: '1s' })
  const delivery = await sandbox.delivery(id)
  expect(endOf(delivery)).toEqual(end)
  expect(delivery.attempts.map(({ fault }) => fault)).toEqual(
    ['duplicate(2, 5s)', 'duplicate(2, 5s)', null].slice(0, delivery.attempts.length),
  )
})

test('delay(10m): nothing leaves before, and the retry keeps to the ladder', async () => {
  const { sandbox, receiver, send } = await startWorld({
    answer: (_, count) => (count === 1 ? 503 : 200),
    config: exact,
  })
  const id = await send('delay(10m)')
  await sandbox.clock({ advance: '599999ms' })
  expect(receiver.seen).toEqual([])
  expect(await sandbox.delivery(id)).toMatchObject({ state: 'pending', attempts: [] })
  await sandbox.clock({ advance: '1ms' })
  expect(receiver.seen).toHaveLength(1)
  await sandbox.clock({ advance: '1m' })
  expect(endOf(await sandbox.delivery(id))).toEqual(['succeeded', 503, 200])
})

test('delay(10m) | sticky puts every attempt off', async () => {
  const { sandbox, send } = await startWorld({ answer: () => 503, config: exact })
  const id = await send('delay(10m) | sticky')
  await sandbox.clock({ advance: '1d' })
  const started = (await sandbox.attempts(id)).map(({ started_at }) => started_at.slice(11, 19))
  expect(started).toEqual(['00:10:00', '00:21:00', '00:41:00'])
})

test('a delayed delivery holds up nobody in its lane, is sent at once when asked, and can be cancelled', async () => {
  const { sandbox, receiver, send } = await startWorld({ config: exact })
  const [late, never] = [await send('delay(1h)'), await send('delay(1h)')]
  const soon = await send()
  await sandbox.settle()
  expect([(await sandbox.delivery(soon)).state, receiver.seen.length]).toEqual(['succeeded', 1])
  await sandbox.post(`/sandbox/deliveries/${late}/attempt-now`)
  await sandbox.post(`/sandbox/deliveries/${never}/cancel`)
  await sandbox.settle()
  const sent = await sandbox.delivery(late)
  expect(endOf(sent)).toEqual(['succeeded', 200])
  expect(sent.attempts[0]?.changes).toEqual([
    { fault: 'delay(1h)', detail: 'delayed by 60 min, but sent earlier by hand' },
  ])
  await sandbox.clock({ advance: '2h' })
  expect([(await sandbox.delivery(never)).state, receiver.seen.length]).toEqual(['cancelled', 2])
})

const gap = {
  fault: 'duplicate(2, 10m)',
  detail: 'sent 2 times, each 10 min after the previous copy ended',
}
const late = { fault: 'delay(10m)', detail: 'delayed by 10 min' }
const moved = { fault: 'reorder(10m)', detail: 'delayed by up to 10 min' }
const early = (change: { fault: string; detail: string }) => ({
  ...change,
  detail: `${change.detail}, but sent earlier by hand`,
})

test.each([
  ['duplicate(2, 10m)', [[gap], [early(gap)]]],
  ['delay(10m) | sticky', [[early(late)], [early(late)]]],
  ['reorder(10m)', [[early(moved)], []]],
  ['duplicate(2, 10m) | delay(10m) | sticky', [[gap, early(late)], [early(gap)]]],
])('%s reports attempts that were sent by hand before they were due', async (fault, told) => {
  const { sandbox, send } = await startWorld({ answer: () => 503, config: exact })
  const id = await send(fault)
  await sandbox.settle()
  while ((await sandbox.attempts(id)).length < 2) {
    await sandbox.post(`/sandbox/deliveries/${id}/attempt-now`)
    await sandbox.settle()
  }
  expect((await sandbox.attempts(id)).map(({ changes }) => changes)).toEqual(told)
})

test('what was due already when it was asked for was not sent before that', async () => {
  const { sandbox, send } = await startWorld({ config: exact })
  const [id, other] = [await send('delay(10m)'), await send('delay(10m)')]
  await sandbox.clock({ advance: '599s' })
  await sandbox.post(`/sandbox/deliveries/${other}/attempt-now`)
  await sandbox.clock({ advance: '1s' })
  expect((await sandbox.attempts(id))[0]?.changes).toEqual([late])
  expect((await sandbox.attempts(other))[0]?.changes).toEqual([early(late)])
})

test('reorder(5s): events overtake each other by the seed, and all arrive within the time', async () => {
  async function orderOf(seed: number) {
    const { sandbox, receiver } = await startWorld({ config: { ...exact, seed } })
    const { events } = await sandbox.trigger('card.created', { count: 12, fault: 'reorder(5s)' })
    await sandbox.clock({ advance: '5s' })
    const made = events.map(({ id }) => id)
    return idsOf(receiver.seen).map((id) => made.indexOf(id ?? ''))
  }
  const [first, again, other] = [await orderOf(7), await orderOf(7), await orderOf(8)]
  const inOrder = Array.from({ length: 12 }, (_, at) => at)
  expect(first).not.toEqual(inOrder)
  expect(first.toSorted((a, b) => a - b)).toEqual(inOrder)
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})

test('reorder(5s) | sticky moves every attempt, each by what is drawn for it', async () => {
  const { sandbox, send } = await startWorld({ answer: () => 503, config: exact })
  const id = await send('reorder(5s) | sticky')
  await sandbox.clock({ advance: '1d' })
  const times = (await sandbox.attempts(id)).map(({ started_at }) => Date.parse(started_at))
  const late = [0, 60_000, 600_000].map((wait, at) => (times[at] ?? 0) - (times[at - 1] ?? start) - wait)
  expect(late.every((ms) => ms > 0 && ms < 5000)).toBe(true)
  expect(new Set(late).size).toBe(3)
})

test('drop | sticky: nothing ever comes, and the ladder is climbed to its end', async () => {
  const { sandbox, receiver, send } = await startWorld({ config: exact })
  const id = await send('drop | sticky')
  await sandbox.clock({ advance: '1h' })
  const delivery = await sandbox.delivery(id)
  expect(endOf(delivery)).toEqual(['failed', 'dropped', 'dropped', 'dropped'])
  expect(delivery.attempts.map(({ request }) => request.sent_bytes)).toEqual([0, 0, 0])
  expect(receiver.connections()).toBe(0)
})
