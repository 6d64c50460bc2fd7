import { expect, test, vi } from 'vitest'
import { equals, time } from '../../server/database/filters.ts'
import { createList } from '../../server/database/list.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createWordIndex, type Searchable } from '../../server/database/word-index.ts'

test('what is asked since a time is not looked for before it, however many have the value', async () => {
  const database = openDatabase(':memory:')
  database.exec('CREATE TABLE things (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL)')
  database.exec('CREATE INDEX things_kind ON things (kind, seq)')
  const insert = database.prepare("INSERT INTO things VALUES (?, 'common')")
  const index = createWordIndex(database, { source: 'things', table: 'things' })
  const told = (seq: number): Searchable => ({ rowid: seq, text: 'word', at: seq })
  const seqs = Array.from({ length: 30_000 }, (_, i) => i + 1)
  database.transaction(() => {
    for (const seq of seqs) insert.run(seq)
    index.add(seqs.map(told))
  })()
  const list = createList({
    database,
    table: 'things',
    columns: 'seq',
    filters: { kind: equals('kind', 'sought'), since: time('seq', 'since') },
    words: { indexes: [index], textsOf: (some) => some.map(told) },
    now: () => 30_000,
    toRow: (row) => (row as { seq: number }).seq,
  })
  const turns = vi.spyOn(globalThis, 'setImmediate')
  const page = await list.pageInTurns({ filters: { kind: 'common', since: '0.01ms' }, limit: 50 })
  expect(page).toEqual({ rows: seqs.slice(-11).reverse(), next: null })
  expect(turns.mock.calls.length).toBeLessThan(3)
  database.close()
})
