import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soughtIn } from '../../server/database/query.ts'
import { createWordIndex, type Searchable, type Step } from '../../server/database/word-index.ts'
import { runAtOnce } from '../../server/memory/in-slices.ts'
import { sample } from '../helpers/long.ts'
import { runsOf } from '../helpers/runs.ts'
import { openWriter } from './world.ts'

const lettersPerPart = 100
const words = (value: string) => soughtIn([{ value, quoted: false }])

/** An index of records that may be held back; twelve make a part. */
function openIndex() {
  const { database } = openWriter()
  database.exec('CREATE TABLE records (seq INTEGER PRIMARY KEY, text TEXT, pinned INTEGER DEFAULT 0)')
  const some = database.prepare<[string], Searchable>(
    'SELECT seq AS rowid, text FROM records WHERE seq IN (SELECT value FROM json_each(?))',
  )
  const index = createWordIndex(database, {
    source: 'events',
    table: 'records',
    held: { where: 'pinned', textsOf: (seqs) => some.all(JSON.stringify(seqs)) },
  })
  const put = database.prepare('INSERT INTO records (seq, text) VALUES (?, ?)')
  const change = database.prepare('UPDATE records SET text = ? WHERE seq = ?')
  const pin = database.prepare('UPDATE records SET pinned = 1 WHERE seq = ?')
  const remove = database.prepare('DELETE FROM records WHERE seq = ?')
  let last = 0
  return {
    index,
    add: database.transaction((count: number, word = 'usual') => {
      const records = Array.from({ length: count }, () => ({ rowid: ++last, text: `all ${word}`, at: last }))
      for (const { rowid, text } of records) put.run(rowid, text)
      index.add(records, lettersPerPart)
      return records.map(({ rowid }) => rowid)
    }),
    remove: database.transaction((seqs: readonly number[]) => {
      for (const seq of seqs) remove.run(seq)
    }),
    replace: database.transaction((seq: number, word: string) => {
      change.run(`all ${word}`, seq)
      index.replace({ rowid: seq, text: `all ${word}` })
    }),
    pin: database.transaction((seqs: readonly number[]) => {
      for (const seq of seqs) pin.run(seq)
    }),
    /** Answers in how many steps. */
    thin() {
      let steps = 0
      while (database.transaction(() => index.dropGone())()) steps++
      return steps
    },
    tidy() {
      while (database.transaction(() => index.tidySome())());
    },
    /** All that is found, page by page. */
    found(value: string, order: Step['order'], limit = 3) {
      const found: number[] = []
      for (;;) {
        const from = found.at(-1) ?? (order === 'ASC' ? 0 : Number.MAX_SAFE_INTEGER)
        const page = runAtOnce(index.matches(words(value), { order, from, limit }))
        found.push(...page)
        if (page.length < limit) return found
      }
    },
    parts: () =>
      database
        .prepare("SELECT number FROM search_parts WHERE source = 'events' ORDER BY number")
        .pluck()
        .all(),
  }
}

const falling = (seqs: readonly number[]) => seqs.toSorted((a, b) => b - a)

test('a part is closed after a number of letters, and dropped with its last record', () => {
  const { add, remove, thin, found, parts } = openIndex()
  const seqs = add(60)
  expect(parts()).toEqual([1, 2, 3, 4, 5])
  remove(seqs.slice(0, 30))
  expect(thin()).toBe(2)
  expect(parts()).toEqual([3, 4, 5])
  expect(found('all', 'ASC').slice(-30)).toEqual(seqs.slice(30))
  remove(seqs.slice(30, 60))
  thin()
  expect(parts()).toEqual([])
  const later = add(1)
  thin()
  expect(parts()).toEqual([1])
  expect(found('all', 'ASC')).toEqual(later)
})

test('a finished part does not become the newest, however large a part may be by then', () => {
  const { index, add, remove, thin, tidy, found, parts } = openIndex()
  const seqs = add(60)
  tidy()
  remove(seqs.slice(48))
  expect([thin(), parts()]).toEqual([0, [1, 2, 3, 4, 5]])
  index.add([{ rowid: 100, text: 'all zebra' }])
  expect(found('zebra', 'DESC')).toEqual([100])
})

test('the few survivors of a part are moved, found in order, indexed again, and dropped with their new part', () => {
  const { index, add, pin, remove, replace, thin, tidy, found, parts } = openIndex()
  const seqs = add(60)
  tidy()
  const pinned = [3, 9, 17, 18]
  pin(pinned)
  remove(seqs.slice(0, 36).filter((seq) => !pinned.includes(seq)))
  // Each by itself, and each part that is left.
  expect(thin()).toBe(pinned.length + 3)
  expect(parts()).toEqual([4, 5])
  const left = [...pinned, ...seqs.slice(36)]
  expect(found('all', 'ASC')).toEqual(left)
  expect(found('all', 'DESC')).toEqual(falling(left))
  expect(index.zones.between({ until: 10 }).to).toBeGreaterThanOrEqual(9)
  replace(9, 'zebra')
  expect(found('zebra', 'DESC')).toEqual([9])
  expect(found('usual', 'ASC')).toEqual(left.filter((seq) => seq !== 9))
  remove([...seqs.slice(36), 3, 17])
  const later = add(30)
  thin()
  expect(parts()).not.toContain(5)
  expect(found('all', 'DESC')).toEqual(falling([9, 18, ...later]))
  expect(found('zebra', 'ASC')).toEqual([9])
  // Between the numbers of one part stands one that was moved on to another.
  add(30)
  pin([61])
  remove(later.slice(1, 24))
  thin()
  replace(61, 'zebra')
  expect(found('zebra', 'ASC')).toEqual([9, 61])
  expect(found('usual', 'ASC')).not.toContain(61)
})

test('a time is looked for among records that outlived others, however many parts after them are gone', () => {
  const { index, add, pin, remove, thin } = openIndex()
  const seqs = add(1200)
  pin(seqs.filter((seq) => seq % 300 === 5))
  remove(seqs.slice(0, 1000).filter((seq) => seq % 300 !== 5))
  thin()
  for (const at of [5, 305, 605, 905]) {
    const { from, to } = index.zones.between({ since: at, until: at })
    expect(from).toBeLessThanOrEqual(at)
    expect(to).toBeGreaterThanOrEqual(at)
  }
})

test('after any additions, deletions and changes the search finds exactly the existing records', () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 40 }) }),
    fc.record({
      kind: fc.constant('remove' as const),
      share: fc.integer({ min: 1, max: 100 }),
      nth: fc.integer({ min: 2, max: 20 }),
    }),
    fc.record({ kind: fc.constant('replace' as const), share: fc.integer({ min: 0, max: 99 }) }),
    fc.record({ kind: fc.constant('tidy' as const) }),
  )
  fc.assert(
    fc.property(fc.array(act, { minLength: 5, maxLength: 30 }), (acts) => {
      const { add, pin, remove, replace, thin, tidy, found } = openIndex()
      const there = new Map<number, string>()
      for (const one of acts) {
        const seqs = [...there.keys()]
        if (one.kind === 'add') for (const seq of add(one.count)) there.set(seq, 'usual')
        if (one.kind === 'tidy') tidy()
        if (one.kind === 'replace') {
          const seq = seqs[Math.floor((seqs.length * one.share) / 100)]
          if (seq !== undefined) replace(seq, 'zebra')
          if (seq !== undefined) there.set(seq, 'zebra')
        }
        if (one.kind !== 'remove') continue
        const gone = seqs.slice(0, (seqs.length * one.share) / 100).filter((_, at) => at % one.nth !== 0)
        pin(seqs.filter((_, at) => at % one.nth === 0))
        remove(gone)
        for (const seq of gone) there.delete(seq)
        thin()
      }
      // Of what was deleted the parts that are kept still know the numbers.
      const isThere = (seq: number) => there.has(seq)
      const all = [...there.keys()]
      expect(found('all', 'ASC').filter(isThere)).toEqual(all)
      expect(found('all', 'DESC', 7).filter(isThere)).toEqual(falling(all))
      for (const word of ['usual', 'zebra'])
        expect(found(word, 'DESC').filter(isThere)).toEqual(
          falling(all.filter((seq) => there.get(seq) === word)),
        )
    }),
    runsOf({ seed: 7, numRuns: sample(20, 60) }),
  )
})
