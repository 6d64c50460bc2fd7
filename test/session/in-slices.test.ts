import { expect, test, vi } from 'vitest'
import { createStepCount } from '../../server/database/count-in-steps.ts'
import { createCounters } from '../../server/database/counters.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createInputStore, type InputRecord } from '../../server/inputs/store.ts'
import { runAtOnce } from '../../server/memory/in-slices.ts'
import { pausing, streamed } from '../../server/memory/streamed.ts'
import { turnsDuring } from '../helpers/turns.ts'

test('records are counted some thousands at a time', () => {
  const database = openDatabase(':memory:')
  database.exec(
    `CREATE TABLE things (seq INTEGER PRIMARY KEY);
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) INSERT INTO things SELECT i * 3 FROM n`,
  )
  const count = createStepCount(database, 'things', 'seq % 2 = 0')
  expect(runAtOnce(count())).toBe(6000)
  expect([...count()]).toHaveLength(3)
  expect(runAtOnce(createStepCount(database, 'things', '0')())).toBe(0)
  database.close()
})

test('work between pieces of a streamed text gives other work its turns', async () => {
  function* work() {
    for (let step = 0; step < 30; step++) yield
    return 'end'
  }
  function* pieces() {
    yield 'begin '
    yield yield* pausing(work())
  }
  const text = new Response(streamed(pieces())).text()
  expect(await turnsDuring(text)).toBeGreaterThanOrEqual(30)
  expect(await text).toBe('begin end')
})

test('of the recorded requests no more are read in advance than the next of each table', () => {
  const database = openDatabase(':memory:')
  const inputs = createInputStore(database, createCounters(database))
  const headers: [string, string][] = []
  for (const path of ['/a', '/b', '/c', '/d'])
    inputs.insert({ at: 0, method: 'GET', path, headers, body: null, status: 200, clockAfter: null })
  const all = inputs.all()
  const first = all.next().value as InputRecord
  database.exec('DELETE FROM inputs WHERE seq > 2')
  expect([first, ...all].map(({ path }) => path)).toEqual(['/a', '/b'])
  database.close()
})

test('the next recorded request is found by its key, without sorting those after it', () => {
  const database = openDatabase(':memory:')
  const prepare = vi.spyOn(database, 'prepare')
  createInputStore(database, createCounters(database))
  const next = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.endsWith('LIMIT 1'))
  prepare.mockRestore()
  const steps = (sql: string) =>
    database.prepare<[number], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(1)
  expect(next.map((sql) => steps(sql).map(({ detail }) => detail))).toEqual([
    ['SEARCH inputs USING INTEGER PRIMARY KEY (rowid>?)'],
    ['SEARCH captures USING INTEGER PRIMARY KEY (rowid>?)'],
  ])
  database.close()
})
