import { expect, test } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { createWords } from '../../server/database/words.ts'

/** How many letters of records are read between two pauses of a search, at most. */
function mostRead(letters: (seq: number) => number) {
  const database = openDatabase(':memory:')
  let [read, most] = [0, 0]
  const ask = createWords(database, {
    indexes: [],
    textsOf: (seqs) =>
      seqs.map((rowid) => {
        const text = 'ab '.repeat(letters(rowid) / 3)
        read += text.length
        return { rowid, text }
      }),
  })
  const seqs = Array.from({ length: 40 }, (_, n) => n + 1)
  const asked = ask([{ value: 'zebra', quoted: false, negated: true }]).next()
  if (!asked.done) throw new Error('it asks at once')
  const search = asked.value.among(seqs)
  for (;;) {
    read = 0
    const { done, value } = search.next()
    most = Math.max(most, read)
    if (done) {
      database.close()
      return { most, found: value?.size }
    }
  }
}

test('a search for a missing word reads one large record between two pauses, also behind small ones', () => {
  expect(mostRead(() => 300_000)).toEqual({ most: 300_000, found: 40 })
  // Seven small ones and the large one after them.
  const mixed = mostRead((seq) => (seq > 15 ? 300_000 : 3000))
  expect(mixed).toEqual({ most: 300_000 + 7 * 3000, found: 40 })
  expect(mostRead(() => 30)).toEqual({ most: 8 * 30, found: 40 })
})
