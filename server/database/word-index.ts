/**
 * The full-text index of one kind of record, divided into parts. Over 300 lines: searches and upkeep share the parts and their
 * statements.
 */
import type { Pausable } from '../memory/in-slices.ts'
import type { Database } from './open.ts'
import type { Sought } from './query.ts'
import { createVocabulary } from './vocabulary.ts'
import { createZones } from './zones.ts'

/** The data of a record for the index. */
export interface Searchable {
  /** The key of the record in its table. */
  rowid: number
  text: string
  /** The record's own time in microseconds, if lists filter by it. */
  at?: number
}

/** A step through records by number: those beyond a number, nearest first. */
export interface Step {
  order: 'ASC' | 'DESC'
  from: number
  limit: number
}

interface Part {
  number: number
  /** The lowest and highest number in the part. Numbers in between may be in other parts. */
  first: number
  last: number
  /** How many records and letters the part has. */
  records: number
  letters: number
}

/** Records that may outlive all others of their age. */
interface Held {
  /** The SQL condition that recognizes them. */
  where: string
  /** The index data of some of them, again. */
  textsOf(seqs: readonly number[]): Searchable[]
}

/** How many records a part has: few enough to merge the matches of a common beginning in about a millisecond. */
const perPart = 8192
/** At most this many records, and at most half of a part, are moved on from a part whose other records are deleted. */
const movedOn = 256
/** How many parts are searched without a pause. */
const partsAtOnce = 4
/** How many pages one step of merging a full part writes. */
const mergedPages = 32

/**
 * The full-text index of one source, in parts by the order of records. A page of common matches only reads one part, and a
 * part whose records are deleted is dropped whole. The few held records of such a part move to the newest. A table lists the
 * parts, so that nothing in memory can differ after a rollback.
 *
 * @param source the name of the records, and part of the tables' names
 * @param table the table of the records by `seq`
 * @param ref the column with the number of the record that is found, if it is another record
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
  const isNewest = ({ number }: Part) => newest.get(source)?.number === number
  const setMerged = database.prepare('UPDATE search_parts SET merged = ? WHERE source = ? AND number = ?')
  const changes = database.prepare<[], number>('SELECT total_changes()').pluck()
  const drop = database.prepare('DELETE FROM search_parts WHERE source = ? AND number = ?')
  const isThere = database.prepare<[string, number]>(
    'SELECT 1 FROM search_parts WHERE source = ? AND number = ?',
  )
  const some = database
    .prepare<[number, number], number>(`SELECT seq FROM ${table} WHERE seq BETWEEN ? AND ? LIMIT 1`)
    .pluck()
  const refsOf = database
    .prepare<[string], number>(`SELECT ${ref} FROM ${table} WHERE seq IN (SELECT value FROM json_each(?))`)
    .pluck()
  const zones = createZones(database, { source, table })
  const vocabulary = createVocabulary(database, source)
  const statements = new Map<string, ReturnType<Database['prepare']>>()
  /** The finished parts, read outside of transactions, which may be undone. */
  let known: readonly Part[] | undefined
  const nameOf = (part: Pick<Part, 'number'>) => `search_${source}_${part.number}`

  function prepared(sql: string) {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }

  /** All parts except the newest, in order. */
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
      // Attempts are indexed when they have ended, in any order.
      first: Math.min(part.first, rowid),
      last: Math.max(part.last, rowid),
      records: part.records + 1,
      letters: part.letters + text.length,
    }
  }

  /** The records of a part that still exist, optionally only those that match a condition. */
  const left = (part: Part, limit: number, where = '1') =>
    prepared(
      `SELECT id FROM ${nameOf(part)}_docsize AS told
       WHERE EXISTS (SELECT 1 FROM ${table} WHERE seq = told.id AND ${where}) LIMIT (? + 0)`,
    )
      .pluck()
      .all(limit) as number[]

  /** The remaining records of a part whose others are deleted, if they are few. Undefined if the part is kept. */
  function fewLeft(part: Part): number[] | undefined {
    if (some.get(part.first, part.last) === undefined) return []
    if (!held || isNewest(part) || left(part, 1, `NOT (${held.where})`).length > 0) return undefined
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
    // A negative number of pages makes FTS5 start or continue a merge of all pieces.
    prepared(`INSERT INTO ${nameOf(part)} (${nameOf(part)}, rank) VALUES ('merge', ?)`).run(-mergedPages)
    // By this, FTS5 says that nothing was left to merge.
    if ((changes.get() ?? 0) - before < 2) setMerged.run(1, source, part.number)
  }

  const fitting = (part: Part, { order, from, limit }: Step, expression: string) =>
    prepared(
      `SELECT rowid FROM ${nameOf(part)} WHERE ${nameOf(part)} MATCH ? AND rowid ${order === 'ASC' ? '>' : '<'} ?
       ORDER BY rowid ${order} LIMIT (? + 0)`,
    )
      .pluck()
      .all(expression, from, limit) as number[]

  /** The matches in a part, nearest first. Pauses between expressions. */
  function* matching(part: Part, step: Step, { all, none }: Sought): Pausable<number[]> {
    const isOne = all.length === 1 && none.length === 0
    let found: number[] | undefined
    for (const [expressions, isWanted] of [[all, true] as const, [none, false] as const])
      for (const expression of expressions) {
        // The part may have been dropped during a pause.
        if (isThere.get(source, part.number) === undefined) return []
        const fits = fitting(part, isOne ? step : { ...step, limit: perPart }, expression)
        const known = new Set(fits)
        found = found?.filter((seq) => known.has(seq) === isWanted) ?? fits
        if (found.length === 0) return []
        if (!isOne) yield
      }
    return found?.slice(0, step.limit) ?? []
  }

  return {
    source,
    zones,
    /** Adds records, oldest first. Part of a transaction. A part with this many letters is finished. */
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
    /** The numbers of matches, if each record has its own index entry. Pauses between parts. */
    *matches(sought: Sought, step: Step): Pausable<number[]> {
      const [isRising, mayHold] = [step.order === 'ASC', vocabulary.asked(sought.beginnings)]
      const nearest = (a: number, b: number) => (isRising ? a - b : b - a)
      const beginOf = (part: Part) => (isRising ? part.first : part.last)
      const endOf = (part: Part) => (isRising ? part.last : part.first)
      let found: number[] = []
      let looked = 0
      for (const part of parts().toSorted((a, b) => nearest(beginOf(a), beginOf(b)))) {
        const farthest = found.length < step.limit ? undefined : found.at(-1)
        if (farthest !== undefined && nearest(farthest, beginOf(part)) < 0) break
        if (nearest(endOf(part), step.from) <= 0 || !mayHold(part.number)) continue
        // A moved record is in a part with much newer records.
        found = [...found, ...(yield* matching(part, step, sought))].sort(nearest).slice(0, step.limit)
        if (++looked % partsAtOnce === 0) yield
      }
      return found
    },
    /** The numbers of all records with a match, in any order. Pauses between parts. */
    *refs(sought: Sought): Pausable<Set<number>> {
      const mayHold = vocabulary.asked(sought.beginnings)
      const found = new Set<number>()
      for (const part of parts()) {
        if (!mayHold(part.number)) continue
        const seqs = yield* matching(part, { order: 'ASC', from: -1, limit: perPart }, sought)
        for (const one of refsOf.all(JSON.stringify(seqs))) found.add(one)
        yield
      }
      return found
    },
    /** Replaces the index data of a record, if the index has it. Part of a transaction. */
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
     * Merges a finished part into one piece, step by step, and then notes its words: searching a part costs a lookup in each
     * piece, and is skipped if the words cannot occur. Returns whether there was work. Part of a transaction.
     */
    tidySome(): boolean {
      const part = untidy.get(source, source, source)
      if (!part) return false
      if (part.merged) vocabulary.noteSome(part.number)
      else mergeSome(part)
      return true
    },
    /**
     * Drops one part whose records are all deleted, or moves one of its few held records to the newest. Returns whether there
     * was work. Part of a transaction.
     */
    dropGone(): boolean {
      // The newest goes only as the last one: a finished part must not become the newest, which is filled further.
      const full = fullParts()
      for (const part of full.length > 0 ? full : parts()) {
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
  }
}
export type WordIndex = ReturnType<typeof createWordIndex>
