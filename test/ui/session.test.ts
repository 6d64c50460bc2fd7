import { beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint, Frame } from '../../server/wire.ts'
import { captureRow } from './samples.ts'

/** The page's session on an empty sandbox whose live frames are given by hand. */
async function startSession(
  served = '',
  answer: (path: string) => Promise<object | null> = async () => null,
  query = '',
) {
  const sockets: { close?(): void; onopen?(): void; onmessage?(message: { data: string }): void }[] = []
  vi.stubGlobal('location', new URL(`http://127.0.0.1:4400/${query}`))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw))
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const given = await answer(path)
    if (given !== null) return Response.json(given)
    if (path === '/sandbox/full') return Response.json({ error: { code: 'storage' } }, { status: 503 })
    const [, plural = ''] = /sandbox\/(events|deliveries|captures|calls)/.exec(path) ?? []
    return plural === '' ? Response.json({}, { status: 404 }) : Response.json({ [plural]: [], next: null })
  })
  const addresses: URL[] = []
  vi.stubGlobal('WebSocket', function open(this: (typeof sockets)[number], address: URL) {
    // One that is silent for long is let go.
    this.close = () => {}
    sockets.push(this)
    addresses.push(address)
  })
  const { readServed } = await import('../../ui/live/served.ts')
  const { createSession } = await import('../../ui/shell/session.ts')
  const { rows, loading } = await import('../../ui/stream/stream.ts')
  const { pending } = await import('../../ui/live/pending.ts')
  const { doLater } = await import('../../ui/live/undo.ts')
  readServed(served)
  const { listen, start } = createSession()
  await start()
  listen()
  await vi.waitFor(() => expect(loading.value).toBe(false))
  return {
    doLater,
    pending,
    asked,
    addresses,
    /** Brings frames at once, which are drawn some time after that. */
    bring: (...frames: Frame[]) => sockets[0]?.onmessage?.({ data: JSON.stringify(frames) }),
    ids: () => [...rows.all()].map(({ id }) => id),
  }
}

const caught = (seq: number): Frame => ({ seq, kind: 'capture', data: captureRow(seq) })
const gone = (seq: number, id: string): Frame => ({ seq, kind: 'capture', data: { id, deleted: true } })

beforeEach(() => {
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

test('a record that comes and goes within one frame is not listed', async () => {
  const session = await startSession()
  session.bring(caught(1), caught(2), gone(3, 'cap_2'))
  await vi.waitFor(() => expect(session.ids()).toEqual(['cap_1']))
})

test('after a deletion the sandbox is asked for the count', async () => {
  const session = await startSession()
  const asked = session.asked.length
  session.bring(gone(3, 'cap_2'))
  await vi.waitFor(() => expect(session.asked.slice(asked)).toEqual(['/sandbox/health']))
})

test('of one frame with a reset, only later records are listed', async () => {
  const session = await startSession()
  session.bring(caught(1), { seq: 2, kind: 'reset', data: { kept: [] } }, caught(3))
  await vi.waitFor(() => expect(session.ids()).toEqual(['cap_3']))
})

test('a row of the list before is no row of the list of another filter, though it changes while that is read', async () => {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const session = await startSession('', async (path) => {
    if (path.includes('q=')) await asked
    return null
  })
  session.bring(caught(1))
  await vi.waitFor(() => expect(session.ids()).toEqual(['cap_1']))
  vi.stubGlobal('history', { pushState() {}, replaceState() {}, state: null })
  const { go } = await import('../../ui/place/navigation.ts')
  const { loading, version } = await import('../../ui/stream/stream.ts')
  go({ q: 'method:PUT' })
  expect(loading.value).toBe(true)
  const before = version.value
  session.bring(caught(1))
  await vi.waitFor(() => expect(version.value).toBeGreaterThan(before))
  answer()
  await vi.waitFor(() => expect(loading.value).toBe(false))
  expect(session.ids()).toEqual([])
})

test('a page that moves to the background still applies live frames', async () => {
  const session = await startSession()
  vi.stubGlobal('requestAnimationFrame', () => {})
  session.bring(caught(1))
  await vi.waitFor(() => expect(session.ids()).toEqual(['cap_1']), 5000)
  vi.stubGlobal('document', { hidden: true })
  session.bring(caught(2))
  await vi.waitFor(() => expect(session.ids()).toEqual(['cap_1', 'cap_2']), 5000)
})

test('a reset cancels pending deletions', async () => {
  const session = await startSession()
  session.doLater({ said: 'Deleted', ids: ['cap_1'], run: vi.fn(), undo: vi.fn() })
  session.bring({ seq: 2, kind: 'reset', data: { kept: [] } })
  await vi.waitFor(() => expect(session.pending.value).toEqual([]))
})

test('a list embedded in the page needs no request, and live frames continue from it', async () => {
  const counts = { events: 0, deliveries: 0, captures: 1, calls: 0 }
  const answers = {
    '/sandbox/health': { seq: 7, seed: 5, counts, delivery: { success: ['2xx'], timeout_ms: 1 } },
    '/sandbox/clock': { clock: { mode: 'real', now: '2026-01-01T00:00:00.000000Z', speed: 1 } },
    '/sandbox/events?limit=50': { events: [], next: null },
    '/sandbox/deliveries?limit=50': { deliveries: [], next: null },
    '/sandbox/captures?limit=50': { captures: [captureRow(7)], next: null },
    '/sandbox/calls?limit=50': { calls: [], next: null },
  }
  const session = await startSession(JSON.stringify({ seq: 7, answers }))
  expect(session.asked).toEqual([])
  expect(session.ids()).toEqual(['cap_7'])
  expect(session.addresses.map(String)).toEqual(['ws://127.0.0.1:4400/sandbox/live?since=7'])

  // Once it has been taken, it is news that is asked for.
  const { reload } = await import('../../ui/stream/stream.ts')
  await reload()
  expect(session.asked).toEqual(Object.keys(answers).filter((path) => path.includes('limit')))
})

test('a search that the index was not ready for is repeated, though nothing happens', async () => {
  const lags = [7]
  const session = await startSession(
    '',
    async (path) =>
      path.startsWith('/sandbox/captures') ? { captures: [], next: null, index_lag: lags.pop() } : null,
    '?kind=captures&q=word',
  )
  const asks = () => session.asked.filter((path) => path.startsWith('/sandbox/captures?'))
  await vi.waitFor(() => expect(asks()).toHaveLength(2), 5000)
})

test('a list not embedded in the page is requested', async () => {
  const answers = { '/sandbox/calls?limit=50': { calls: [], next: null } }
  const { asked } = await startSession(JSON.stringify({ seq: 7, answers }))
  expect(asked).toEqual([
    '/sandbox/health',
    '/sandbox/clock',
    '/sandbox/events?limit=50',
    '/sandbox/deliveries?limit=50',
    '/sandbox/captures?limit=50',
  ])
})

test.each(['', '{"seq":7,"answers":{"/sandbox/cal'])(
  'a page whose data is cut short (%j) asks for all',
  async (text) => {
    const { asked } = await startSession(text)
    expect(asked).toHaveLength(6)
  },
)

test('a storage failure makes the page read the health', async () => {
  const session = await startSession()
  const { request } = await import('../../ui/live/api.ts')
  const asks = () => session.asked.filter((path) => path === '/sandbox/health').length
  const before = asks()
  await request('POST', '/sandbox/full')
  expect(asks()).toBe(before + 1)
})

test('an older short list does not revert a live frame', async () => {
  let answer = (_: object) => {}
  const asked = new Promise<object>((resolve) => {
    answer = resolve
  })
  const session = await startSession('', async (path) =>
    path === '/sandbox/endpoints?limit=500' ? asked : null,
  )
  const { endpoints } = await import('../../ui/live/settings.ts')
  const named = (name: string, captures: number) => ({ name, captures }) as Endpoint
  session.bring({ seq: 1, kind: 'hello', data: { seq: 1, version: '1' } })
  await vi.waitFor(() => expect(session.asked).toContain('/sandbox/endpoints?limit=500'))
  session.bring({ seq: 2, kind: 'endpoint', data: named('one', 2) })
  await vi.waitFor(() => expect(endpoints.value).toEqual([named('one', 2)]))
  answer({ endpoints: [named('one', 1), named('two', 0)] })
  await vi.waitFor(() => expect(endpoints.value).toEqual([named('one', 2), named('two', 0)]))
})

test('another database counts as a reset for all listeners', async () => {
  const session = await startSession(JSON.stringify({ seq: 9 }))
  const { frameListeners } = await import('../../ui/live/frames.ts')
  const { askKnown, known } = await import('../../ui/live/known-thing.tsx')
  await askKnown('cap_1')
  const heard: string[] = []
  frameListeners.add((frames) => heard.push(...frames.map(({ kind }) => kind)))
  session.bring({ seq: 3, kind: 'hello', data: { seq: 3, version: '1' } }, caught(4))
  await vi.waitFor(() => expect(session.ids()).toEqual(['cap_4']))
  expect(heard).toEqual(['reset', 'hello', 'capture'])
  expect(known.value.size).toBe(0)
})

test('the title counts the failing deliveries, from the first load on', async () => {
  let failing = { failed: 1, retrying: 2, wrongly_accepted: 0 }
  await startSession('', async (path) =>
    path === '/sandbox/health' ? { failing, counts: {}, delivery: { success: [] } } : null,
  )
  vi.stubGlobal('document', { hidden: false, querySelector: () => null })
  const { showUnread } = await import('../../ui/notify/unread.ts')
  const { readHealth } = await import('../../ui/live/health.ts')
  showUnread()
  expect(document.title).toBe('(3) Webhook Sandbox')
  failing = { failed: 0, retrying: 0, wrongly_accepted: 0 }
  await readHealth()
  expect(document.title).toBe('Webhook Sandbox')
})

test('after a reset the title shows no unread records, and restarted numbers count', async () => {
  const session = await startSession(JSON.stringify({ seq: 9 }))
  vi.stubGlobal('document', { hidden: true, querySelector: () => null })
  const { showUnread } = await import('../../ui/notify/unread.ts')
  showUnread()
  const title = () => document.title
  session.bring(caught(10), caught(11))
  await vi.waitFor(() => expect(title()).toBe('(2 new) Webhook Sandbox'))
  session.bring({ seq: 12, kind: 'reset', data: { kept: [] } })
  await vi.waitFor(() => expect(title()).toBe('Webhook Sandbox'))
  session.bring(caught(13))
  await vi.waitFor(() => expect(title()).toBe('(1 new) Webhook Sandbox'))
  session.bring({ seq: 2, kind: 'hello', data: { seq: 2, version: '1' } }, caught(3))
  await vi.waitFor(() => expect(session.ids()).toEqual(['cap_3']))
  expect(title()).toBe('(1 new) Webhook Sandbox')
})
