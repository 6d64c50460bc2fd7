import { expect, test } from 'vitest'
import type { Clock, Traffic } from '../../server/wire.ts'
import { holdWall } from '../helpers/held-wall.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from '../platform/makers.ts'

const start = '2026-01-05T09:00:00Z'
const clockOf = async (sandbox: TestSandbox) => (await sandbox.get<{ clock: Clock }>('/sandbox/clock')).clock
const timeOf = (iso: string) => iso.slice(5, 19)
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** When each attempt of the oldest delivery began. */
async function attemptsOfOldest(sandbox: TestSandbox) {
  const [oldest] = (await sandbox.deliveries('?limit=500')).toReversed()
  return (await sandbox.attempts(oldest?.id ?? '')).map(({ started_at }) => timeOf(started_at))
}

test.for([1, sample(30, 100)])(
  'the ladder of three days waits for no timer at all: %d deliveries',
  async (count) => {
    const receiver = await startReceiver([503])
    const time = holdWall(start)
    const sandbox = await startSandbox({}, time.outside)
    await sandbox.clock({ mode: 'manual' })
    await sandbox.subscribe(receiver.url)
    await sandbox.trigger('card.created', { count })
    let commits = 0
    sandbox.listen(() => commits++)
    // The wall stands, so that a timer would never come.
    expect(await sandbox.clock({ advance: '5d' })).toMatchObject({ settled: true })
    expect(receiver.requests).toHaveLength(8 * count)
    expect((await sandbox.deliveries('?state=failed&limit=500')).length).toBe(count)
    // For each attempt one that begins it and one that ends it, and the clock's move with the first.
    expect(commits).toBeLessThanOrEqual(2 * 8 * count + 3)
  },
)

test('with speed 60 jobs and retries come at their own times, sixty times as fast', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({ kyc: { delay: '90s' }, delivery: { jitter: 0 } }, time.outside)
  const receiver = await startReceiver([503, 503, 200])
  await sandbox.subscribe(receiver.url, { events: ['card.created'] })
  await sandbox.clock({ speed: 60 })
  await createMakers(doerOf(sandbox)).verification('123-45-6789')
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const happenings: string[] = []
  for (let second = 1; second <= 6; second++) {
    time.pass(1000)
    await sandbox.settle()
    happenings.push(
      `${timeOf((await clockOf(sandbox)).now)} ${receiver.requests.length} ${(await sandbox.get<{ events: unknown[] }>('/sandbox/events?event=kyc.*')).events.length}`,
    )
  }
  expect(happenings).toEqual([
    '01-05T09:01:00 2 0',
    '01-05T09:02:00 2 1',
    '01-05T09:03:00 2 1',
    '01-05T09:04:00 2 1',
    '01-05T09:05:00 2 1',
    '01-05T09:06:00 3 1',
  ])
  const { events } = await sandbox.get<{ events: { occurred_at: string }[] }>('/sandbox/events?event=kyc.*')
  expect(events.map(({ occurred_at }) => timeOf(occurred_at))).toEqual(['01-05T09:01:30'])
  expect(await attemptsOfOldest(sandbox)).toEqual(['01-05T09:00:00', '01-05T09:01:00', '01-05T09:06:00'])
})

test('orders that come at once are carried out one after the other, each from where the one before ended', async () => {
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual', set: start })
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.post('/sandbox/traffic', { rate: 0.1, events: ['kyb.verification.warning'], for: '1m' })
  const answers = await Promise.all(['1m', '2m', '5m'].map((advance) => sandbox.clock({ advance })))
  const ends = answers.map(({ clock }) => timeOf(clock.now)).toSorted()
  expect(ends.at(-1)).toBe('01-05T09:08:00')
  expect(new Set(ends).size).toBe(3)
  expect(answers.every(({ settled }) => settled)).toBe(true)
  expect(await attemptsOfOldest(sandbox)).toEqual(['01-05T09:00:00', '01-05T09:01:00', '01-05T09:06:00'])
  expect((await sandbox.get<{ traffic: Traffic }>('/sandbox/traffic')).traffic).toMatchObject({ sent: 6 })
})

test('a moving real clock stops at each step and catches up afterwards', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({ delivery: { jitter: 0 } }, time.outside)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  let end = () => {}
  const receiver = await startReceiver([
    503,
    (response) => {
      end = () => response.writeHead(200).end()
      answer()
    },
  ])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const moved = sandbox.clock({ advance: '1h' })
  await asked
  time.pass(5000)
  expect(timeOf((await clockOf(sandbox)).now)).toBe('01-05T09:01:00')
  end()
  expect(timeOf((await moved).clock.now)).toBe('01-05T10:00:05')
  time.pass(1000)
  expect(timeOf((await clockOf(sandbox)).now)).toBe('01-05T10:00:06')
})

test('the clock says what is due next', async () => {
  const sandbox = await startSandbox({ delivery: { jitter: 0 }, kyc: { delay: '30s' } })
  await sandbox.clock({ mode: 'manual', set: start })
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  const next = async () => {
    const { next_due, next_kind } = await clockOf(sandbox)
    return next_due === null ? null : `${timeOf(next_due)} ${next_kind}`
  }
  expect(await next()).toBeNull()
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(await next()).toBe('01-05T09:01:00 delivery')
  await createMakers(doerOf(sandbox)).verification('123-45-6789')
  expect(await next()).toBe('01-05T09:00:30 job')
  await sandbox.post('/sandbox/traffic', { rate: 0.05, count: 2, events: ['transactions'] })
  expect(await next()).toBe('01-05T09:00:20 traffic')
  const { clock } = await sandbox.clock({ advance: '25s' })
  expect(clock).toMatchObject({ next_due: '2026-01-05T09:00:30.000000Z', next_kind: 'job' })
})

test('clock frames show each step with its target, and finally the next due work', async () => {
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual', set: start })
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const told: Clock[] = []
  sandbox.listen((news) => {
    for (const one of news) if (one.kind === 'clock') told.push(one.tell())
  })
  await sandbox.clock({ advance: '10m' })
  const to = '2026-01-05T09:10:00.000000Z'
  expect(told.map(({ now, moving_to }) => [timeOf(now), moving_to])).toEqual([
    ['01-05T09:01:00', to],
    ['01-05T09:06:00', to],
    ['01-05T09:10:00', null],
  ])
  expect(told.at(-1)).toMatchObject({ next_due: '2026-01-05T09:36:00.000000Z', next_kind: 'delivery' })
})

test('out of patience the clock stops before what is due, says so, and goes on from there: nothing is passed by', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({ kyc: { delay: '90s' } }, time.outside)
  await sandbox.clock({ mode: 'manual' })
  await createMakers(doerOf(sandbox)).verification('123-45-6789')
  await sandbox.post('/sandbox/traffic', { rate: 0.1, events: ['card.created'], count: 13 })
  let events = 0
  const stop = sandbox.listen((news) => {
    events += news.filter(({ kind }) => kind === 'event').length
    if (events === 4) time.pass(30_000)
  })
  const { clock, ...told } = await sandbox.clock({ advance: '10m' })
  stop()
  const target = '2026-01-05T09:10:00.000000Z'
  expect(timeOf(clock.now)).toBe('01-05T09:00:40')
  const due = { kind: 'traffic', at: '2026-01-05T09:00:50.000000Z' }
  expect(told).toEqual({ settled: false, waiting: { attempts: 0, target, due } })
  expect(await sandbox.settle()).toMatchObject({ settled: true, clock: { now: clock.now } })
  expect(await sandbox.clock({ set: target })).toMatchObject({ settled: true, clock: { now: target } })
  const { traffic } = await sandbox.get<{ traffic: Traffic }>('/sandbox/traffic')
  expect(traffic).toMatchObject({ sent: 13, running: false, ended_at: '2026-01-05T09:02:00.000000Z' })
  const kyc = await sandbox.get<{ events: { occurred_at: string }[] }>('/sandbox/events?event=kyc.*')
  expect(kyc.events.map(({ occurred_at }) => timeOf(occurred_at))).toEqual(['01-05T09:01:30'])
})

/** Has an attempt under way that is not answered until `end`. */
async function hanging(time: ReturnType<typeof holdWall>) {
  const sandbox = await startSandbox({ delivery: { timeout: '1m' } }, time.outside)
  await sandbox.clock({ mode: 'manual' })
  let end = () => {}
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const receiver = await startReceiver([
    (response) => {
      end = () => response.writeHead(200).end()
      answer()
    },
  ])
  await sandbox.subscribe(receiver.url, { events: ['card.created'] })
  await sandbox.trigger('card.created')
  await asked
  return { sandbox, end: () => end() }
}

test('past an attempt that hangs the clock goes, where nothing is due on the way', async () => {
  const time = holdWall(start)
  const { sandbox, end } = await hanging(time)
  const before = time.waiting()
  const moved = sandbox.clock({ advance: '1h' })
  while (time.waiting() <= before) await sandbox.get('/sandbox/clock')
  time.pass(30_000)
  expect(await moved).toMatchObject({
    clock: { now: '2026-01-05T10:00:00.000000Z' },
    settled: false,
    waiting: { attempts: 1, target: '2026-01-05T10:00:00.000000Z', due: null },
  })
  end()
  expect(await sandbox.settle()).toMatchObject({ settled: true })
})

test('where an attempt hangs all the time, what is due on the way comes behind it, and none is left out', async () => {
  const time = holdWall(start)
  const { sandbox, end } = await hanging(time)
  await sandbox.post('/sandbox/traffic', { rate: 0.1, events: ['transactions'], count: 3 })
  const before = time.waiting()
  const moved = sandbox.clock({ advance: '1h' })
  while (time.waiting() <= before) await sandbox.get('/sandbox/clock')
  time.pass(30_000)
  expect(await moved).toMatchObject({ clock: { now: '2026-01-05T10:00:00.000000Z' }, settled: false })
  end()
  await sandbox.settle()
  const { events } = await sandbox.get<{ events: { occurred_at: string }[] }>(
    '/sandbox/events?source=traffic',
  )
  expect(events.map(({ occurred_at }) => timeOf(occurred_at)).toReversed()).toEqual([
    '01-05T09:00:00',
    '01-05T09:00:10',
    '01-05T09:00:20',
  ])
})

test('a reset ends running and waiting orders; a stopped clock keeps its time', async () => {
  const time = holdWall(start)
  const { sandbox } = await hanging(time)
  const before = time.waiting()
  const moved = sandbox.clock({ advance: '1h' })
  while (time.waiting() <= before) await sandbox.get('/sandbox/clock')
  const queued = sandbox.clock({ advance: '2h' })
  await sandbox.get('/sandbox/clock')
  await sandbox.post('/sandbox/reset')
  const now = '2026-01-05T09:00:00.000000Z'
  for (const answer of [await moved, await queued])
    expect(answer).toMatchObject({ settled: false, clock: { now } })
  expect(await sandbox.clock({ advance: '1m' })).toMatchObject({
    settled: true,
    clock: { mode: 'manual', now: '2026-01-05T09:01:00.000000Z' },
  })
})

test('a sandbox that is closed ends the orders as a reset does: what did not settle is not said to have', async () => {
  const time = holdWall(start)
  const { sandbox } = await hanging(time)
  const before = time.waiting()
  const moved = sandbox.clock({ advance: '3d' })
  while (time.waiting() <= before) await sandbox.get('/sandbox/clock')
  const queued = sandbox.clock({ advance: '4d' })
  await sandbox.get('/sandbox/clock')
  let open = true
  const closed = sandbox.close().then(() => {
    open = false
  })
  // What is under way is given 5 s to end, far less than the order has.
  for (; open; await turn()) time.pass(1)
  await closed
  const now = '2026-01-05T09:00:00.000000Z'
  expect(await moved).toMatchObject({
    settled: false,
    clock: { now },
    waiting: { target: '2026-01-08T09:00:00.000000Z' },
  })
  expect(await queued).toMatchObject({ settled: false, clock: { now } })
  expect(sandbox.troubles).toEqual([])
})
