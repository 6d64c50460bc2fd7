import type { Database } from './open.ts'
import type { Sought } from './query.ts'
import { createVocabulary } from './vocabulary.ts'
import { createZones } from './zones.ts'

/** What the index is told of a record. */
export interface Searchable {
  /** Its own number, by which its table has it. */
  rowid: number
  text: string
  /** The record's own time, in microseconds, where lists narrow by it. */
  at?: number
}

/** A step through records by their numbers: those beyond one of them, nearest first. */
export interface Step {
  order: 'ASC' | 'DESC'
  from: number
  limit: number
}

interface Part {
  number: number
  first: number
  last: number
  records: number
}

/** How many records a part holds: few enough that merging all that begin alike takes about a millisecond. */
const perPart = 8192
/** Pages that one step of bringing a full part into one piece writes. */
const mergedPages = 32

/**
 * The full-text index of one source, in parts by the order of records: a page of what is common is read from one part, and
 * parts whose records are all gone are dropped whole. The parts are told by a table, so that nothing is remembered that a
 * transaction may undo.
 *
 * @param source the name of the records, and part of the tables' names
 * @param table what holds the records by `seq`
 * @param ref the column of the number of the record that one speaks of, where that is another
 */
export function createWordIndex(
  database: Database,
  { source, table, ref = 'seq' }: { source: string; table: string; ref?: string },
) {
  const filled = database.prepare<[string, string], Part>(
    `SELECT number, first, last, records FROM search_parts WHERE source = ?
     AND number < (SELECT max(number) FROM search_parts WHERE source = ?) ORDER BY number`,
  )
  const newest = database.prepare<[string], Part>(
    'SELECT number, first, last, records FROM search_parts WHERE source = ? ORDER BY number DESC LIMIT 1',
  )
  const put = database.prepare(
    `INSERT INTO search_parts (source, number, first, last, records) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (source, number) DO UPDATE SET first = excluded.first, last = excluded.last, records = excluded.records`,
  )
  const untidy = database.prepare<[string, string, string], Part & { merged: number }>(
    `SELECT number, first, last, records, merged FROM search_parts WHERE source = ?
     AND number < (SELECT max(number) FROM search_parts WHERE source = ?)
     AND number NOT IN (SELECT number FROM search_vocabulary WHERE source = ?) ORDER BY number LIMIT 1`,
  )
  const setMerged = database.prepare('UPDATE search_parts SET merged = ? WHERE source = ? AND number = ?')
  const changes = database.prepare<[], number>('SELECT total_changes()').pluck()
  const drop = database.prepare('DELETE FROM search_parts WHERE source = ? AND number = ?')
  const some = database
    .prepare<[number, number], number>(`SELECT seq FROM ${table} WHERE seq BETWEEN ? AND ? LIMIT 1`)
    .pluck()
  const zones = createZones(database, source)
  const vocabulary = createVocabulary(database, source)
  const statements = new Map<string, ReturnType<Database['prepare']>>()
  /** The parts but for the newest, which change no more, as they were read outside of transactions, which may undo what they read. */
  let known: readonly Part[] | undefined
  const nameOf = (part: Pick<Part, 'number'>) => `search_${source}_${part.number}`

  function prepared(sql: string) {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }

  /** All parts in order. */
  function parts(): readonly Part[] {
    const full = known ?? filled.all(source, source)
    if (!database.inTransaction) known = full
    const last = newest.get(source)
    return last ? [...full, last] : full
  }

  function begin(number: number, first: number): Part {
    known = undefined
    const part = { number, first, last: first, records: 0 }
    database.exec(
      `CREATE VIRTUAL TABLE ${nameOf(part)} USING fts5 (text, content = '', contentless_delete = 1)`,
    )
    return part
  }

  function discard(part: Part) {
    for (const sql of statements.keys()) if (sql.includes(`${nameOf(part)} `)) statements.delete(sql)
    database.exec(`DROP TABLE ${nameOf(part)}`)
    drop.run(source, part.number)
    known = undefined
    vocabulary.forget(part.number)
  }

  function mergeSome(part: Part) {
    const before = changes.get() ?? 0
    // A negative number of pages has FTS5 begin to merge all pieces, or go on with it.
    prepared(`INSERT INTO ${nameOf(part)} (${nameOf(part)}, rank) VALUES ('merge', ?)`).run(-mergedPages)
    // So it says that nothing was left to merge.
    if ((changes.get() ?? 0) - before < 2) setMerged.run(1, source, part.number)
  }

  const matching = (part: Part, { order, from, limit }: Step, expression: string) =>
    prepared(
      `SELECT rowid FROM ${nameOf(part)} WHERE ${nameOf(part)} MATCH ? AND rowid ${order === 'ASC' ? '>' : '<'} ?
       ORDER BY rowid ${order} LIMIT (? + 0)`,
    )
      .pluck()
      .all(expression, from, limit) as number[]

  return {
    source,
    zones,
    /** Tells it of records, oldest first; part of a transaction. */
    add(records: readonly Searchable[]) {
      let part = newest.get(source)
      for (const { rowid, text } of records) {
        if (!part || part.records >= perPart) {
          if (part) put.run(source, part.number, part.first, part.last, part.records)
          part = begin((part?.number ?? 0) + 1, rowid)
        }
        prepared(`INSERT INTO ${nameOf(part)} (rowid, text) VALUES (?, ?)`).run(rowid, text)
        // Attempts are told when they have ended, in whatever order that is.
        part = {
          ...part,
          first: Math.min(part.first, rowid),
          last: Math.max(part.last, rowid),
          records: part.records + 1,
        }
      }
      if (part) put.run(source, part.number, part.first, part.last, part.records)
      zones.add(records)
    },
    /** The numbers of what is found, where every record has the number of what is told of it. */
    matches({ expression, beginnings }: Sought, step: Step): number[] {
      const found: number[] = []
      const mayHold = vocabulary.asked(beginnings)
      const all = parts()
      for (const part of step.order === 'ASC' ? all : all.toReversed()) {
        if (step.order === 'ASC' ? part.last <= step.from : part.first >= step.from) continue
        if (!mayHold(part.number)) continue
        found.push(...matching(part, { ...step, limit: step.limit - found.length }, expression))
        if (found.length >= step.limit) break
      }
      return found
    },
    /** The numbers of all records of which something told is found, in no order. */
    refs({ expression, beginnings }: Sought): number[] {
      const mayHold = vocabulary.asked(beginnings)
      return parts()
        .filter(({ number }) => mayHold(number))
        .flatMap(
          (part) =>
            prepared(
              `SELECT ${ref} FROM ${table} WHERE seq IN (SELECT rowid FROM ${nameOf(part)} WHERE ${nameOf(part)} MATCH ?)`,
            )
              .pluck()
              .all(expression) as number[],
        )
    },
    /** Tells it of a record anew, if it knows it; part of a transaction. */
    replace({ rowid, text }: Searchable) {
      const part = parts().find(({ first, last }) => first <= rowid && rowid <= last)
      if (!part) return
      prepared(`INSERT OR REPLACE INTO ${nameOf(part)} (rowid, text) VALUES (?, ?)`).run(rowid, text)
      vocabulary.forget(part.number)
      setMerged.run(0, source, part.number)
    },
    /**
     * Brings a part that is filled no further into one piece, a step at a time, and then notes its words: a look into it costs a
     * look into each of its pieces, and is spared where it cannot hold what is sought. Answers whether there was something to
     * do; part of a transaction.
     */
    tidySome(): boolean {
      const part = untidy.get(source, source, source)
      if (!part) return false
      if (part.merged) vocabulary.noteSome(part.number)
      else mergeSome(part)
      return true
    },
    /** Drops one part whose records are all gone, and says whether there was one; part of a transaction. */
    dropGone(): boolean {
      const gone = parts().find(({ first, last }) => some.get(first, last) === undefined)
      // The newest part is filled further.
      if (!gone || gone.number === newest.get(source)?.number) return false
      discard(gone)
      zones.forget(gone)
      return true
    },
    /** Forgets everything; part of a transaction. */
    clear() {
      for (const part of parts()) discard(part)
      zones.clear()
    },
  }
}
export type WordIndex = ReturnType<typeof createWordIndex>
