import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Frame, Traffic } from '../../../server/wire.ts'
import { frameOf } from '../../../server/wire.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { holdWall } from '../../helpers/held-wall.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { made, order, planned, standing, start, trafficOf } from './world.ts'

const rhythm = { rate: 2, shape: 'poisson', seed: 4 } as const
const events = { '*': 1 }

test('on the real clock it comes by itself, at the times of the schedule', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  await order(sandbox, { ...rhythm, events })
  for (let passed = 0; passed < 20; passed++) {
    time.pass(500)
    await sandbox.settle()
  }
  const lines = await made(sandbox)
  expect(lines.length).toBeGreaterThan(10)
  expect(lines).toEqual(planned(rhythm, events, lines.length))
})

test('with speed it comes faster by as much, and is as late as it is on real time', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  await sandbox.clock({ speed: 60 })
  await order(sandbox, { rate: 1, count: 121, events: ['card.created'] })
  time.pass(2000)
  await sandbox.settle()
  const traffic = await trafficOf(sandbox)
  expect(traffic).toMatchObject({ running: false, sent: 121, ended_at: '2026-01-01T00:02:00.000000Z' })
  // Two seconds passed in one go: the second event was due one sixtieth of a second after the first.
  expect(traffic.lag_ms).toEqual({ last: 0, max: 1983.333 })
})

test('it is measured for each second of real time, and told about once a second', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  let frames = 0
  sandbox.listen((news) => {
    frames += news.map(frameOf).filter(({ kind }: Frame) => kind === 'traffic').length
  })
  await order(sandbox, { rate: 10, for: '3s', events: ['card.created'] })
  for (let passed = 0; passed < 50; passed++) {
    time.pass(100)
    await sandbox.settle()
  }
  const traffic = await trafficOf(sandbox)
  expect(traffic).toMatchObject({ running: false, sent: 30, deliveries: 30, succeeded: 30, failed: 0 })
  expect(traffic.per_second.map(({ at, sent }) => `${at.slice(17, 19)}: ${sent}`)).toEqual([
    '00: 10',
    '01: 10',
    '02: 10',
    '03: 0',
    '04: 0',
    '05: 0',
  ])
  expect(traffic.per_second.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(30)
  expect(frames).toBeGreaterThanOrEqual(4)
  expect(frames).toBeLessThanOrEqual(7)
  for (let passed = 0; passed < 70; passed++) time.pass(1000)
  await sandbox.settle()
  expect((await trafficOf(sandbox)).per_second.every(({ sent }) => sent === 0)).toBe(true)
  expect((await trafficOf(sandbox)).per_second).toHaveLength(60)
  expect(frames).toBeLessThanOrEqual(7)
})

test('new traffic is reported without the seconds of the traffic before it', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  const told: Traffic[] = []
  sandbox.listen((news) => {
    for (const frame of news.map(frameOf)) if (frame.kind === 'traffic') told.push(frame.data)
  })
  for (const _ of ['first', 'second']) {
    const { id } = await order(sandbox, { rate: 10, for: '3s', events: ['card.created'] })
    expect(told.find((one) => one.id === id)?.per_second).toMatchObject([{ sent: 0, succeeded: 0 }])
    for (let passed = 0; passed < 50; passed++) time.pass(100)
    await sandbox.settle()
  }
})

test('a restart goes on where it was', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await standing({ data })
  const { id } = await order(first, { ...rhythm, events, for: '1m' })
  await first.clock({ advance: '20s' })
  const before = await trafficOf(first)
  expect(before).toMatchObject({ running: true })
  await first.close()
  const second = await startSandbox({ data })
  expect({ ...(await trafficOf(second)), per_second: [] }).toEqual({ ...before, per_second: [] })
  await second.clock({ advance: '1h' })
  const after = await trafficOf(second)
  expect(after).toMatchObject({ id, running: false, ended_at: '2026-01-01T00:01:00.000000Z' })
  expect(after.sent).toBeGreaterThan(before.sent)
  expect(await made(second)).toEqual(planned(rhythm, events, after.sent))
})

test('what settled while nobody counted is counted after the restart', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await standing({ data, delivery: { jitter: 0 } })
  const receiver = await startReceiver([503, 503, 200])
  await first.subscribe(receiver.url)
  await order(first, { rate: 1, count: 2, events: ['card.created'] })
  await first.clock({ advance: '5s' })
  expect(await trafficOf(first)).toMatchObject({ running: false, deliveries: 2, succeeded: 0 })
  await first.close()
  const second = await startSandbox({ data })
  await second.clock({ advance: '5m' })
  expect(await trafficOf(second)).toMatchObject({ deliveries: 2, succeeded: 2, failed: 0 })
})

test('what would have come on the real clock while nobody ran is put off, not made up for', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const early = holdWall(start)
  const first = await startSandbox({ data }, early.outside)
  await order(first, { rate: 1, for: '10s', events: ['card.created'] })
  early.pass(3000)
  await first.settle()
  expect(await trafficOf(first)).toMatchObject({ sent: 4 })
  await first.close()
  const late = holdWall('2026-01-02T00:00:00Z')
  const second = await startSandbox({ data }, late.outside)
  await second.settle()
  expect(await trafficOf(second)).toMatchObject({ sent: 5, running: true })
  late.pass(20_000)
  await second.settle()
  expect(await trafficOf(second)).toMatchObject({ sent: 10, running: false })
})

test('when the clock is set without going through the time between, traffic moves along', async () => {
  const time = holdWall('2026-06-01T00:00:00Z')
  const sandbox = await startSandbox({}, time.outside)
  await sandbox.clock({ mode: 'manual', set: start })
  await order(sandbox, { rate: 1, for: '1m', events: ['card.created'] })
  await sandbox.clock({ advance: '10s' })
  expect((await trafficOf(sandbox)).sent).toBe(11)
  await sandbox.clock({ set: '2025-01-01T00:00:00Z' })
  await sandbox.clock({ advance: '10s' })
  expect((await trafficOf(sandbox)).sent).toBe(21)
  expect((await trafficOf(sandbox)).ends_at).toBe('2025-01-01T00:00:50.000000Z')
  await sandbox.clock({ mode: 'real' })
  expect((await trafficOf(sandbox)).sent).toBe(21)
  time.pass(10_000)
  await sandbox.settle()
  expect(await trafficOf(sandbox)).toMatchObject({ sent: 31, ends_at: '2026-06-01T00:00:40.000000Z' })
})

test('advance on the real clock goes through the time between, and then the clock runs on', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  await order(sandbox, { rate: 1, events: ['card.created'] })
  expect(await sandbox.clock({ advance: '1m' })).toMatchObject({
    settled: true,
    clock: { mode: 'real', now: '2026-01-01T00:01:00.000000Z' },
  })
  expect(await trafficOf(sandbox)).toMatchObject({ sent: 61, lag_ms: { max: 0 } })
  time.pass(2000)
  await sandbox.settle()
  expect((await trafficOf(sandbox)).sent).toBe(63)
})

test('after it is closed nothing of it waits any more', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  await order(sandbox, { rate: 5 })
  time.pass(400)
  await sandbox.settle()
  await sandbox.close()
  expect(time.waiting()).toBe(0)
  time.pass(60_000)
  expect(sandbox.troubles).toEqual([])
})

test('many that are due at once are made in batches, and others are answered in between', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  await order(sandbox, { rate: 5000, events: ['transactions'], count: 1500 })
  time.pass(1000)
  const seen: number[] = []
  let last = 0
  while (last < 1500 && seen.length < 10_000) {
    last = (await trafficOf(sandbox)).sent
    seen.push(last)
  }
  expect(last).toBe(1500)
  expect(new Set(seen).size).toBeGreaterThan(3)
})

test('many that are due together leave deliveries their turn in between', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  await sandbox.subscribe((await startReceiver([() => {}])).url)
  await order(sandbox, { rate: 2000, count: 600, events: ['card.created'] })
  time.pass(1000)
  const sentThen = async () => {
    for (let looks = 0; looks < 30; looks++) await sandbox.get('/sandbox/health')
    return (await trafficOf(sandbox)).sent
  }
  let sent = await sentThen()
  while (sent < 600) {
    const before = sent
    // As long as no time passes, it rests.
    expect(await sentThen()).toBe(before)
    time.pass(10)
    sent = await sentThen()
    expect(sent).toBeGreaterThan(before)
    expect(sent - before).toBeLessThanOrEqual(250)
  }
})

test('it ends when its last event was made, however late that was', async () => {
  const time = holdWall(start)
  const sandbox = await startSandbox({}, time.outside)
  await order(sandbox, { rate: 1, count: 3, events: ['card.created'] })
  time.pass(10_000)
  await sandbox.settle()
  expect(await trafficOf(sandbox)).toMatchObject({ sent: 3, ended_at: '2026-01-01T00:00:10.000000Z' })
  expect((await made(sandbox)).at(-1)).toMatch('2026-01-01T00:00:02')
})
