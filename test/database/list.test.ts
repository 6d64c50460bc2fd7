import { expect, onTestFinished, test, vi } from 'vitest'
import { anyOf, time } from '../../server/database/filters.ts'
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
    filters: { kind: anyOf('kind', 'sought'), since: time('seq', 'since') },
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

/** Things of which one in ten is rare, all told to an index. */
function openThings(count: number) {
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  database.exec('CREATE TABLE things (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO things VALUES (?, ?)')
  const index = createWordIndex(database, { source: 'things', table: 'things' })
  const told = (seq: number): Searchable => ({ rowid: seq, text: seq % 10 === 0 ? 'rare' : 'word' })
  const seqs = Array.from({ length: count }, (_, i) => i + 1)
  database.transaction(() => {
    for (const seq of seqs) insert.run(seq, seq % 20 === 0 ? 'even' : 'odd')
    index.add(seqs.map(told))
  })()
  const list = createList({
    database,
    table: 'things',
    columns: 'seq, kind',
    filters: { kind: anyOf('kind') },
    words: { indexes: [index], textsOf: (some) => some.map(told) },
    now: () => 0,
    toRow: (row) => (row as { seq: number }).seq,
  })
  return { database, index, list }
}

test('for one row no more is looked up than shows it, and more only where that is not enough', () => {
  const { index, list } = openThings(20_010)
  const looked = vi.spyOn(index, 'matches')
  expect(list.page({ filters: { q: 'rare' }, limit: 1 }).rows).toEqual([20_010])
  expect(looked.mock.calls.map(([, { limit }]) => limit)).toEqual([2])
  expect(list.page({ filters: { q: 'rare', kind: 'even' }, limit: 1 }).rows).toEqual([20_000])
  expect(looked.mock.calls.slice(1).map(([, { limit }]) => limit)).toEqual([2, 64])
})

test('in turns the same arrives as at once, other work is done meanwhile, and it ends when nobody asks any more', async () => {
  const { list } = openThings(20_010)
  const asked = { filters: { kind: 'even' }, limit: 2000, since: 7 }
  let isOtherDone = false
  setImmediate(() => {
    isOtherDone = true
  })
  const arrived = await list.arrivedInTurns({ ...asked, isOver: () => false })
  expect(isOtherDone).toBe(true)
  expect(arrived).toEqual(list.arrived(asked))
  expect(arrived).toHaveLength(1000)
  let looks = 0
  expect(await list.arrivedInTurns({ ...asked, isOver: () => ++looks > 1 })).toEqual([])
  expect(looks).toBe(2)
})

test('a search for nothing lists all, and does nothing to them', async () => {
  const { list } = openThings(3)
  for (const q of ['', ' ']) {
    expect(list.page({ filters: { q }, limit: 5 }).rows).toHaveLength(3)
    expect((await list.pageInTurns({ filters: { q, kind: 'odd' }, limit: 5 })).rows).toHaveLength(3)
    expect(list.arrived({ filters: { q }, limit: 5, since: 0 })).toEqual([])
  }
})
