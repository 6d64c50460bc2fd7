import { effect } from '@preact/signals'
import { beforeEach, expect, test, vi } from 'vitest'
import { entryOf } from '../../ui/live/entries.ts'
import { eventRow } from './samples.ts'

/** A sandbox of events numbered from 1 up, its list, and what is drawn of it. */
async function startList(count: number) {
  let newest = count
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/?kind=events'))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0))
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    if (pathname !== '/sandbox/events') return new Response('{}', { status: 503 })
    const isRising = searchParams.get('order') === 'oldest'
    const cursor = searchParams.get('cursor')
    const limit = Number(searchParams.get('limit'))
    const from = isRising
      ? Number(cursor) + 1
      : cursor === null
        ? newest
        : Math.min(newest, Number(cursor) - 1)
    const left = isRising ? newest - from + 1 : from
    const seqs = Array.from({ length: Math.max(0, Math.min(limit, left)) }, (_, i) =>
      isRising ? from + i : from - i,
    )
    return new Response(
      JSON.stringify({ events: seqs.map(eventRow), next: left > limit ? `${seqs.at(-1)}` : null }),
    )
  })
  const stream = await import('../../ui/stream/stream.ts')
  const { noteTotal, total } = await import('../../ui/stream/span.ts')
  const { look, reach } = await import('../../ui/stream/reading.ts')
  const { drawn } = await import('../../ui/stream/drawn.ts')
  const { followPlace } = await import('../../ui/stream/selection.ts')
  for (const follow of [followPlace, noteTotal]) effect(follow)
  total.value = count
  await stream.reload()
  const at = (index: number) => drawn.value.at(index)?.entry.seq
  return {
    ...stream,
    look,
    reach,
    at,
    count: () => drawn.value.count,
    /** Scrolls to a line, and waits until it is here. */
    async scrollTo(index: number) {
      look(index, index + 20, index === 0)
      await vi.waitFor(() => expect([at(index), at(index + 20)]).not.toContain(undefined))
    },
    arrive(more: number) {
      const fresh = Array.from({ length: more }, () => entryOf('event', eventRow(++newest)))
      stream.take(fresh, [])
      total.value = newest
    },
  }
}

beforeEach(() => {
  vi.resetModules()
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

test('the list has full length, and any line loads when visible', async () => {
  const list = await startList(1_000_000)
  expect(list.count()).toBe(1_000_000)
  await list.scrollTo(700_000)
  expect(list.at(700_000)).toBeGreaterThan(299_000)
  expect(list.at(700_000)).toBeLessThan(301_000)
  expect(list.count()).toBe(1_000_000)
})

test('scrolling up from afar shows every line once, up to the newest', async () => {
  const list = await startList(3000)
  await list.scrollTo(1500)
  const met = [list.at(1500) ?? 0]
  for (let index = 1499; index >= 0; index--) {
    await list.scrollTo(index)
    met.push(list.at(index) ?? 0)
  }
  expect(met.slice(1).every((seq, i) => seq === (met[i] ?? 0) + 1)).toBe(true)
  expect(met.at(-1)).toBe(3000)
})

test('the end is the oldest record, and scrolling up from there skips none', async () => {
  const list = await startList(5000)
  await list.reach(4999)
  const last = list.count() - 1
  expect(list.at(last)).toBe(1)
  await list.scrollTo(last - 300)
  expect(list.at(last - 300)).toBe(301)
})

test('a later key or an opened row wins over a pending jump to the end', async () => {
  const list = await startList(5000)
  vi.stubGlobal('history', { pushState() {}, replaceState() {} })
  const { cursor, open } = await import('../../ui/stream/selection.ts')
  const { leap } = await import('../../ui/stream/move-active.ts')
  const { painted } = await import('../../ui/kit/painted.ts')
  const endIsRead = async () => {
    await vi.waitFor(() => expect(list.at(list.count() - 1)).toBe(1))
    for (let frame = 0; frame < 3; frame++) await painted()
  }
  leap(10_000)
  leap(-10_000)
  expect(cursor.value).toBe('evt_5000')
  await endIsRead()
  expect(cursor.value).toBe('evt_5000')

  list.follow()
  await vi.waitFor(() => expect(list.at(0)).toBe(5000))
  leap(10_000)
  open('evt_4990')
  await endIsRead()
  expect(cursor.value).toBe('evt_4990')
})

test('new records are counted while scrolled away, and join when the list follows', async () => {
  const list = await startList(5000)
  await list.scrollTo(3000)
  const before = list.at(3000)
  list.arrive(70)
  expect(list.shown.value.fresh).toBe(70)
  expect(list.at(3000)).toBe(before)
  list.follow()
  await vi.waitFor(() => expect(list.following.value).toBe(true))
  expect(list.at(0)).toBe(5070)
})

test('a list that follows again stays at the top, although lines farther down were being read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const list = await startList(5000)
  list.look(3000, 3020, false)
  // Now the reader waits for a frame, which the fake timers hold back.
  while (list.at(3000) === undefined) await new Promise(setImmediate)
  list.follow()
  await list.listsRead()
  await vi.advanceTimersByTimeAsync(1000)
  expect(list.following.value).toBe(true)
  expect(list.at(0)).toBe(5000)
})

test('a record deleted while its page loads does not return', async () => {
  const list = await startList(1000)
  const ids = () => [...list.rows.all()].map(({ id }) => id)
  // So near the end of what is read the next page is asked for.
  list.look(30, 50, false)
  list.drop(['evt_900'])
  await vi.waitFor(() => expect(ids()).toContain('evt_901'))
  expect(ids()).not.toContain('evt_900')
})
