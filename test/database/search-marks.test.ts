import { expect, test, vi } from 'vitest'
import type { Database } from '../../server/database/open.ts'
import type { EventRow } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { openIndex } from './world.ts'

const opened = vi.hoisted(() => ({ last: undefined as unknown }))
vi.mock('../../server/database/open.ts', async (original) => {
  const real = await original<typeof import('../../server/database/open.ts')>()
  return {
    ...real,
    openDatabase(...given: Parameters<typeof real.openDatabase>) {
      const database = real.openDatabase(...given)
      opened.last = database
      return database
    },
  }
})

test('a full disk loses no record of the index: with room again every one is found, once', async () => {
  const sandbox = await startSandbox()
  const database = opened.last as Database
  const count = 400
  await sandbox.trigger('card.created', { count })
  const pages = Number(database.pragma('page_count', { simple: true }))
  database.pragma(`max_page_count = ${pages}`)
  const asked = await sandbox.request('GET', '/sandbox/events?q=card&limit=500')
  expect(asked.status).toBe(503)
  database.pragma('max_page_count = 1000000')
  const { events } = await sandbox.get<{ events: EventRow[] }>('/sandbox/events?q=card&limit=500')
  expect(events).toHaveLength(count)
  const rows = database.prepare("SELECT sum(records) FROM search_parts WHERE source = 'events'").pluck().get()
  expect(rows).toBe(count)
})

test('a failed commit is indexed again, whichever change of its round made it fail', async () => {
  const index = openIndex()
  index.database.exec(
    'CREATE TABLE parents (id INTEGER PRIMARY KEY); CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)',
  )
  for (let i = 0; i < 300; i++) await index.make()
  for (let i = 0; i < 2; i++) {
    const round = await Promise.allSettled([
      index.search.caughtUp(),
      index.writer.write(() => index.database.exec('INSERT INTO children VALUES (7)')),
    ])
    expect(round.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  }
  await index.search.caughtUp()
  expect(index.found('zebra')).toBe(300)
})

test('a failing neighbour in the same round costs the index nothing, and nothing is indexed twice', async () => {
  const index = openIndex()
  for (let i = 0; i < 300; i++) await index.make()
  const asked = index.search.caughtUp()
  const neighbour = index.writer.write(() => {
    index.database.exec("INSERT INTO settings VALUES ('half', 'done')")
    throw new Error('no')
  })
  const round = await Promise.allSettled([asked, neighbour])
  expect(round.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(index.found('zebra')).toBe(300)
})

test('who waits for the index waits for what was there, not for what comes meanwhile', async () => {
  let rounds = 0
  const index = openIndex({
    during() {
      rounds++
      if (rounds > 20) throw new Error('it follows what comes')
      for (let i = 0; i < 250; i++) void index.make()
    },
  })
  for (let i = 0; i < 300; i++) await index.make()
  await index.search.caughtUp()
  expect(index.found('evt300')).toBe(1)
})
