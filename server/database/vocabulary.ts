import type { Database } from './open.ts'
import { beginWordSet, type GrowingWordSet, mayHold } from './word-set.ts'

/** Words that one step reads. */
const atOnce = 4000

/**
 * Which words the parts of a full-text index may hold, so that what is rare need not be looked for in each of them. A part
 * that is not noted, or was filled after that, may hold any.
 */
export function createVocabulary(database: Database, source: string) {
  const find = database
    .prepare<[string, number], Buffer>('SELECT words FROM search_vocabulary WHERE source = ? AND number = ?')
    .pluck()
  const put = database.prepare('INSERT INTO search_vocabulary (source, number, words) VALUES (?, ?, ?)')
  const drop = database.prepare('DELETE FROM search_vocabulary WHERE source = ? AND number = ?')
  /** What was read of the table; what a transaction undoes is only read once more. */
  const known = new Map<number, Uint8Array>()
  let noting: { number: number; after: string; words: GrowingWordSet } | undefined

  function wordsOf(number: number): Uint8Array | undefined {
    const words = known.get(number) ?? find.get(source, number)
    if (words) known.set(number, words)
    return words
  }

  /** The next words of the table of a part, in their order. */
  function wordsAfter(table: string, after: string): string[] {
    database.exec(`CREATE VIRTUAL TABLE temp.search_words USING fts5vocab (main, ${table}, row)`)
    try {
      const next = database.prepare<[string, number], string>(
        'SELECT term FROM temp.search_words WHERE term > ? LIMIT ?',
      )
      return next.pluck().all(after, atOnce)
    } finally {
      database.exec('DROP TABLE temp.search_words')
    }
  }

  function forget(number: number) {
    drop.run(source, number)
    known.delete(number)
    if (noting?.number === number) noting = undefined
  }

  return {
    /** Whether some record of a part may have words that begin so, each of them. */
    mayHold(number: number, beginnings: readonly string[]): boolean {
      const words = beginnings.length === 0 ? undefined : wordsOf(number)
      return words === undefined || beginnings.every((one) => mayHold(words, one))
    },
    /** Notes some more of the words in the table of a part that is filled no further; part of a transaction. */
    noteSome(number: number, table: string) {
      if (noting?.number !== number) noting = { number, after: '', words: beginWordSet() }
      const found = wordsAfter(table, noting.after)
      for (const word of found) noting.words.note(word)
      noting.after = found.at(-1) ?? ''
      if (found.length === atOnce) return
      put.run(source, number, noting.words.done())
      noting = undefined
    },
    /** Forgets a part, since it is changed or gone; part of a transaction. */
    forget,
  }
}
