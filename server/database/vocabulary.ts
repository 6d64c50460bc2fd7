/** Remembers which words the parts of a full-text index may contain. */
import type { Database } from './open.ts'
import { beginWordSet, type GrowingWordSet, marksOf, mayHold } from './word-set.ts'

/** How many words one step reads. */
const atOnce = 1000

/**
 * Which words each part may contain, so that a search for a rare word skips parts. A part without notes, or filled later,
 * may contain any word.
 */
export function createVocabulary(database: Database, source: string) {
  const find = database
    .prepare<[string, number], Buffer>('SELECT words FROM search_vocabulary WHERE source = ? AND number = ?')
    .pluck()
  const put = database.prepare('INSERT INTO search_vocabulary (source, number, words) VALUES (?, ?, ?)')
  const drop = database.prepare('DELETE FROM search_vocabulary WHERE source = ? AND number = ?')
  /** Rows read outside of transactions, which may be undone. A forgotten part is read again. */
  const known = new Map<number, Uint8Array>()
  let noting: { number: number; after: string; words: GrowingWordSet } | undefined

  function wordsOf(number: number): Uint8Array | undefined {
    const words = known.get(number) ?? find.get(source, number)
    if (words && !database.inTransaction) known.set(number, words)
    return words
  }

  const listOf = (number: number) => `temp.search_words_${source}_${number}`

  /**
   * The next words of a part, in order. Created once for each part, since a new virtual table makes SQLite prepare every
   * statement again.
   */
  function wordsAfter(number: number, after: string): string[] {
    const list = listOf(number)
    database.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${list} USING fts5vocab (main, search_${source}_${number}, row)`,
    )
    const next = database.prepare<[string, number], string>(`SELECT term FROM ${list} WHERE term > ? LIMIT ?`)
    return next.pluck().all(after, atOnce)
  }

  function end(number: number) {
    if (noting?.number === number) noting = undefined
    database.exec(`DROP TABLE IF EXISTS ${listOf(number)}`)
  }

  return {
    /** Returns a test by part number: whether some record may have words with each of these beginnings. */
    asked(beginnings: readonly string[]): (number: number) => boolean {
      const marked = beginnings.flatMap(marksOf)
      if (marked.length === 0) return () => true
      return (number) => {
        const words = wordsOf(number)
        return words === undefined || mayHold(words, marked)
      }
    },
    /** Notes some more words of a finished part. Part of a transaction. */
    noteSome(number: number) {
      if (noting?.number !== number) {
        if (noting) end(noting.number)
        noting = { number, after: '', words: beginWordSet() }
      }
      const found = wordsAfter(number, noting.after)
      for (const word of found) noting.words.note(word)
      noting.after = found.at(-1) ?? ''
      if (found.length === atOnce) return
      put.run(source, number, noting.words.done())
      end(number)
    },
    /** Forgets a part that changed or was deleted. Part of a transaction. */
    forget(number: number) {
      drop.run(source, number)
      known.delete(number)
      end(number)
    },
  }
}
