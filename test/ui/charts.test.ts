import { describe, expect, test } from 'vitest'
import { entryOf } from '../../ui/live/entries.ts'
import {
  attemptsIn,
  axisTimes,
  bucketsOf,
  percentile,
  sizeFor,
  timeIn,
} from '../../ui/state/charts/buckets.ts'
import {
  charts,
  chartsOf,
  columnsOf,
  endOf,
  loneOnes,
  rateWords,
  timeTerms,
} from '../../ui/state/charts/curves.ts'
import { type Points, pointsOf, readTime } from '../../ui/state/charts/points.ts'
import { createRows } from '../../ui/stream/rows.ts'
import { growthOf } from '../helpers/growth.ts'
import { attemptRow, deliveryRow, eventRow } from './samples.ts'

const none: Points = { calls: [], events: [], captures: [], attempts: [], untold: 0 }

test('a time is read as Date reads it, to the millisecond and below', () => {
  for (const iso of [
    '2026-01-01T09:04:31.880123Z',
    '2026-01-01T09:04:32.000000Z',
    '1999-12-31T23:59:59.999999Z',
  ])
    expect(Math.floor(readTime(iso))).toBe(Date.parse(`${iso.slice(0, 23)}Z`))
})

test('the spans are long enough that few cover all there is', () => {
  expect(sizeFor(0)).toBe(1000)
  expect(sizeFor(80_000)).toBe(1000)
  expect(sizeFor(3_600_000)).toBe(60_000)
  for (const ms of [1e5, 1e7, 1e9, 1e12]) expect(ms / sizeFor(ms)).toBeLessThan(90)
})

test('each thing is counted once, in the span it happened in, and spans without anything stay', () => {
  const { size, list } = bucketsOf({
    ...none,
    calls: [10_000, 10_999, 11_000],
    events: [13_500],
    attempts: [
      { at: 11_100, durationMs: 30, result: 'failed' },
      { at: 11_900, durationMs: 10, result: 'succeeded' },
      { at: 11_950, durationMs: null, result: 'waiting' },
    ],
  })
  expect(size).toBe(1000)
  expect(list.map(({ from, calls, events }) => [from, calls, events])).toEqual([
    [10_000, 2, 0],
    [11_000, 1, 0],
    [12_000, 0, 0],
    [13_000, 0, 1],
  ])
  expect(list[1]).toMatchObject({
    attempts: { succeeded: 1, failed: 1, waiting: 1 },
    durations: [10, 30],
  })
  expect(list.map(attemptsIn)).toEqual([0, 3, 0, 0])
  expect(bucketsOf(none).list).toEqual([])
})

test('a time is told no finer than the spans, with its day where they are of several days', () => {
  const at = Date.UTC(2026, 0, 1, 9, 4, 30)
  const within = (ms: number) => bucketsOf({ ...none, calls: [at, at + ms] })
  expect(timeIn(within(1000), at)).toBe('09:04:30')
  expect(timeIn(within(3_600_000), at)).toBe('09:04')
  expect(timeIn(within(86_400_000 * 3), at)).toBe('2026-01-01 09:04')
  expect(timeIn(within(86_400_000 * 100), at)).toBe('2026-01-01')
})

test('on an axis of several days the day stands with the first time, and where it becomes another', () => {
  const hours = (...all: number[]) => all.map((hour) => Date.UTC(2026, 0, 1, hour) / 1000)
  expect(axisTimes(hours(8, 16, 24, 32), 8 * 3600, true)).toEqual([
    '01-01 08:00',
    '16:00',
    '01-02 00:00',
    '08:00',
  ])
  expect(axisTimes(hours(8, 9), 3600, false)).toEqual(['08:00', '09:00'])
  expect(axisTimes(hours(0, 24), 86_400, true)).toEqual(['2026-01-01', '2026-01-02'])
  // Two halves of a second are not told as the same time twice.
  const [nine = 0] = hours(9)
  expect(axisTimes([nine - 0.5, nine, nine + 0.5, nine + 1], 0.5, true)).toEqual([
    '',
    '01-01 09:00:00',
    '',
    '09:00:01',
  ])
})

test('what is not listed has no curve, and without deliveries there is no success and no latency', () => {
  const titles = (...kinds: Parameters<typeof chartsOf>[0]) =>
    chartsOf(kinds).map(({ name, curves }) => [name, curves.length])
  expect(titles('event', 'delivery', 'call')).toEqual([
    ['rate', 3],
    ['success', 3],
    ['latency', 4],
  ])
  expect(titles('capture')).toEqual([['rate', 1]])
})

test('percentiles are durations that were', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100])
  expect(percentile([7], 0.5)).toBe(7)
  expect(percentile([], 0.5)).toBeNull()
})

describe('attempts', () => {
  const of = (over: Parameters<typeof deliveryRow>[1]) => {
    const rows = createRows()
    rows.add([entryOf('delivery', deliveryRow(1, over))])
    return rows
  }
  const answered = { kind: 'responded', status: 503 } as const

  test('of a delivery from a list only the last is known; the others are told to be missing', () => {
    const rows = of({
      state: 'failed',
      attempts_made: 3,
      last_outcome: answered,
      last_duration_ms: 12,
      finished_at: '2026-01-01T09:00:05.000000Z',
    })
    expect(pointsOf(rows.all(), [200])).toMatchObject({
      attempts: [{ at: Date.parse('2026-01-01T09:00:05Z'), durationMs: 12, result: 'failed' }],
      untold: 2,
    })
  })

  test('of one that was seen live each is counted when it began, and by its own outcome', () => {
    const rows = of({
      id: 'dlv_1',
      state: 'succeeded',
      attempts_made: 2,
      last_outcome: { ...answered, status: 200 },
    })
    const attempt = (number: number, status: number) =>
      attemptRow('dlv_1', number, {
        started_at: `2026-01-01T09:00:0${number}.000000Z`,
        duration_ms: number,
        outcome: { ...answered, status },
      })
    rows.addAttempt(attempt(1, 503))
    rows.addAttempt(attempt(2, 200))
    const points = pointsOf(rows.all(), [200])
    expect(points.attempts.map(({ result, durationMs }) => [result, durationMs])).toEqual([
      ['failed', 1],
      ['succeeded', 2],
    ])
    expect(points.untold).toBe(0)
  })
})

test('shares are stacked to a hundred, and nothing is drawn where nothing was attempted', () => {
  const { size, list } = bucketsOf({
    ...none,
    calls: [2000],
    attempts: [
      { at: 0, durationMs: 1, result: 'succeeded' },
      { at: 1, durationMs: 1, result: 'succeeded' },
      { at: 2, durationMs: 1, result: 'failed' },
      { at: 3, durationMs: null, result: 'waiting' },
    ],
  })
  const success = charts.find(({ name }) => name === 'success')
  if (success === undefined) throw new Error('there is no such chart')
  expect(columnsOf(success, list, size)).toEqual([
    [0, 1, 2],
    [50, null, null],
    [75, null, null],
    [100, null, null],
  ])
})

test('no two curves of a chart look alike without their colour', () => {
  for (const { curves } of charts)
    expect(new Set(curves.map(({ dash, isPoints }) => `${dash} ${isPoints}`)).size).toBe(curves.length)
})

test('many rows are counted in a time that grows with them, not with their square', async () => {
  const made = (count: number) => {
    const rows = createRows()
    rows.add(Array.from({ length: count }, (_, seq) => entryOf('event', eventRow(seq + 1))))
    return rows
  }
  const [few, many] = [made(10_000), made(40_000)]
  const growth = await growthOf(10_000, (count) => {
    const rows = count === 10_000 ? few : many
    expect(bucketsOf(pointsOf(rows.all(), [])).list[0]?.events).toBe(count)
  })
  expect(growth).toBeLessThan(10)
})

test('a span is listed by its two ends', () => {
  expect(timeTerms(0, 1000)).toEqual(['since:1970-01-01T00:00:00.000Z', 'until:1970-01-01T00:00:01.000Z'])
})

test.each([
  [0, '0'],
  [2000, '2,000/s'],
  [1.5, '1.5/s'],
  [0.1, '0.1/s'],
  [0.05, '3/min'],
  [20 / 3600, '0.33/min'],
  [2 / 3600, '2/h'],
  [3 / 86_400, '0.13/h'],
  [2 / 86_400, '2/d'],
])('a rate of %d a second is told in a unit that gives it digits', (rate, words) => {
  expect(rateWords(rate)).toBe(words)
})

test('the axis of a chart ends above its highest value, however slow what it shows is', () => {
  expect(endOf({ isStacked: false }, 2 / 86_400)).toBeCloseTo(2.16 / 86_400, 8)
  expect(endOf({ isStacked: false }, 0)).toBeGreaterThan(0)
  expect(endOf({ isStacked: true }, 40)).toBe(100)
})

test('what stands alone between spans without a value is drawn as a point, for no line leads to it', () => {
  expect(loneOnes([5, null, 3, 4, null, undefined, 0])).toEqual([0, 6])
  expect(loneOnes([])).toEqual([])
})
