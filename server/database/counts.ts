/** Counts the records of tables without reading them all each time. */
import type { Database } from './open.ts'

/** The counted tables. Their records are numbered in order of creation. */
export type Counted = 'calls' | 'captures' | 'deliveries' | 'events' | 'inputs'

/**
 * The number of records. Counting a table reads a whole index, 10 ms for a million. So this happens once, and later only for
 * new records.
 */
export function createCounts(database: Database) {
  const counting = (table: string, where: string) =>
    database.prepare<number[], { count: number; upTo: number | null }>(
      `SELECT count(*) AS count, (SELECT max(seq) FROM ${table}) AS upTo FROM ${table} ${where}`,
    )
  const of = (table: string) => ({
    // A condition on seq would read the records with their bodies: 400 ms for 200,000 captures.
    all: counting(table, ''),
    more: counting(table, 'WHERE seq > ?'),
  })
  const statements = {
    calls: of('calls'),
    captures: of('captures'),
    deliveries: of('deliveries'),
    events: of('events'),
    inputs: of('inputs'),
  }
  /** The count up to a number, from finished transactions only. */
  const known = new Map<Counted, { count: number; upTo: number }>()
  const lost = new Map<Counted, number>()
  /** A transaction is open and may be undone. */
  let isOpen = false

  return {
    /** Not for use inside a transaction, whose records may be undone. */
    of(table: Counted): number {
      isOpen = false
      const before = known.get(table)
      const { all, more } = statements[table]
      const { count, upTo } = (before ? more.get(before.upTo) : all.get()) ?? { count: 0, upTo: null }
      const now = { count: (before?.count ?? 0) + count, upTo: Math.max(upTo ?? 0, before?.upTo ?? 0) }
      known.set(table, now)
      return now.count
    },
    /** How many were deleted since the start, by retention or by a user. Undone deletions may be included. */
    lost: (table: Counted): number => lost.get(table) ?? 0,
    /** These records were deleted. Part of a transaction. */
    gone(table: Counted, seqs: readonly number[]) {
      isOpen = true
      lost.set(table, this.lost(table) + seqs.length)
      const before = known.get(table)
      if (before) before.count -= seqs.filter((seq) => seq <= before.upTo).length
    },
    /** A transaction or a part of it was undone. */
    undone() {
      if (isOpen) known.clear()
    },
    /** Another part changed the tables. Part of that transaction. */
    clear: () => known.clear(),
  }
}
export type Counts = ReturnType<typeof createCounts>
