import { expect, test } from 'vitest'
import { holdTimers } from '../helpers/held-time.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { happen, knock, newestSeq, watch } from './world.ts'

const gatherMs = 15

/** The frames without the health of subscriptions, which is that of the moment they are read. */
const lasting = (frames: ReturnType<Awaited<ReturnType<typeof watch>>['news']>) =>
  frames.map((frame) =>
    frame.kind === 'subscription' ? { ...frame, data: { ...frame.data, health: null } } : frame,
  )

test('a client is greeted with the newest number, then told all that happens, in order and nothing twice', async () => {
  const sandbox = await startSandbox()
  const before = await happen(sandbox, 3)
  const client = await watch(sandbox.url)
  await client.greeted()
  expect(client.frames[0]).toMatchObject({
    kind: 'hello',
    seq: before,
    data: { seq: before, version: '0.0.0-test' },
  })
  await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.trigger('card.created', { count: 20 })
  await sandbox.settle()
  await client.untilSeq(await newestSeq(sandbox))
  const seqs = client.news().map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  expect(Math.min(...seqs)).toBeGreaterThan(before)
  const kinds = new Set(client.news().map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual([
    'attempt',
    'call',
    'capture',
    'clock',
    'delivery',
    'endpoint',
    'event',
    'subscription',
  ])
})

test.each([
  ['?since=abc', 400],
  ['?since=-1', 400],
  ['?since=1e3', 400],
  ['?since=', 400],
  [`?since=${'9'.repeat(16)}`, 400],
  ['?since=1&since=2', 400],
  ['?sinse=1', 400],
  ['?since=007', 101],
])('a handshake that asks for %s is answered %i', async (query, status) => {
  expect(await knock((await startSandbox()).url, {}, query)).toBe(status)
})

test('a client that comes while news are being gathered is greeted first and told none of them', async () => {
  const time = holdTimers(gatherMs)
  const sandbox = await startSandbox({}, time.outside)
  const early = await watch(sandbox.url)
  const seq = await happen(sandbox)
  expect(time.waiting()).toBe(1)
  const late = await watch(sandbox.url)
  await late.greeted()
  await early.untilSeq(seq)
  expect(late.frames).toEqual([{ kind: 'hello', seq, data: { seq, version: '0.0.0-test' } }])
  expect(early.news().map((frame) => frame.seq)).toEqual([seq])
})

test('news after a pause is sent at once, and what follows shortly after in one message', async () => {
  const time = holdTimers(gatherMs)
  const sandbox = await startSandbox({}, time.outside)
  const client = await watch(sandbox.url)
  const first = await happen(sandbox)
  await client.untilSeq(first)
  const last = await happen(sandbox, 3)
  expect(time.waiting()).toBe(1)
  time.release()
  await client.untilSeq(last)
  time.release()
  const again = await happen(sandbox)
  await client.untilSeq(again)
  expect(client.messages.slice(1).map((frames) => frames.map(({ seq }) => seq))).toEqual([
    [first],
    [first + 1, first + 2, first + 3],
    [again],
  ])
})

test('a client that comes back while news are being gathered gets each of them once', async () => {
  const time = holdTimers(gatherMs)
  const sandbox = await startSandbox({}, time.outside)
  await watch(sandbox.url)
  const since = await newestSeq(sandbox)
  await happen(sandbox, 2)
  const back = await watch(sandbox.url, { since })
  const seq = await happen(sandbox)
  time.release()
  await back.untilSeq(seq)
  expect(back.news().map((frame) => frame.seq)).toEqual([since + 1, since + 2, since + 3])
})

test('a client that comes back gets exactly what it missed', async () => {
  const sandbox = await startSandbox()
  const steady = await watch(sandbox.url)
  await steady.untilSeq(await happen(sandbox, 5))
  const since = steady.news()[2]?.seq ?? 0
  const back = await watch(sandbox.url, { since })
  const newest = await happen(sandbox, 2)
  await back.untilSeq(newest)
  await steady.untilSeq(newest)
  expect(back.news()).toEqual(steady.news().slice(3))
})

/** Sends three requests to an endpoint, signed, wrongly signed and not, and answers what a client is told of it. */
async function capturesTold() {
  const sandbox = await startSandbox()
  const steady = await watch(sandbox.url)
  const since = await happen(sandbox)
  await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.trigger('card.created')
  await sandbox.trigger('card.created', { fault: 'tamper(signature)' })
  await sandbox.settle()
  await fetch(`${sandbox.url}/in/demo`, { method: 'POST', body: 'hello' })
  const { captures } = await sandbox.get<{ captures: { id: string; verdict: { result: string } }[] }>(
    '/sandbox/captures',
  )
  expect(captures.map(({ verdict }) => verdict.result)).toEqual(['unsigned', 'failed', 'verified'])
  return { sandbox, steady, since, captures }
}

test('missed captures arrive as they were', async () => {
  const { sandbox, steady, since } = await capturesTold()
  const newest = await happen(sandbox)
  await steady.untilSeq(newest)
  const back = await watch(sandbox.url, { since })
  await back.untilSeq(newest)
  expect(lasting(back.news())).toEqual(lasting(steady.news().filter(({ seq }) => seq > since)))
  expect(back.news().filter(({ kind }) => kind === 'capture')).toHaveLength(4)
})

test('of a missed capture that was deleted, only the deletion arrives', async () => {
  const { sandbox, since, captures } = await capturesTold()
  const [, , { id } = { id: '' }] = captures
  await fetch(`${sandbox.url}/sandbox/captures/${id}`, { method: 'DELETE' })
  const newest = await newestSeq(sandbox)
  const back = await watch(sandbox.url, { since })
  await back.untilSeq(newest)
  const told = back.news().flatMap(({ data }) => ('id' in data && data.id === id ? [data] : []))
  expect(told).toEqual([{ id, deleted: true }])
})

test('a client that missed nothing gets nothing', async () => {
  const sandbox = await startSandbox()
  const since = await happen(sandbox)
  const back = await watch(sandbox.url, { since })
  const newest = await happen(sandbox)
  await back.untilSeq(newest)
  expect(back.news().map(({ seq }) => seq)).toEqual([newest])
})

test('a number from the future is a gap', async () => {
  const sandbox = await startSandbox()
  const newest = await happen(sandbox)
  const client = await watch(sandbox.url, { since: newest + 1 })
  await client.until(() => client.frames.length > 1)
  expect(client.frames.map(({ kind }) => kind)).toEqual(['hello', 'gap'])
})

test('a client that comes back after a very long while is led through everything that is kept', async () => {
  const sandbox = await startSandbox()
  const since = await happen(sandbox)
  const big = { authorization: 'demo', identity: 'demo'.repeat(2000) }
  await Promise.all(Array.from({ length: 1500 }, () => sandbox.call('GET', '/webhooks', undefined, big)))
  const newest = await newestSeq(sandbox)
  const client = await watch(sandbox.url, { since })
  await client.untilSeq(newest)
  expect(client.news().map(({ seq }) => seq)).toEqual(
    Array.from({ length: newest - since }, (_, i) => since + 1 + i),
  )
})

test('a client that answers no ping is gone by the next one', async () => {
  const time = holdTimers(15_000)
  const sandbox = await startSandbox({}, time.outside)
  const client = await watch(sandbox.url)
  const deaf = await watch(sandbox.url)
  deaf.socket.pause()
  const ponged = new Promise((resolve) => client.socket.once('ping', resolve))
  time.release()
  await ponged
  await client.untilSeq(await happen(sandbox))
  time.release()
  deaf.socket.resume()
  await deaf.closed
  await client.untilSeq(await happen(sandbox))
  expect(client.socket.readyState).toBe(client.socket.OPEN)
})

test('a closing sandbox says so', async () => {
  const sandbox = await startSandbox()
  const client = await watch(sandbox.url)
  void sandbox.close()
  expect(await client.closed).toBe(1001)
})

test('messages of a client are ignored, and too much of them ends the connection', async () => {
  const sandbox = await startSandbox()
  const client = await watch(sandbox.url)
  client.socket.send('hello?')
  await client.untilSeq(await happen(sandbox))
  client.socket.send('x'.repeat(5000))
  expect(await client.closed).toBe(1009)
})

test('a number given before a reset is still good after it', async () => {
  const sandbox = await startSandbox()
  const since = await happen(sandbox)
  await sandbox.post('/sandbox/reset')
  const client = await watch(sandbox.url, { since })
  await client.until(() => client.news().length > 0)
  expect(client.news()[0]?.kind).toBe('reset')
})

test('missed events, deliveries and attempts arrive as they were, whatever happened to them', async () => {
  const sandbox = await startSandbox()
  const steady = await watch(sandbox.url)
  await sandbox.clock({ mode: 'manual' })
  const since = await happen(sandbox)
  const receiver = await startReceiver([503, 200, 500, 200])
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 3 })
  await sandbox.clock({ advance: '1h' })
  const newest = await happen(sandbox)
  await steady.untilSeq(newest)
  const back = await watch(sandbox.url, { since })
  await back.untilSeq(newest)
  expect(lasting(back.news())).toEqual(lasting(steady.news().filter(({ seq }) => seq > since)))
  const states = back
    .news()
    .flatMap(({ kind, data }) => (kind === 'delivery' ? [(data as { state: string }).state] : []))
  expect(new Set(states)).toEqual(new Set(['pending', 'sending', 'retrying', 'succeeded']))
})
