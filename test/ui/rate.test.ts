import { expect, test } from 'vitest'
import type { Frame } from '../../server/wire.ts'
import { createMeter, newIn, rateWords } from '../../ui/shell/rate.ts'

const none = { event: 0, delivery: 0, capture: 0, call: 0 }
const frame = (kind: string, seq: number, data: object) => ({ kind, seq, data }) as unknown as Frame

test('updates of known records and deletions are not counted', () => {
  const counts = newIn([
    frame('event', 1, { seq: 1 }),
    frame('delivery', 2, { seq: 2 }),
    frame('delivery', 3, { seq: 2 }),
    frame('capture', 4, { seq: 4 }),
    frame('capture', 5, { seq: 4 }),
    frame('capture', 6, { id: 'cap_1', deleted: true }),
    frame('call', 7, { seq: 7 }),
    frame('clock', 8, {}),
  ])
  expect(counts).toEqual({ event: 1, delivery: 1, capture: 1, call: 1 })
})

test('the rate covers the last five seconds and returns to zero', () => {
  const meter = createMeter(5000)
  for (let at = 0; at < 5000; at += 16) meter.note({ ...none, event: 2 }, at)
  expect(meter.perSecond(5000).event).toBeGreaterThan(115)
  expect(meter.perSecond(5000).event).toBeLessThan(130)
  expect(meter.perSecond(7500).event).toBeLessThan(70)
  expect(meter.perSecond(10_001)).toEqual(none)
})

test('zero rates are left out, and all zero gives null', () => {
  expect(rateWords({ ...none, event: 0.4, capture: 1204.4, call: 1 })).toEqual([
    '0.4 events/s',
    '1,204 captures/s',
    '1 call/s',
  ])
  expect(rateWords(none)).toBeNull()
})
