import type { Database } from './open.ts'

/** The tables that are counted. Their records are numbered in the order in which they were made. */
export type Counted = 'calls' | 'captures' | 'deliveries' | 'events' | 'inputs'

/**
 * How many records there are. To count a table is to read an index of it from end to end, 10 ms for a million; so it is done
 * once, and then only for what is new.
 */
export function createCounts(database: Database) {
  const more = (table: string) =>
    database.prepare<[number], { count: number; upTo: number | null }>(
      `SELECT count(*) AS count, max(seq) AS upTo FROM ${table} WHERE seq > ?`,
    )
  const all = {
    calls: more('calls'),
    captures: more('captures'),
    deliveries: more('deliveries'),
    events: more('events'),
    inputs: more('inputs'),
  }
  /** How many there are up to a number; of transactions that have ended. */
  const known = new Map<Counted, { count: number; upTo: number }>()
  const lost = new Map<Counted, number>()
  /** Something in it may be undone yet. */
  let isOpen = false

  return {
    /** Not to be asked inside a transaction, whose records may be undone. */
    of(table: Counted): number {
      isOpen = false
      const before = known.get(table) ?? { count: 0, upTo: 0 }
      const { count, upTo } = all[table].get(before.upTo) ?? { count: 0, upTo: null }
      const now = { count: before.count + count, upTo: upTo ?? before.upTo }
      known.set(table, now)
      return now.count
    },
    /** How many were deleted since the start, by the retention or by hand; what was undone may count as well. */
    lost: (table: Counted): number => lost.get(table) ?? 0,
    /** These were deleted; part of a transaction. */
    gone(table: Counted, seqs: readonly number[]) {
      isOpen = true
      lost.set(table, this.lost(table) + seqs.length)
      const before = known.get(table)
      if (before) before.count -= seqs.filter((seq) => seq <= before.upTo).length
    },
    /** A transaction was undone, or a work in it. */
    undone() {
      if (isOpen) known.clear()
    },
    /** The tables are changed by another way; part of that transaction. */
    clear: () => known.clear(),
  }
}
export type Counts = ReturnType<typeof createCounts>
