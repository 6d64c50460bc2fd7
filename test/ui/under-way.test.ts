import { expect, test, vi } from 'vitest'
import { entryOf } from '../../ui/live/entries.ts'
import { createRows } from '../../ui/stream/rows.ts'
import { attemptRow, deliveryRow } from './samples.ts'

test('an attempt waits by the sandbox’s clock in real time, else by the reader’s clock', async () => {
  vi.useFakeTimers({
    now: Date.parse('2026-01-01T09:00:41Z'),
    toFake: ['Date', 'performance', 'setInterval'],
  })
  const { setClock, tick } = await import('../../ui/live/clock.ts')
  setInterval(tick, 200)
  const { noteAttempts, waitedSeconds } = await import('../../ui/stream/under-way.ts')
  const attempt = attemptRow('dlv_1', 1, { outcome: null, duration_ms: null })
  noteAttempts([attempt])
  const now = '2026-01-01T09:00:41.000000Z'
  const next = { next_due: null, next_kind: null, moving_to: null, offset_ms: 0 }
  setClock({ ...next, mode: 'real', now, speed: 1 })
  expect(waitedSeconds(attempt)).toBe(41)
  setClock({ ...next, mode: 'manual', now, speed: 1 })
  expect(waitedSeconds(attempt)).toBe(0)
  vi.advanceTimersByTime(3000)
  expect(waitedSeconds(attempt)).toBe(3)
  setClock({ ...next, mode: 'real', now, speed: 60 })
  expect(waitedSeconds(attempt)).toBe(3)
  noteAttempts([{ ...attempt, outcome: { kind: 'aborted', code: 'by_hand', detail: '' } }])
  expect(waitedSeconds(attempt)).toBe(0)
  // However late in a second it is asked, all that is drawn within it tells the same.
  setClock({ ...next, mode: 'real', now: '2026-01-01T09:00:41.500000Z', speed: 1 })
  expect(waitedSeconds(attempt)).toBe(41)
  vi.advanceTimersByTime(700)
  expect(waitedSeconds(attempt)).toBe(41)
  vi.advanceTimersByTime(300)
  expect(waitedSeconds(attempt)).toBe(42)
  vi.useRealTimers()
})

test('remaining time follows the last tick, and is exact on a stopped clock', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval'] })
  vi.resetModules()
  const { setClock, tick, tickedNow } = await import('../../ui/live/clock.ts')
  setInterval(tick, 200)
  const next = { next_due: null, next_kind: null, moving_to: null, offset_ms: 0, speed: 1 }
  const base = Date.parse('2026-01-01T09:00:00Z')
  const left = () => tickedNow() - base
  setClock({ ...next, mode: 'real', now: '2026-01-01T09:00:41.500000Z' })
  expect(left()).toBe(41_500)
  vi.advanceTimersByTime(300)
  expect(left()).toBe(41_500)
  vi.advanceTimersByTime(400)
  expect(left()).toBe(42_100)
  setClock({ ...next, mode: 'manual', now: '2026-01-01T09:00:42.900000Z' })
  expect(left()).toBe(42_900)
  vi.useRealTimers()
})

test('a row counts the attempts of its delivery, with the interrupted ones once they are read', async () => {
  const { triesOf } = await import('../../ui/stream/under-way.ts')
  const rows = createRows()
  rows.add([entryOf('delivery', deliveryRow(1, { state: 'retrying', attempts_made: 3 }))])
  const tries = () => {
    const entry = rows.get('dlv_1')
    return entry?.kind === 'delivery' && triesOf(entry)
  }
  expect(tries()).toEqual({ made: 3, most: 8 })
  const outcome = { kind: 'interrupted', code: 'stopped', detail: '' } as const
  rows.addAttempt(attemptRow('dlv_1', 4, { outcome }))
  expect(tries()).toEqual({ made: 4, most: 9 })
})
