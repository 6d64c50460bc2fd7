import { expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import type { Clock } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

const now = async (sandbox: TestSandbox) => (await sandbox.get<{ clock: Clock }>('/sandbox/clock')).clock

const nothingDue = { next_due: null, next_kind: null, moving_to: null }

/** A world whose wall clock and durations are moved by hand. Timers stay real. */
function withWall(start: string) {
  let wall = Date.parse(start) * 1000
  return {
    outside: { ...realOutside(), wallTime: () => wall },
    pass(ms: number) {
      wall += ms * 1000
    },
  }
}

test('a new sandbox runs on the wall clock', async () => {
  const { outside, pass } = withWall('2026-03-01T00:00:00Z')
  const sandbox = await startSandbox({}, outside)
  expect(await sandbox.get('/sandbox/clock')).toEqual({
    clock: { mode: 'real', now: '2026-03-01T00:00:00.000000Z', offset_ms: 0, speed: 1, ...nothingDue },
  })
  pass(1500)
  expect((await now(sandbox)).now).toBe('2026-03-01T00:00:01.500000Z')
})

test('on the manual clock time stands still until it is moved', async () => {
  const { outside, pass } = withWall('2026-03-01T00:00:00Z')
  const sandbox = await startSandbox({}, outside)
  expect(await sandbox.clock({ mode: 'manual' })).toEqual({
    clock: { mode: 'manual', now: '2026-03-01T00:00:00.000000Z', offset_ms: 0, speed: 1, ...nothingDue },
    settled: true,
  })
  pass(60_000)
  expect((await now(sandbox)).now).toBe('2026-03-01T00:00:00.000000Z')
  for (const [advance, then] of [
    ['1h', '01:00:00.000000'],
    ['1m30s', '01:01:30.000000'],
    ['500ms', '01:01:30.500000'],
    ['0', '01:01:30.500000'],
    ['0.5h', '01:31:30.500000'],
  ]) {
    expect((await sandbox.clock({ advance })).clock.now, advance).toBe(`2026-03-01T${then}Z`)
  }
  expect((await sandbox.clock({ set: '2030-12-31T23:59:59.999999+02:00' })).clock.now).toBe(
    '2030-12-31T21:59:59.999999Z',
  )
  expect((await sandbox.clock({ set: '2020-01-01T00:00Z' })).clock.now).toBe('2020-01-01T00:00:00.000000Z')
})

test('`advance` does what falls due on the way at its own time, in order, and answers when all of it has settled', async () => {
  const receiver = await startReceiver([503])
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual', set: '2026-03-01T00:00:00Z' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  expect(await sandbox.clock({ advance: '9h' })).toMatchObject({
    settled: true,
    clock: { now: '2026-03-01T09:00:00.000000Z' },
  })
  const attempts = await sandbox.attempts(deliveries[0]?.id ?? '')
  expect(attempts.map(({ started_at }) => started_at.slice(11, 19))).toEqual([
    '00:00:00',
    '00:01:00',
    '00:06:00',
    '00:36:00',
    '02:36:00',
    '08:36:00',
  ])
})

test('an order that waits for an answer says where it leads', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  let answer = () => {}
  const receiver = await startReceiver([
    (response) => {
      answer = () => response.end()
    },
  ])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await expect.poll(() => receiver.requests).toHaveLength(1)
  const moved = sandbox.clock({ advance: '1h' })
  await expect.poll(async () => (await now(sandbox)).moving_to).toBe('2026-01-05T10:00:00.000000Z')
  answer()
  expect((await moved).clock.moving_to).toBeNull()
})

test('with `speed` the real clock runs faster from now on; going back to real sets it to the wall', async () => {
  const { outside, pass } = withWall('2026-03-01T00:00:00Z')
  const sandbox = await startSandbox({}, outside)
  expect((await sandbox.clock({ speed: 60 })).clock).toEqual({
    mode: 'real',
    now: '2026-03-01T00:00:00.000000Z',
    offset_ms: 0,
    speed: 60,
    ...nothingDue,
  })
  pass(1000)
  expect((await now(sandbox)).now).toBe('2026-03-01T00:01:00.000000Z')
  await sandbox.clock({ mode: 'manual', set: '2031-01-01T00:00:00Z' })
  expect((await sandbox.clock({ mode: 'real' })).clock).toEqual({
    mode: 'real',
    now: '2026-03-01T00:00:01.000000Z',
    offset_ms: 0,
    speed: 1,
    ...nothingDue,
  })
})

test('the clock says how far it is from the wall clock', async () => {
  const { outside, pass } = withWall('2026-01-05T09:00:00Z')
  const sandbox = await startSandbox({}, outside)
  const offset = async () => (await sandbox.get<{ clock: Clock }>('/sandbox/clock')).clock.offset_ms
  expect(await offset()).toBe(0)
  await sandbox.clock({ advance: '3d' })
  expect(await offset()).toBe(3 * 86_400_000)
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T08:00:00Z' })
  pass(1000)
  expect(await offset()).toBe(-3_601_000)
})

test('a speed that is set while the clock stands counts once it runs', async () => {
  const { outside, pass } = withWall('2026-03-01T00:00:00Z')
  const sandbox = await startSandbox({}, outside)
  await sandbox.clock({ mode: 'manual' })
  expect((await sandbox.clock({ speed: 7 })).clock).toMatchObject({ mode: 'manual', speed: 7 })
  await sandbox.clock({ mode: 'manual' })
  expect((await sandbox.clock({ mode: 'real' })).clock).toMatchObject({ mode: 'real', speed: 7 })
  pass(1000)
  expect((await now(sandbox)).now).toBe('2026-03-01T00:00:07.000000Z')
})

test('the real clock may be moved as well', async () => {
  const { outside, pass } = withWall('2026-03-01T00:00:00Z')
  const sandbox = await startSandbox({}, outside)
  await sandbox.clock({ advance: '1d' })
  pass(1000)
  expect((await now(sandbox)).now).toBe('2026-03-02T00:00:01.000000Z')
})

test('a clock that has run beyond the year 9999 is set back like any other', async () => {
  const { outside, pass } = withWall('2026-03-01T00:00:00Z')
  const sandbox = await startSandbox({}, outside)
  await sandbox.clock({ set: '9999-12-31T23:59:59Z', speed: 1_000_000 })
  pass(60_000)
  expect((await now(sandbox)).now).toMatch(/^\+01000[12]-/)
  expectRefused(await sandbox.request('POST', '/sandbox/clock', { advance: '1s' }), {
    status: 422,
    code: 'invalid_field',
    message: /^advance: this time is after the year 9999\.$/,
  })
  expect((await sandbox.clock({ mode: 'real' })).clock.now).toMatch(/^2026-/)
})

test('a clock stopped at the last moment shows a four-digit year, and can be set back by a span', async () => {
  const sandbox = await startSandbox()
  const { clock } = await sandbox.clock({ mode: 'manual', set: '9999-12-31T23:59:59.999999Z' })
  expect(clock.now).toMatch(/^9999-12-31T23:59:59\.9999/)
  const cancelled = await sandbox.request('POST', '/sandbox/deliveries/cancel', { since: '0s' })
  expect(cancelled).toMatchObject({ status: 200, body: { counts: { deliveries: 0 } } })
})

test('a day alone is its beginning', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-03-01' })
  expect((await now(sandbox)).now).toBe('2026-03-01T00:00:00.000000Z')
})

test('time that was to go back by a length is led to the order that does it', async () => {
  const sandbox = await startSandbox()
  const answer = await sandbox.request('POST', '/sandbox/clock', { advance: '-5m' })
  expectRefused(answer, {
    status: 422,
    code: 'invalid_field',
    message: /^advance: must be a duration such as 90s, 5m or 3d.*; to go back in time, use set\.$/,
  })
})

test.for([
  { advance: '' },
  { advance: '1 h' },
  { advance: '-1h' },
  { advance: '1w' },
  { advance: 'h' },
  { advance: '1' },
  { advance: 60 },
  { advance: '9999999999999d' },
  { advance: `${'9'.repeat(310)}d` },
  { set: 'tomorrow' },
  { set: '2026-1-1' },
  { set: '2026-02-30' },
  { set: '2026-01-01T00:00:00' },
  { set: '2026-13-01T00:00:00Z' },
  { set: '2026-02-30T00:00:00Z' },
  { set: '2026-02-29T00:00:00+02:00' },
  { set: '2026-04-31T00:00:00Z' },
  { set: '1969-12-31T23:59:59.5Z' },
  { set: '0000-01-01T00:00:00Z' },
  { set: 1767225600 },
  { set: '9999-12-31T00:00:00Z', advance: '3d' },
  { set: '9999-12-31T23:00:00-02:00' },
  { mode: 'fast' },
  { speed: 0 },
  { speed: -1 },
  { speed: '2' },
  { speed: 1e9 },
])('%o is refused and moves nothing', async (order) => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-03-01T00:00:00Z' })
  const answer = await sandbox.request('POST', '/sandbox/clock', order)
  const [field = ''] = Object.keys(order)
  expectRefused(answer, {
    status: 422,
    code: 'invalid_field',
    message: new RegExp(`^${'set' in order && 'advance' in order ? 'advance' : field}: `),
  })
  expect(await now(sandbox)).toMatchObject({ mode: 'manual', now: '2026-03-01T00:00:00.000000Z' })
})

test('no length of time breaks what is written down afterwards', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-03-01T00:00:00Z' })
  await sandbox.subscribe('http://127.0.0.1:9/')
  for (const advance of ['0.0001ms', '0.0005ms', '1.005ms', '0.1s', '1.23456789s', '36500d']) {
    expect((await sandbox.request('POST', '/sandbox/clock', { advance })).status, advance).toBe(200)
    expect(
      (await sandbox.request('POST', '/sandbox/events', { event: 'card.created' })).status,
      advance,
    ).toBe(201)
  }
  expect(sandbox.troubles).toEqual([])
})
