import { expect, test } from 'vitest'
import { curlOf } from '../../server/words/curl.ts'
import { duration, remaining } from '../../server/words/duration.ts'
import { clockTime } from '../../server/words/time.ts'
import { durationShare } from '../../ui/kit/format.ts'
import { bytesOf, hexCount, hexLine } from '../../ui/kit/hex.ts'
import { middleCut } from '../../ui/kit/middle-cut.ts'
import { scrollToShow, spanOf } from '../../ui/kit/window.ts'
import { waitBefore } from '../../ui/live/live.ts'

test('times have milliseconds, and durations are readable', () => {
  expect(clockTime('2026-01-01T09:04:31.880123Z')).toBe('09:04:31.880')
  expect([0.44, 12.3, 1234, 180_000, 23_400_000, 259_200_000].map(duration)).toEqual([
    '0.4 ms',
    '12 ms',
    '1.2 s',
    '3 min',
    '6.5 h',
    '3 d',
  ])
  // Nothing is rounded up to what has a unit of its own, nor half a minute away.
  expect([999.6, 59_960, 95_000, 5_399_000].map(duration)).toEqual([
    '1 s',
    '1 min',
    '1 min 35 s',
    '89 min 59 s',
  ])
  expect([700, 731, 26_699.5].map((days) => duration(days * 86_400_000))).toEqual(['700 d', '2 y', '73.1 y'])
  expect([700, 730, 26_699.5].map((days) => remaining(days * 86_400_000))).toEqual([
    'in 700 d',
    'in 2 y',
    'in 73 y 54 d',
  ])
  expect([-5, 0.4, 500, 970, 61_000, 599_990, 600_400, 7_260_000, 262_800_000].map(remaining)).toEqual([
    'due now',
    'in 0.1 s',
    'in 0.5 s',
    'in 1 s',
    'in 1 min 1 s',
    'in 10 min',
    'in 10 min',
    'in 2 h 1 min',
    'in 3 d 1 h',
  ])
})

test('duration bars share one scale that ends at thirty seconds', () => {
  expect(durationShare(0)).toBe(0)
  expect(durationShare(30_000)).toBe(1)
  expect(durationShare(90_000)).toBe(1)
})

test('a long address keeps its end', () => {
  expect(middleCut('localhost:3000/webhooks/financial-platform', 20)).toMatch(/^localho….*-platform$/)
  expect(middleCut('short', 20)).toBe('short')
})

test('only visible rows are drawn, never beyond the ends', () => {
  const view = { count: 100_000, scrollTop: 28 * 500, height: 280, rowHeight: 28 }
  expect(spanOf(view, 2)).toEqual({ start: 498, end: 512 })
  expect(spanOf({ ...view, scrollTop: 0 }, 2)).toEqual({ start: 0, end: 12 })
  expect(spanOf({ ...view, count: 3 }, 2)).toEqual({ start: 3, end: 3 })
})

test('revealing a row scrolls no further than needed', () => {
  const view = { count: 100, scrollTop: 280, height: 280, rowHeight: 28 }
  expect([12, 5, 25].map((index) => scrollToShow(index, view))).toEqual([280, 140, 448])
})

test('waits between reconnections double up to ten seconds', () => {
  expect([1, 2, 3, 9].map(waitBefore)).toEqual([500, 1000, 2000, 10_000])
})

test('a hex dump shows every byte of text and base64', () => {
  expect(hexLine(bytesOf({ text: null, base64: '/wBB' }), 0)).toEqual({
    offset: '000000',
    hex: 'ff 00 41'.padEnd(48),
    text: '··A',
  })
  const umlauts = bytesOf({ text: 'ä'.repeat(9) })
  expect(hexCount(umlauts.length)).toBe(2)
  expect(hexLine(umlauts, 1)).toMatchObject({ offset: '000010', text: '··' })
})

test('curl gets the exact body, and sets its own headers', () => {
  const headers: [string, string][] = [
    ['Host', 'x'],
    ['X-A', '1'],
    ['X-A', '2'],
  ]
  const command = curlOf({ method: 'POST', url: 'http://x/y', headers, body: `{"a":"it's"}` })
  expect(command).toContain(`--data-binary '{"a":"it'\\''s"}'`)
  expect(command).not.toContain('Host')
  expect(command.match(/X-A/g)).toHaveLength(2)
})
