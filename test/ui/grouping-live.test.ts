import { effect } from '@preact/signals'
import { beforeEach, expect, test, vi } from 'vitest'
import { captureRow, deliveryRow, eventRow } from './samples.ts'

/** The page's list, grouped, of a sandbox with so many events. */
async function startGrouped(events = 0) {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/?group=event'))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw))
  vi.stubGlobal('fetch', async (path: string) => {
    const [, plural = ''] = /sandbox\/(\w+)/.exec(path) ?? []
    const { searchParams } = new URL(path, 'http://x')
    const newest =
      plural === 'events' ? Math.min(events, Number(searchParams.get('cursor') ?? Infinity) - 1) : 0
    const count = Math.min(newest, Number(searchParams.get('limit')))
    const rows = Array.from({ length: count }, (_, index) => eventRow(newest - index))
    return new Response(
      JSON.stringify({ [plural]: rows, next: newest > count ? `${rows.at(-1)?.seq}` : null }),
    )
  })
  const stream = await import('../../ui/stream/stream.ts')
  const { drawn, followGrouping, groups } = await import('../../ui/stream/drawn.ts')
  effect(followGrouping)
  const { entryOf } = await import('../../ui/live/entries.ts')
  await stream.reload()
  await vi.waitFor(() => expect(groups.value).not.toBeNull())
  return {
    ...stream,
    groups,
    event: (seq: number) => stream.take([entryOf('event', eventRow(seq))], []),
    delivery: (seq: number, event_id: string, state: 'retrying' | 'succeeded' = 'succeeded') =>
      stream.take([entryOf('delivery', deliveryRow(seq, { event_id, state }))], []),
    capture: (seq: number, delivery_id: string) =>
      stream.take([entryOf('capture', captureRow(seq, { delivery_id }))], []),
    listed: () =>
      Array.from({ length: drawn.value.count }, (_, index) => drawn.value.at(index)?.entry.id ?? 'nothing'),
    summary: (index: number) => drawn.value.at(index)?.branch?.summary?.text,
  }
}

beforeEach(() => {
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

test('a following list adds records to their groups, and groups stay in place', async () => {
  const list = await startGrouped()
  list.event(1)
  list.event(2)
  expect(list.listed()).toEqual(['evt_2', 'evt_1'])
  list.delivery(3, 'evt_1', 'retrying')
  expect(list.listed()).toEqual(['evt_2', 'evt_1', 'dlv_3'])
  expect(list.summary(1)).toBe('1 waiting of 1 delivery')
  list.delivery(3, 'evt_1')
  list.capture(4, 'dlv_3')
  expect(list.listed()).toEqual(['evt_2', 'evt_1', 'dlv_3', 'cap_4'])
  expect(list.summary(1)).toBe('1 delivery')
})

test('a scrolled list updates its groups, and shows new groups when following again', async () => {
  const list = await startGrouped()
  list.event(1)
  list.hold()
  expect(list.listed()).toEqual(['evt_1'])
  list.event(2)
  list.delivery(3, 'evt_1')
  list.delivery(4, 'evt_2')
  expect(list.listed()).toEqual(['evt_1', 'dlv_3'])
  list.follow()
  expect(list.listed()).toEqual(['evt_2', 'dlv_4', 'evt_1', 'dlv_3'])
})

test('a paused list stays unchanged', async () => {
  const list = await startGrouped()
  list.event(1)
  list.setPaused(true)
  expect(list.listed()).toEqual(['evt_1'])
  list.delivery(2, 'evt_1')
  list.event(3)
  list.drop(['evt_3'])
  expect(list.listed()).toEqual(['evt_1'])
  list.setPaused(false)
  expect(list.listed()).toEqual(['evt_1', 'dlv_2'])
})

test('records held back by a pause stay held back when grouping starts', async () => {
  const list = await startGrouped()
  const { go } = await import('../../ui/place/navigation.ts')
  vi.stubGlobal('history', { pushState: () => {} })
  go({ grouped: false })
  list.event(1)
  list.hold()
  list.event(2)
  list.delivery(3, 'evt_1')
  go({ grouped: true })
  await vi.waitFor(() => expect(list.groups.value).not.toBeNull())
  expect(list.listed()).toEqual(['evt_1', 'dlv_3'])
  list.follow()
  expect(list.listed()).toEqual(['evt_2', 'evt_1', 'dlv_3'])
})

test('an undo far down a grouped list takes nothing off its top', async () => {
  const list = await startGrouped(900)
  const { drawn } = await import('../../ui/stream/drawn.ts')
  for (let count = 0; count < 900; count = drawn.value.count) {
    drawn.value.look?.(count, count, false)
    await vi.waitFor(() => expect(drawn.value.count).toBeGreaterThan(count))
  }
  drawn.value.look?.(600, 620, false)
  const bringBack = list.hide(({ id }) => id === 'evt_300')
  expect(list.listed()).not.toContain('evt_300')
  bringBack(true)
  await vi.waitFor(() => expect(list.listed()).toContain('evt_300'))
  expect(list.listed()).toEqual(Array.from({ length: 900 }, (_, index) => `evt_${900 - index}`))
  list.delivery(901, 'evt_300')
  expect(list.listed()).toContain('dlv_901')
})

test('a deleted record leaves its group, and an ungrouped list is restored', async () => {
  const list = await startGrouped()
  list.event(1)
  list.delivery(2, 'evt_1')
  list.capture(3, 'dlv_2')
  list.drop(['cap_3'])
  expect(list.listed()).toEqual(['evt_1', 'dlv_2'])
  const { go } = await import('../../ui/place/navigation.ts')
  vi.stubGlobal('history', { pushState: () => {} })
  go({ grouped: false })
  expect(list.groups.value).toBeNull()
  expect(list.listed()).toEqual(['dlv_2', 'evt_1'])
})
