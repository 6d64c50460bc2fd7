import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'
import { type Entry, entryOf } from '../../ui/live/entries.ts'
import { createGrouping, type Grouping } from '../../ui/stream/grouping.ts'
import { createRows } from '../../ui/stream/rows.ts'
import { attemptRow, callRow, captureRow, deliveryRow, eventRow } from './samples.ts'

/** The forest as it is drawn: each line indented by its depth, a mark before what can be folded. */
function drawnOf(grouping: Grouping): string[] {
  return Array.from({ length: grouping.count }, (_, index) => {
    const line = grouping.at(index)
    if (line?.branch === undefined) return 'nothing'
    const { depth, isOpen } = line.branch
    const mark = isOpen === null ? '' : isOpen ? '▾' : '▸'
    return `${'  '.repeat(depth)}${mark}${line.entry.id}${line.attempt > 0 ? `:${line.attempt}` : ''}`
  })
}

const call = (seq: number) => entryOf('call', callRow(seq))
const event = (seq: number, call_id: string | null = null) => entryOf('event', { ...eventRow(seq), call_id })
const delivery = (seq: number, event_id: string, over: Partial<DeliveryRow> = {}) =>
  entryOf('delivery', deliveryRow(seq, { event_id, ...over }))
const capture = (seq: number, delivery_id: string | null, webhook_id: string | null = null) =>
  entryOf('capture', captureRow(seq, { delivery_id, webhook_id }))

function groupingOf(entries: readonly Entry[]): Grouping {
  const grouping = createGrouping()
  for (const entry of entries) grouping.add(entry)
  return grouping
}

/** A call with its event, two deliveries and a capture; an event alone; a capture of nobody. */
const story = [
  event(1, 'cal_4'),
  delivery(2, 'evt_1'),
  delivery(3, 'evt_1'),
  call(4),
  event(5),
  capture(6, 'dlv_3', 'evt_1'),
  capture(7, null),
  capture(8, 'dlv_99', 'evt_5'),
]
const storyDrawn = [
  'cap_7',
  '▾evt_5',
  '  cap_8',
  '▾cal_4',
  '  ▾evt_1',
  '    dlv_2',
  '    ▾dlv_3',
  '      cap_6',
]

test('related records follow their origin, the newest group first', () => {
  expect(drawnOf(groupingOf(story))).toEqual(storyDrawn)
})

test('the groups are the same in any order of arrival, removal and return', () => {
  const orders = fc.tuple(
    fc.shuffledSubarray(story, { minLength: story.length }),
    fc.subarray(story),
    fc.array(fc.constantFrom(...story), { maxLength: 6 }),
  )
  fc.assert(
    fc.property(orders, ([order, leaving, read]) => {
      const grouping = createGrouping()
      for (const entry of order) {
        grouping.add(entry)
        // Looking at it in between changes nothing.
        if (read.includes(entry)) drawnOf(grouping)
      }
      for (const { id } of leaving) grouping.remove(id)
      drawnOf(grouping)
      for (const entry of leaving) grouping.add(entry)
      expect(drawnOf(grouping)).toEqual(storyDrawn)
      for (const { id } of order) grouping.remove(id)
      expect(grouping.count).toBe(0)
    }),
  )
})

test('records move up to the nearest listed ancestor', () => {
  const without = (...gone: string[]) => drawnOf(groupingOf(story.filter(({ id }) => !gone.includes(id))))
  expect(without('dlv_3', 'cal_4', 'evt_5', 'cap_7', 'cap_8')).toEqual(['▾evt_1', '  dlv_2', '  cap_6'])
  expect(without('evt_1', 'evt_5', 'cap_7', 'cap_8')).toEqual(['cal_4', '▾dlv_3', '  cap_6', 'dlv_2'])
})

test('the head shows the size of its group and its worst result', () => {
  const summaryOf = (...entries: Entry[]) => groupingOf(entries).at(0)?.branch?.summary
  const done = { state: 'succeeded' } as const
  expect(summaryOf(event(1))).toBeNull()
  expect(summaryOf(event(1), delivery(2, 'evt_1', done))).toEqual({ tone: 'good', text: '1 delivery' })
  expect(
    summaryOf(event(1), delivery(2, 'evt_1', done), delivery(3, 'evt_1', { state: 'retrying' })),
  ).toEqual({
    tone: 'wait',
    text: '1 waiting of 2 deliveries',
  })
  expect(
    summaryOf(
      event(1),
      delivery(2, 'evt_1', done),
      delivery(3, 'evt_1', { state: 'failed' }),
      delivery(4, 'evt_1', { state: 'retrying' }),
    ),
  ).toEqual({ tone: 'bad', text: '1 failed of 3 deliveries' })
  expect(summaryOf(event(1, 'cal_2'), call(2))).toEqual({ tone: 'quiet', text: '1 event' })
})

test('the summary of a partly loaded group says so', () => {
  const done = { state: 'succeeded' } as const
  const grouping = groupingOf([event(1), delivery(5, 'evt_1', done), event(6), delivery(7, 'evt_6', done)])
  const sums = () =>
    Array.from({ length: grouping.count }, (_, index) => grouping.at(index)?.branch?.summary ?? []).flat()
  const whole = { tone: 'good', text: '1 delivery' }
  grouping.setFloor(4)
  expect(sums()).toEqual([whole, { tone: 'quiet', text: '1+ deliveries' }])
  grouping.add(delivery(4, 'evt_1', { state: 'retrying' }))
  expect(sums()).toEqual([whole, { tone: 'wait', text: '1 waiting of 2+ deliveries' }])
  grouping.setFloor(0)
  expect(sums()).toEqual([whole, { tone: 'wait', text: '1 waiting of 2 deliveries' }])
})

test('a folded group shows only its head', () => {
  const grouping = groupingOf(story)
  expect(grouping.fold('cal_4', true)).toBe(true)
  expect(grouping.fold('cal_4', true)).toBe(false)
  expect(grouping.fold('cap_7', true)).toBe(false)
  expect(drawnOf(grouping)).toEqual(['cap_7', '▾evt_5', '  cap_8', '▸cal_4'])
  expect(grouping.indexOf('cap_6')).toBe(3)
  grouping.fold('cal_4', false)
  grouping.fold('evt_1', true)
  expect(drawnOf(grouping).slice(3)).toEqual(['▾cal_4', '  ▸evt_1'])
  expect([grouping.above('cap_6'), grouping.above('cal_4'), grouping.below('cal_4')]).toEqual([
    'dlv_3',
    null,
    'evt_1',
  ])
})

test('all groups fold at once, later ones too', () => {
  const grouping = groupingOf(story)
  grouping.foldAll(true)
  grouping.add(delivery(9, 'evt_10'))
  grouping.add(event(10))
  expect(drawnOf(grouping)).toEqual(['▸evt_10', 'cap_7', '▸evt_5', '▸cal_4'])
  grouping.fold('evt_5', false)
  expect(drawnOf(grouping)).toEqual(['▸evt_10', 'cap_7', '▾evt_5', '  cap_8', '▸cal_4'])
  grouping.foldAll(false)
  expect(grouping.count).toBe(storyDrawn.length + 2)
})

test('attempts follow their delivery, each with its capture', () => {
  const rows = createRows()
  const second = (s: number) => `2026-01-01T09:00:0${s}.000000Z`
  const retried = delivery(2, 'evt_1', { state: 'succeeded', attempts_made: 2 })
  rows.add([event(1), retried])
  const grouping = groupingOf([event(1), retried])
  rows.watch({
    added: grouping.add,
    changed: grouping.changed,
    removed: grouping.remove,
    cleared: grouping.clear,
  })
  for (const seq of [3, 4]) {
    const received_at = second(seq === 3 ? 1 : 5)
    grouping.add(entryOf('capture', captureRow(seq, { delivery_id: 'dlv_2', received_at })))
  }
  // Like a waiting delivery in the plain list, it is one row, which also has its captures.
  expect(drawnOf(grouping)).toEqual(['▾evt_1', '  ▸dlv_2'])
  expect([grouping.indexOf('cap_4'), grouping.fold('dlv_2', true)]).toEqual([1, false])
  rows.fold('dlv_2', false)
  expect(drawnOf(grouping).slice(1)).toEqual([
    '  ▾dlv_2',
    '    dlv_2:1',
    '    dlv_2:2',
    '    cap_3',
    '    cap_4',
  ])
  rows.addAttempt(attemptRow('dlv_2', 1, { started_at: second(1) }))
  rows.addAttempt(attemptRow('dlv_2', 2, { started_at: second(5) }))
  expect(drawnOf(grouping).slice(2)).toEqual(['    dlv_2:1', '      cap_3', '    dlv_2:2', '      cap_4'])
  rows.fold('dlv_2', true)
  expect(drawnOf(grouping)).toEqual(['▾evt_1', '  ▸dlv_2'])
})

test('attempts with the same start time share the captures in order', () => {
  const rows = createRows()
  const retried = delivery(2, 'evt_1', { state: 'succeeded', attempts_made: 2 })
  rows.add([retried])
  rows.fold('dlv_2', false)
  for (const number of [1, 2]) rows.addAttempt(attemptRow('dlv_2', number))
  const grouping = groupingOf([retried, capture(3, 'dlv_2'), capture(4, 'dlv_2')])
  expect(drawnOf(grouping)).toEqual(['▾dlv_2', '  dlv_2:1', '    cap_3', '  dlv_2:2', '    cap_4'])
})

test('a partly loaded group is not drawn until complete', () => {
  const grouping = groupingOf(story)
  grouping.setFloor(5)
  // The older group has a capture that came late.
  expect(drawnOf(grouping)).toEqual(storyDrawn)
  grouping.setFloor(7)
  expect(drawnOf(grouping)).toEqual(['cap_7', '▾evt_5', '  cap_8'])
  grouping.setFloor(2)
  expect(drawnOf(grouping)).toEqual(storyDrawn)
})

test('every line reports its position among its siblings', () => {
  const grouping = groupingOf(story)
  const places = Array.from({ length: grouping.count }, (_, index) => grouping.at(index)?.branch).map(
    (branch) => [branch?.depth, branch?.position, branch?.size],
  )
  expect(places).toEqual([
    [0, 1, 3],
    [0, 2, 3],
    [1, 1, 1],
    [0, 3, 3],
    [1, 1, 1],
    [2, 1, 2],
    [2, 2, 2],
    [3, 1, 1],
  ])
})

test('a list is grouped once, and a new record regroups only its own group', () => {
  const grouping = createGrouping()
  const many = 5_000
  let reads = 0
  const get = <Entry extends object>(entry: Entry, key: string | symbol) => {
    reads++
    return Reflect.get(entry, key)
  }
  const whole = Array.from({ length: many }, (_, group) => group * 4).flatMap((seq) => [
    event(seq),
    delivery(seq + 1, `evt_${seq}`),
    capture(seq + 2, `dlv_${seq + 1}`),
    capture(seq + 3, `dlv_${seq + 1}`),
  ])
  const readBy = (act: () => void) => {
    reads = 0
    act()
    return reads
  }
  const once = readBy(() => {
    for (const entry of whole) grouping.add(new Proxy(entry, { get }))
    expect([grouping.count, grouping.heads.length]).toEqual([many * 4, many])
  })
  const frames = readBy(() => {
    for (let frame = 0; frame < 100; frame++) {
      grouping.add(event(many * 4 + frame))
      grouping.changed(`dlv_${frame * 37 * 4 + 1}`)
      for (let index = 0; index < 50; index++) grouping.at(index)
      expect(grouping.indexOf('evt_0')).toBe(grouping.count - 4)
    }
  })
  // Were all grouped anew for each frame, as much would be read a hundred times.
  expect(once).toBeGreaterThan(0)
  expect(frames).toBeLessThan(once * 5)
  expect(grouping.at(100)?.entry.id).toBe(`evt_${(many - 1) * 4}`)
})
