import { expect, test } from 'vitest'
import { entryOf, lineKey } from '../../ui/live/entries.ts'
import { isAhead } from '../../ui/stream/made-attempts.ts'
import { createRows } from '../../ui/stream/rows.ts'
import { attemptRow, captureRow, deliveryRow, eventRow } from './samples.ts'

const newestFirst = (rows: ReturnType<typeof createRows>): string[] =>
  Array.from({ length: rows.length }, (_, index) => rows.line(rows.length - 1 - index)).flatMap((line) =>
    line ? [lineKey(line)] : [],
  )
const retrying = (seq: number, attempts_made: number) =>
  deliveryRow(seq, { state: 'retrying', attempts_made, next_attempt_at: '2026-01-01T09:01:00.000000Z' })

test('kinds are merged by their number, in any order of loading', () => {
  const rows = createRows()
  rows.add([entryOf('capture', captureRow(3)), entryOf('event', eventRow(1))])
  rows.add([entryOf('delivery', deliveryRow(2))])
  rows.add([entryOf('event', eventRow(5)), entryOf('event', eventRow(4))])
  expect(newestFirst(rows)).toEqual(['evt_5:0', 'evt_4:0', 'cap_3:0', 'dlv_2:0', 'evt_1:0'])
})

test('an update of a delivery changes its row in place', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', deliveryRow(1)), entryOf('event', eventRow(2))])
  rows.add([entryOf('delivery', { ...deliveryRow(1, { state: 'succeeded', attempts_made: 1 }), seq: 9 })])
  expect(newestFirst(rows)).toEqual(['evt_2:0', 'dlv_1:0'])
  expect(rows.get('dlv_1')?.data).toMatchObject({ state: 'succeeded' })
})

test('an older list does not revert a delivery updated by a live frame', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', deliveryRow(1, { state: 'succeeded', attempts_made: 1, finished_at: 'x' }))])
  rows.add([entryOf('delivery', deliveryRow(1, { state: 'sending' }))])
  expect(rows.get('dlv_1')?.data).toMatchObject({ state: 'succeeded' })
})

test('an older list reverts no running delivery, but an interrupted attempt waits again', () => {
  const rows = createRows()
  const sending = (seq: number, attempts_made: number) =>
    entryOf('delivery', deliveryRow(seq, { state: 'sending', attempts_made }))
  rows.add([sending(1, 0), sending(2, 1)])
  rows.add([entryOf('delivery', deliveryRow(1, { state: 'pending' })), entryOf('delivery', retrying(2, 1))])
  expect([1, 2].map((seq) => rows.get(`dlv_${seq}`)?.data)).toMatchObject([
    { state: 'sending' },
    { state: 'sending' },
  ])
  const last_outcome = { kind: 'interrupted', code: 'stopped', detail: '' } as const
  rows.add([entryOf('delivery', { ...retrying(2, 1), last_outcome })])
  expect(rows.get('dlv_2')?.data).toMatchObject({ state: 'retrying' })
})

test('a waiting delivery is one row, and its attempts unfold, and fold again', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', retrying(1, 2)), entryOf('event', eventRow(2))])
  rows.addAttempt(attemptRow('dlv_1', 1))
  expect(newestFirst(rows)).toEqual(['evt_2:0', 'dlv_1:0'])
  expect(['dlv_1', 'evt_2', 'dlv_9'].map((id) => rows.fold(id, false))).toEqual([true, false, false])
  expect(newestFirst(rows)).toEqual(['evt_2:0', 'dlv_1:0', 'dlv_1:1', 'dlv_1:2', 'dlv_1:3'])
  expect(rows.fold('dlv_1', false)).toBe(false)
  expect([true, true].map((isToFold) => rows.fold('dlv_1', isToFold))).toEqual([true, false])
  expect(newestFirst(rows)).toEqual(['evt_2:0', 'dlv_1:0'])
  expect(rows.thingsBetween(0, rows.length)).toBe(2)
})

test('a later attempt keeps folded attempts folded, and a reload keeps unfolded ones unfolded', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', retrying(1, 1)), entryOf('delivery', retrying(2, 1))])
  rows.fold('dlv_1', false)
  rows.add([entryOf('delivery', retrying(1, 2)), entryOf('delivery', retrying(2, 2))])
  const drawn = ['dlv_2:0', 'dlv_1:0', 'dlv_1:1', 'dlv_1:2', 'dlv_1:3']
  expect(newestFirst(rows)).toEqual(drawn)
  rows.clear()
  rows.add([entryOf('delivery', retrying(1, 2)), entryOf('delivery', retrying(2, 2))])
  expect(newestFirst(rows)).toEqual(drawn)
})

test('a waiting delivery has attempt lines, and a single successful attempt has none', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', deliveryRow(1)), entryOf('event', eventRow(2))])
  rows.addAttempt(attemptRow('dlv_1', 1))
  expect(rows.fold('dlv_1', false)).toBe(false)
  expect(rows.length).toBe(2)
  rows.add([entryOf('delivery', retrying(1, 1))])
  rows.fold('dlv_1', false)
  expect(newestFirst(rows)).toEqual(['evt_2:0', 'dlv_1:0', 'dlv_1:1', 'dlv_1:2'])
  rows.add([entryOf('delivery', deliveryRow(1, { state: 'sending', attempts_made: 1 }))])
  expect(rows.length).toBe(4)
  rows.add([entryOf('delivery', deliveryRow(1, { state: 'succeeded', attempts_made: 2 }))])
  expect(newestFirst(rows)).toEqual(['evt_2:0', 'dlv_1:0', 'dlv_1:1', 'dlv_1:2'])
})

test('an interrupted attempt is past, though it does not count', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', retrying(1, 1))])
  rows.fold('dlv_1', false)
  rows.addAttempt(attemptRow('dlv_1', 1))
  rows.addAttempt(attemptRow('dlv_1', 2, { outcome: { kind: 'interrupted', code: 'stopped', detail: '' } }))
  expect(newestFirst(rows)).toEqual(['dlv_1:0', 'dlv_1:1', 'dlv_1:2', 'dlv_1:3'])
  const entry = rows.get('dlv_1')
  if (entry?.kind !== 'delivery') throw new Error('the delivery is not listed')
  expect([1, 2, 3].map((number) => isAhead(entry, number))).toEqual([false, false, true])
})

test('a delivery and its updates in one batch make one row', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', deliveryRow(1)), entryOf('delivery', retrying(1, 2))])
  expect(newestFirst(rows)).toEqual(['dlv_1:0'])
  rows.fold('dlv_1', false)
  expect(newestFirst(rows)).toEqual(['dlv_1:0', 'dlv_1:1', 'dlv_1:2', 'dlv_1:3'])
})

test('an attempt that arrives before its delivery is kept', () => {
  const rows = createRows()
  rows.addAttempt(attemptRow('dlv_1', 2))
  rows.add([entryOf('delivery', deliveryRow(1))])
  rows.fold('dlv_1', false)
  expect(newestFirst(rows)).toEqual(['dlv_1:0', 'dlv_1:1', 'dlv_1:2'])
})

test('a removed delivery removes its attempts, and returns when loaded again', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', retrying(1, 3)), entryOf('delivery', retrying(9, 1))])
  for (const id of ['dlv_1', 'dlv_9']) rows.fold(id, false)
  rows.add(Array.from({ length: 7 }, (_, index) => entryOf('event', eventRow(index + 2))))
  rows.keepBetween(2, 8)
  expect(rows.get('dlv_1')).toBeUndefined()
  expect(rows.length).toBe(7)
  expect(newestFirst(rows).at(-1)).toBe('evt_2:0')
  rows.add([entryOf('delivery', retrying(1, 3))])
  expect(newestFirst(rows).slice(-6)).toEqual([
    'evt_2:0',
    'dlv_1:0',
    'dlv_1:1',
    'dlv_1:2',
    'dlv_1:3',
    'dlv_1:4',
  ])
})

test('records are counted without attempts, in any part', () => {
  const rows = createRows()
  rows.add([entryOf('delivery', retrying(5, 2))])
  rows.fold('dlv_5', false)
  rows.add(Array.from({ length: 4 }, (_, index) => entryOf('event', eventRow(index + 1))))
  expect(rows.length).toBe(8)
  expect(rows.thingsBetween(0, 8)).toBe(5)
  expect(rows.thingsBetween(4, 8)).toBe(1)
  expect(rows.thingsBetween(1, 7)).toBe(3)
})

test('a page between loaded rows is merged in place', () => {
  const rows = createRows()
  rows.add([1, 4, 9].map((seq) => entryOf('event', eventRow(seq))))
  rows.add([2, 7, 12].map((seq) => entryOf('capture', captureRow(seq))))
  expect(newestFirst(rows)).toEqual(['cap_12:0', 'evt_9:0', 'cap_7:0', 'evt_4:0', 'cap_2:0', 'evt_1:0'])
})
