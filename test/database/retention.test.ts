import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import type { Health } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('the oldest records go once there are more than are kept, their attempts and search entries with them', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({ retention: { records: 100 } })
  await sandbox.subscribe(receiver.url)
  const first = await sandbox.trigger('card.created', { set: { 'card.last_four': '0001' } })
  const count = sample(250, 500)
  await sandbox.trigger('card.created', { count })
  await sandbox.settle()
  // Pruning runs in the transactions after; a later one that is answered comes behind it.
  await sandbox.get('/sandbox/wait?kind=event&count=1&timeout_ms=0')
  const oldest = first.deliveries[0]?.id
  while ((await sandbox.request('GET', `/sandbox/deliveries/${oldest}`)).status !== 404)
    await sandbox.call('GET', '/webhooks')
  const { counts } = await sandbox.get<Health>('/sandbox/health')
  expect(counts.deliveries).toBeLessThan(count + 1)
  expect(await sandbox.deliveries(`?q=${oldest}`)).toEqual([])
  expect(sandbox.troubles).toEqual([])
})

test('an attempt that ends when its delivery was cancelled and has gone leaves nothing behind', async () => {
  const data = `${ownFolder()}/s.db`
  const held: ServerResponse[] = []
  const receiver = await startReceiver([(response) => held.push(response), 200])
  const sandbox = await startSandbox({ data, retention: { records: 100 } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  const path = `/sandbox/deliveries/${deliveries[0]?.id}`
  await expect.poll(() => held.length).toBe(1)
  await sandbox.request('POST', `${path}/cancel`)
  await sandbox.trigger('card.created', { count: 300 })
  while ((await sandbox.request('GET', path)).status !== 404) await sandbox.trigger('card.created')
  held[0]?.end()
  await sandbox.settle()
  await sandbox.close()
  const database = openDatabase(data)
  onTestFinished(() => void database.close())
  const orphans = 'SELECT count(*) FROM attempt_ends WHERE seq NOT IN (SELECT seq FROM attempts)'
  expect(database.prepare(orphans).pluck().get()).toBe(0)
})

test('what is not delivered yet stays, however much follows', async () => {
  const sandbox = await startSandbox({ retention: { records: 100 } })
  await sandbox.clock({ mode: 'manual' })
  const receiver = await startReceiver([503])
  await sandbox.subscribe(receiver.url)
  const { events, deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const count = sample(150, 400)
  for (let i = 0; i < count; i++) await sandbox.request('POST', '/in/other', '{}')
  const captures = await sandbox.get<Health>('/sandbox/health')
  expect(captures.counts.captures).toBeLessThan(count)
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('retrying')
  expect((await sandbox.event(events[0]?.id ?? '')).event).toBe('card.created')
})

/** Sends a body of 450 KB. */
const large = (sandbox: { request(method: string, path: string, body: string): Promise<unknown> }) =>
  sandbox.request('POST', '/in/large', 'x'.repeat(450_000))
const captured = async (sandbox: { get<Body>(path: string): Promise<Body> }) =>
  (await sandbox.get<Health>('/sandbox/health')).counts.captures

test('a few large bodies go by their size, the oldest first, and the newest stay', async () => {
  const sandbox = await startSandbox({ retention: { bytes: 10_000_000 } })
  for (let i = 0; i < 40; i++) await large(sandbox)
  while ((await captured(sandbox)) > 24) await sandbox.call('GET', '/webhooks')
  expect(await captured(sandbox)).toBeGreaterThan(10)
  const { captures } = await sandbox.get<{ captures: { id: string }[] }>('/sandbox/captures?limit=1')
  expect(captures[0]?.id).toBe((await sandbox.newestCapture()).id)
  expect(sandbox.troubles).toEqual([])
})

test('a start lets go what is too much and too old by then', async () => {
  const data = `${ownFolder()}/s.db`
  const before = await startSandbox({ data })
  for (let i = 0; i < 30; i++) await large(before)
  await before.close()
  const smaller = await startSandbox({ data, retention: { bytes: 10_000_000 } })
  while ((await captured(smaller)) > 22) await smaller.call('GET', '/webhooks')
  expect(await captured(smaller)).toBeGreaterThan(10)
  await smaller.close()
  const younger = await startSandbox({ data, retention: { age: '1ms' } })
  while ((await captured(younger)) > 0) await younger.get('/sandbox/health')
  expect(younger.troubles).toEqual([])
})

test('a small number is kept to about as closely as it is small', async () => {
  // Without the look at all that follows a start.
  const { outside } = holdTimers(1500)
  const sandbox = await startSandbox({ retention: { records: 100 } }, outside)
  for (let i = 0; i < 150; i++) await sandbox.request('POST', '/in/small', '{}')
  while ((await captured(sandbox)) > 110) await sandbox.get('/sandbox/captures?q=nothing')
  expect(await captured(sandbox)).toBeGreaterThan(99)
})

test('what may be ten seconds old is looked at each second', async () => {
  const time = holdTimers(1000)
  const sandbox = await startSandbox({ retention: { age: '10s' } }, time.outside)
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.request('POST', '/in/old', '{}')
  // After the first look of a new start.
  await expect.poll(time.waiting).toBe(1)
  await sandbox.clock({ advance: '9s' })
  time.release()
  await sandbox.get('/sandbox/captures?q=nothing')
  expect(await captured(sandbox)).toBe(1)
  expect(time.waiting()).toBe(1)
})
