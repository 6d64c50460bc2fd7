import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soughtIn } from '../../server/database/query.ts'
import { createWordIndex } from '../../server/database/word-index.ts'
import { beginWordSet, marksOf, mayHold } from '../../server/database/word-set.ts'
import { runAtOnce } from '../../server/memory/in-slices.ts'
import { runsOf } from '../helpers/runs.ts'
import { openWriter } from './world.ts'

const perPart = 8192
const newestFirst = { order: 'DESC', from: Number.MAX_SAFE_INTEGER, limit: 10 } as const
const words = (value: string) => soughtIn([{ value, quoted: false }])

/** An index of two full parts and a little, each record with a word of its own. */
function filled() {
  const { database } = openWriter()
  const index = createWordIndex(database, { source: 'events', table: 'events' })
  const records = Array.from({ length: 2 * perPart + 100 }, (_, i) => ({
    rowid: i + 1,
    text: `all ${i % 1000 === 0 ? 'rarely' : 'usual'} own${String(i).padStart(9, '0')} ${i === 5000 ? 'Café' : ''}`,
  }))
  for (let at = 0; at < records.length; at += 500)
    database.transaction(() => index.add(records.slice(at, at + 500)))()
  return {
    database,
    index,
    tidy() {
      let steps = 0
      while (database.transaction(() => index.tidySome())()) steps++
      return steps
    },
    find: (value: string) => runAtOnce(index.matches(words(value), newestFirst)),
    /** Without what is known of the parts' words. */
    findAll: (value: string) => runAtOnce(index.matches({ ...words(value), beginnings: [] }, newestFirst)),
    pieces: (part: number) =>
      database.prepare(`SELECT count(DISTINCT segid) FROM search_events_${part}_idx`).pluck().get(),
    /** The lists of words that are being noted. */
    lists: () =>
      database
        .prepare("SELECT name FROM pragma_table_list WHERE schema = 'temp' AND name LIKE 'search_words%'")
        .pluck()
        .all(),
    noted: () => database.prepare('SELECT number FROM search_vocabulary ORDER BY number').pluck().all(),
  }
}

test('a part that is full is brought into one piece and its words are noted, step by step, and it answers the same', () => {
  const { tidy, find, noted, pieces } = filled()
  const asked = ['rarely', 'all', 'own00000819', 'o', 'own000005000', 'nothing', 'café', 'cafe', 'CAF']
  const before = asked.map(find)
  expect(before[0]).toEqual([16_001, 15_001, 14_001, 13_001, 12_001, 11_001, 10_001, 9001, 8001, 7001])
  expect(before.slice(4)).toEqual([[5001], [], [5001], [5001], [5001]])
  expect(pieces(1)).toBeGreaterThan(1)
  expect(noted()).toEqual([])
  expect(tidy()).toBeGreaterThan(6)
  expect([pieces(1), pieces(2)]).toEqual([1, 1])
  expect(noted()).toEqual([1, 2])
  expect(asked.map(find)).toEqual(before)
})

test('a part that cannot hold a word is not looked into', () => {
  const { database, tidy, find, findAll } = filled()
  tidy()
  const newest = find('all')
  database.exec('DROP TABLE search_events_1')
  expect(find('nothing')).toEqual([])
  expect(find('own000009000')).toEqual([9001])
  expect(() => findAll('nothing')).toThrow('no such table: search_events_1')
  expect(find('all')).toEqual(newest)
})

test('a record that is indexed again is found in a part with recorded words', () => {
  const { database, index, tidy, find, noted } = filled()
  tidy()
  expect(find('zebra')).toEqual([])
  database.transaction(() => index.replace({ rowid: 77, text: 'all zebra' }))()
  expect(find('zebra')).toEqual([77])
  expect(noted()).toEqual([2])
  tidy()
  expect(noted()).toEqual([1, 2])
  expect(find('zebra')).toEqual([77])
})

test('a part that changed after it was tidy, or whose tidying was undone, is brought into one piece all the same', () => {
  const { database, index, tidy, pieces, lists } = filled()
  expect(() =>
    database.transaction(() => {
      index.tidySome()
      throw new Error('undone')
    })(),
  ).toThrow('undone')
  tidy()
  expect([pieces(1), pieces(2)]).toEqual([1, 1])
  for (const rowid of [9000, 9001, 9002, 3])
    database.transaction(() => index.replace({ rowid, text: `anew ${rowid}` }))()
  tidy()
  expect([pieces(1), pieces(2)]).toEqual([1, 1])
  expect(lists()).toEqual([])
})

test('a part that changes while the words of a later one are noted goes first, and nothing is left behind', () => {
  const { database, index, tidy, noted, lists } = filled()
  while (!lists().includes('search_words_events_2')) database.transaction(() => index.tidySome())()
  database.transaction(() => index.replace({ rowid: 3, text: 'anew' }))()
  while (!lists().includes('search_words_events_1')) database.transaction(() => index.tidySome())()
  expect(lists()).toEqual(['search_words_events_1'])
  tidy()
  expect([noted(), lists()]).toEqual([[1, 2], []])
})

test('what is noted of words is gone with the part, and not taken for that of another with its number', () => {
  const { database, index, tidy, find, noted } = filled()
  tidy()
  expect(find('zebra')).toEqual([])
  database.transaction(() => {
    while (index.dropGone());
  })()
  expect(noted()).toEqual([])
  const again = Array.from({ length: perPart + 1 }, (_, i) => ({ rowid: i + 1, text: `zebra ${i}` }))
  database.transaction(() => index.add(again))()
  expect(find('zebra').length).toBe(10)
  tidy()
  expect(find('zebra').length).toBe(10)
})

test('what a transaction has noted and undone is not believed after it', () => {
  const { database, index, tidy, find } = filled()
  const zebras = Array.from({ length: perPart + 1 }, (_, i) => ({ rowid: i + 1, text: `zebra ${i}` }))
  expect(() =>
    database.transaction(() => {
      while (index.dropGone());
      index.add(zebras)
      while (index.tidySome());
      expect(find('rarely')).toEqual([])
      expect(find('zebra')).toHaveLength(10)
      throw new Error('undone')
    })(),
  ).toThrow('undone')
  expect(find('own000000003')).toEqual([4])
  tidy()
  expect([find('own000000003'), find('zebra')]).toEqual([[4], []])
})

const word = fc.stringMatching(/^[a-z0-9é]{1,16}$/)

test('every beginning of a noted word may be held, and of others few', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (all) => {
      const set = beginWordSet()
      for (const one of all) set.note(one)
      const kept = set.done()
      for (const one of all)
        for (let length = 1; length <= one.length; length++)
          expect(mayHold(kept, marksOf(one.slice(0, length)))).toBe(true)
    }),
    runsOf({ numRuns: 50, seed: 7 }),
  )
  const set = beginWordSet()
  for (let i = 0; i < 50_000; i++) set.note(`${i * 7919}-word-of-its-own`)
  const kept = set.done()
  const wrong = Array.from({ length: 10_000 }, (_, i) => `other${i}`).filter((one) =>
    mayHold(kept, marksOf(one)),
  )
  expect(wrong.length).toBeLessThan(1000)
  // Three beginnings of each, a byte or two for every one.
  expect(kept.length).toBeLessThan(300_000)
})
