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
  /** The lowest and the highest number in it; others between them may be in other parts. */
  first: number
  last: number
  /** How many it was told, and of how many letters. */
  records: number
  letters: number
}

/** Records that may outlive all others that came with them. */
interface Held {
  /** By which columns they are known, in SQL. */
  where: string
  /** What the index is told of some of them once more. */
  textsOf(seqs: readonly number[]): Searchable[]
}

/** How many records a part holds: few enough that merging all that begin alike takes about a millisecond. */
const perPart = 8192
/** So many at the most, and at the most half of its records, are moved on from a part that all others are gone from. */
const movedOn = 256
/** Pages that one step of bringing a full part into one piece writes. */
const mergedPages = 32

/**
 * The full-text index of one source, in parts by the order of records: a page of what is common is read from one part, and
 * parts whose records are gone are dropped whole; the few that are held back in such a part are moved to the newest. The
 * parts are told by a table, so that nothing is remembered that a transaction may undo.
 *
 * @param source the name of the records, and part of the tables' names
 * @param table what holds the records by `seq`
 * @param ref the column of the number of the record that one speaks of, where that is another
 */
export function createWordIndex(
  database: Database,
  { source, table, ref = 'seq', held }: { source: string; table: string; ref?: string; held?: Held },
) {
  const filled = database.prepare<[string, string], Part>(
    `SELECT number, first, last, records, letters FROM search_parts WHERE source = ?
     AND number < (SELECT max(number) FROM search_parts WHERE source = ?) ORDER BY number`,
  )
  const newest = database.prepare<[string], Part>(
    'SELECT number, first, last, records, letters FROM search_parts WHERE source = ? ORDER BY number DESC LIMIT 1',
  )
  const put = database.prepare(
    `INSERT INTO search_parts (source, number, first, last, records, letters) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (source, number) DO UPDATE SET first = excluded.first, last = excluded.last, records = excluded.records,
     letters = excluded.letters`,
  )
  const untidy = database.prepare<[string, string, string], { number: number; merged: number }>(
    `SELECT number, merged FROM search_parts WHERE source = ?
     AND number < (SELECT max(number) FROM search_parts WHERE source = ?)
     AND number NOT IN (SELECT number FROM search_vocabulary WHERE source = ?) ORDER BY number LIMIT 1`,
  )
  const setMerged = database.prepare('UPDATE search_parts SET merged = ? WHERE source = ? AND number = ?')
  const changes = database.prepare<[], number>('SELECT total_changes()').pluck()
  const drop = database.prepare('DELETE FROM search_parts WHERE source = ? AND number = ?')
  const some = database
    .prepare<[number, number], number>(`SELECT seq FROM ${table} WHERE seq BETWEEN ? AND ? LIMIT 1`)
    .pluck()
  const zones = createZones(database, { source, table })
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

  /** All parts but the newest, in order. */
  function fullParts(): readonly Part[] {
    const full = known ?? filled.all(source, source)
    if (!database.inTransaction) known = full
    return full
  }

  function parts(): readonly Part[] {
    const last = newest.get(source)
    return last ? [...fullParts(), last] : fullParts()
  }

  const save = ({ number, first, last, records, letters }: Part) =>
    void put.run(source, number, first, last, records, letters)

  function begin(number: number, first: number): Part {
    known = undefined
    const part = { number, first, last: first, records: 0, letters: 0 }
    database.exec(
      `CREATE VIRTUAL TABLE ${nameOf(part)} USING fts5 (text, content = '', contentless_delete = 1)`,
    )
    return part
  }

  function tell(part: Part, { rowid, text }: Searchable): Part {
    prepared(`INSERT INTO ${nameOf(part)} (rowid, text) VALUES (?, ?)`).run(rowid, text)
    return {
      ...part,
      // Attempts are told when they have ended, in whatever order that is.
      first: Math.min(part.first, rowid),
      last: Math.max(part.last, rowid),
      records: part.records + 1,
      letters: part.letters + text.length,
    }
  }

  /** Records of a part that are still there, and of these such as fulfil a condition. */
  const left = (part: Part, limit: number, where = '1') =>
    prepared(
      `SELECT id FROM ${nameOf(part)}_docsize AS told
       WHERE EXISTS (SELECT 1 FROM ${table} WHERE seq = told.id AND ${where}) LIMIT (? + 0)`,
    )
      .pluck()
      .all(limit) as number[]

  /** Those that are left of a part whose others are gone, where these are few; undefined where it is kept. */
  function fewLeft(part: Part): number[] | undefined {
    if (some.get(part.first, part.last) === undefined) return []
    if (!held || left(part, 1, `NOT (${held.where})`).length > 0) return undefined
    const few = Math.min(part.records >> 1, movedOn)
    const found = left(part, few + 1)
    return found.length > few ? undefined : found
  }

  /** Moves a record to the newest part. */
  function moveOn(part: Part, seq: number) {
    prepared(`DELETE FROM ${nameOf(part)} WHERE rowid = ?`).run(seq)
    let last = newest.get(source)
    for (const record of held?.textsOf([seq]) ?? []) last &&= tell(last, record)
    if (last) save(last)
  }

  function discard(part: Part) {
    const isOf = new RegExp(`${nameOf(part)}(?!\\d)`)
    for (const sql of statements.keys()) if (isOf.test(sql)) statements.delete(sql)
    database.exec(`DROP TABLE ${nameOf(part)}`)
    drop.run(source, part.number)
    known = undefined
    vocabulary.forget(part.number)
  }

  function mergeSome(part: Pick<Part, 'number'>) {
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
    /** Tells it of records, oldest first; part of a transaction. A part that was told of so many letters is filled no further. */
    add(records: readonly Searchable[], lettersPerPart = Number.POSITIVE_INFINITY) {
      let part = newest.get(source)
      for (const record of records) {
        if (!part || part.records >= perPart || part.letters >= lettersPerPart) {
          if (part) save(part)
          part = begin((part?.number ?? 0) + 1, record.rowid)
        }
        part = tell(part, record)
      }
      if (part) save(part)
      zones.add(records)
    },
    /** The numbers of what is found, where every record has the number of what is told of it. */
    matches({ expression, beginnings }: Sought, step: Step): number[] {
      const [isRising, mayHold] = [step.order === 'ASC', vocabulary.asked(beginnings)]
      const nearest = (a: number, b: number) => (isRising ? a - b : b - a)
      const beginOf = (part: Part) => (isRising ? part.first : part.last)
      const endOf = (part: Part) => (isRising ? part.last : part.first)
      let found: number[] = []
      for (const part of parts().toSorted((a, b) => nearest(beginOf(a), beginOf(b)))) {
        const farthest = found.length < step.limit ? undefined : found.at(-1)
        if (farthest !== undefined && nearest(farthest, beginOf(part)) < 0) break
        if (nearest(endOf(part), step.from) <= 0 || !mayHold(part.number)) continue
        // What was moved on stands in a part among records that are much newer.
        found = [...found, ...matching(part, step, expression)].sort(nearest).slice(0, step.limit)
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
      const part = parts().find(
        (part) =>
          part.first <= rowid &&
          rowid <= part.last &&
          prepared(`SELECT 1 FROM ${nameOf(part)}_docsize WHERE id = ?`).get(rowid) !== undefined,
      )
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
    /**
     * Drops one part whose records are all gone, or moves on one of the few that are held back in such a part, and says whether
     * there was something to do; part of a transaction.
     */
    dropGone(): boolean {
      for (const part of fullParts()) {
        const few = fewLeft(part)
        if (!few) continue
        const [seq] = few
        if (seq !== undefined) moveOn(part, seq)
        else {
          discard(part)
          zones.forget(part)
        }
        return true
      }
      return false
    },
    /** Forgets everything; part of a transaction. */
    clear() {
      for (const part of parts()) discard(part)
      zones.clear()
    },
  }
}
export type WordIndex = ReturnType<typeof createWordIndex>
