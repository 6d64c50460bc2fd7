import { beforeEach, expect, test, vi } from 'vitest'
import { eventRow } from './samples.ts'

const page = 200

/** A sandbox of events numbered up to `newest`, and the page's list searching it. */
async function startSearch(first: number) {
  let [newest, lag] = [first, 0]
  const asked: string[] = []
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/?kind=events&q=card'))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const cursor = new URL(path, 'http://x').searchParams.get('cursor')
    const from = cursor === null ? newest : Number(cursor) - 1
    const seqs = Array.from({ length: Math.min(page, from) }, (_, index) => from - index)
    const next = from > page ? `${seqs.at(-1)}` : null
    return new Response(
      JSON.stringify({ events: seqs.map(eventRow), next, ...(lag > 0 && { index_lag: lag }) }),
    )
  })
  const stream = await import('../../ui/stream/stream.ts')
  await stream.reload()
  return {
    ...stream,
    asked,
    burst(count: number) {
      newest += count
    },
    /** The search index is behind by this many records. */
    trail(count: number) {
      lag = count
    },
  }
}

beforeEach(() => {
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

test('a burst of more than one page leaves no gap in a search', async () => {
  const search = await startSearch(50)
  search.burst(499)
  await search.refresh()
  expect(search.rows.length).toBe(549)
  search.burst(1)
  await search.refresh()
  expect(search.rows.length).toBe(550)
})

test('a very long burst is read from its newest page down', async () => {
  const search = await startSearch(50)
  search.burst(3000)
  await search.refresh()
  expect(search.rows.oldest).toBe(3050 - page + 1)
  expect(search.hasOlder.value).toBe(true)
  expect(search.asked).toHaveLength(1 + 5 + 1)
})

test.each([[true], [false]])(
  'a list that follows (%s) knows how many records the last search could not find',
  async (follows) => {
    const search = await startSearch(50)
    expect(search.searchLag.value).toBe(0)
    if (!follows) (await import('../../ui/stream/span.ts')).detach()
    search.trail(7)
    await search.refresh()
    expect(search.searchLag.value).toBe(7)
    search.trail(0)
    await search.refresh()
    expect(search.searchLag.value).toBe(0)
  },
)
