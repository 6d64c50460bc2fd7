import BetterSqlite3 from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCounters } from '../../server/database/counters.ts'
import { createCounts } from '../../server/database/counts.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createWriter } from '../../server/database/writer.ts'
import { createBus } from '../../server/live/bus.ts'
import type { Health } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const tables = ['events', 'deliveries', 'captures', 'calls'] as const

/** A sandbox on a file, and what of its counts is told beside what a second connection counts there. */
async function counted() {
  const data = `${ownFolder()}/counts.db`
  // The receiver shares this one thread, and none of its time is its own where that is busy.
  const sandbox = await startSandbox({ data, retention: { records: 120 }, delivery: { timeout: '0' } })
  const file = new BetterSqlite3(data, { readonly: true })
  onTestFinished(() => void file.close())
  const statements = tables.map((table) => file.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck())
  return {
    sandbox,
    /** Retention may let something go between the two looks; a count that is wrong stays wrong. */
    async compare() {
      const look = async () => {
        const { counts } = await sandbox.get<Health>('/sandbox/health')
        const there = Object.fromEntries(tables.map((table, index) => [table, statements[index]?.get()]))
        return { counts, there }
      }
      await expect
        .poll(async () => {
          const { counts, there } = await look()
          return tables.filter((table) => counts[table] !== there[table])
        })
        .toEqual([])
      return (await look()).counts
    },
  }
}

test('what health counts is what is there, whatever was made, deleted, let go of and emptied between', async () => {
  const { sandbox, compare } = await counted()
  await sandbox.subscribe(`${sandbox.url}/in/mine`)
  await compare()
  await sandbox.trigger('card.created', { count: 20 })
  await sandbox.settle()
  expect(await compare()).toMatchObject({ events: 20, deliveries: 20, captures: 20 })

  // Some that were counted, and some that were made and deleted before anybody asked.
  const [newest, second] = await sandbox.captures()
  await sandbox.request('DELETE', `/sandbox/captures/${second?.id}`)
  await sandbox.trigger('card.created', { count: 3 })
  await sandbox.settle()
  for (const { id } of (await sandbox.captures()).slice(0, 2))
    await sandbox.request('DELETE', `/sandbox/captures/${id}`)
  expect(await compare()).toMatchObject({ events: 23, captures: 20 })
  await sandbox.request('DELETE', `/sandbox/captures/${newest?.id}`)
  expect(await compare()).toMatchObject({ captures: 19 })

  // More than are kept.
  await sandbox.trigger('card.created', { count: sample(200, 1500) })
  await sandbox.settle()
  while ((await compare()).captures > sample(150, 300)) await sandbox.call('GET', '/webhooks')
  await sandbox.post('/sandbox/captures/delete', { q: 'card' })
  expect(await compare()).toMatchObject({ captures: 0 })

  await sandbox.post('/sandbox/reset', {})
  expect(await compare()).toMatchObject({ events: 0, deliveries: 0, captures: 0 })
  await sandbox.request('POST', '/in/other', '{}')
  expect(await compare()).toMatchObject({ captures: 1 })
  expect(sandbox.troubles).toEqual([])
})

test('undone changes do not count, nor undone deletions, and a refusal causes no recount', async () => {
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  const counters = createCounters(database)
  const counts = createCounts(database)
  const bus = createBus(0)
  const writer = createWriter({ database, counters, bus, memories: [counts.undone] })
  const insert = database.prepare(
    "INSERT INTO events (seq, id, event, occurred_at, source, payload) VALUES (?, ?, 'x', 0, 'trigger', '{}')",
  )
  const remove = database.prepare('DELETE FROM events WHERE seq = ?')
  await writer.write(() => {
    for (const seq of [1, 2]) insert.run(seq, `evt_${seq}`)
  })
  expect(counts.of('events')).toBe(2)
  const undone = writer.write(() => {
    insert.run(3, 'evt_3')
    remove.run(1)
    counts.gone('events', [1])
    throw new Error('not so')
  })
  await expect(undone).rejects.toThrow('not so')
  expect(counts.of('events')).toBe(2)
  await writer.write(() => {
    insert.run(3, 'evt_3')
  })
  expect(counts.of('events')).toBe(3)

  // Behind its back, to see whether it looks.
  remove.run(1)
  const refused = writer.write(() => {
    throw new Error('no such thing')
  })
  await expect(refused).rejects.toThrow('no such thing')
  expect(counts.of('events')).toBe(3)
  counts.clear()
  expect(counts.of('events')).toBe(2)
})

test('the first count of captures reads an index, never the captures with their bodies', () => {
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  const prepare = vi.spyOn(database, 'prepare')
  const counts = createCounts(database)
  const run = prepare.mock.results.map(({ value }, i) => ({
    sql: prepare.mock.calls[i]?.[0] ?? '',
    get: vi.spyOn(value, 'get'),
  }))
  prepare.mockRestore()
  counts.of('captures')
  const plans = run.flatMap(({ sql, get }) =>
    get.mock.calls.map((bound) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...bound)),
  )
  expect(plans).toEqual([
    expect.arrayContaining([expect.objectContaining({ detail: expect.stringContaining('COVERING INDEX') })]),
  ])
})
