/** Knows which records retention may delete, and what is deleted with them. */
import type { Counted, Counts } from './counts.ts'
import { limited } from './list.ts'
import type { Database } from './open.ts'
import { eachOf } from './seeks.ts'

/** A record that may be deleted, and its own time in microseconds. */
interface Going {
  seq: number
  at: number
}

/** One kind of record: which may be deleted, and what is deleted with them. */
export interface Kind {
  table: Counted
  /** The records that may be deleted, oldest first. */
  oldest(limit: number): Going[]
  /** How many records there are. */
  count(): number
  /** The most records that are held back. */
  held(): number
  /** About how many may be deleted. Without this, all that are not held back. */
  free?(): number
  /** Deletes records and what belongs to them. Part of a transaction. */
  forget(seqs: readonly number[]): void
}

/** How many events are examined to find some that may be deleted. */
const lookedAt = 2000

/** What may be deleted. Pinned captures stay, and so do unfinished deliveries with their events. */
export function createKinds(database: Database, counts: Pick<Counts, 'of' | 'gone'>): Kind[] {
  const one = (sql: string) => database.prepare(sql)
  function number(sql: string) {
    const statement = database.prepare<[], number>(sql).pluck()
    return () => statement.get() ?? 0
  }
  const oldest = (table: string, at: string, where = '1') => {
    const statement = database.prepare<[number], Going>(
      `SELECT seq, ${at} AS at FROM ${table} WHERE ${where} ORDER BY seq ${limited}`,
    )
    return (limit: number) => statement.all(limit)
  }
  function forgetting(table: Kind['table'], ...sqls: string[]) {
    const statements = [...sqls, `DELETE FROM ${table} WHERE seq = ?`].map(one)
    return (seqs: readonly number[]) => {
      for (const seq of seqs) for (const statement of statements) statement.run(seq)
      counts.gone(table, seqs)
    }
  }
  const none = () => 0
  // One index has ended deliveries, by state.
  const ended = ['succeeded', 'failed', 'cancelled', 'refused', 'wrongly_accepted'].map((state) =>
    oldest('deliveries', 'finished_at', `state = '${state}' AND finished_at IS NOT NULL`),
  )
  const openDeliveries = number('SELECT count(*) FROM deliveries WHERE finished_at IS NULL')
  return [
    {
      table: 'calls',
      oldest: oldest('calls', 'at'),
      count: () => counts.of('calls'),
      held: none,
      forget: forgetting('calls'),
    },
    {
      table: 'captures',
      oldest: oldest('captures', 'received_at', 'pinned = 0'),
      count: () => counts.of('captures'),
      held: number("SELECT count(*) FROM capture_flags WHERE flag = 'pinned'"),
      forget: captureForgetting(
        database,
        forgetting(
          'captures',
          'DELETE FROM exchanges WHERE capture_seq = ?',
          'DELETE FROM webhook_ids WHERE (webhook_id, seq) IN (SELECT webhook_id, seq FROM captures WHERE seq = ?)',
        ),
      ),
    },
    {
      table: 'deliveries',
      oldest: (limit) =>
        ended
          .flatMap((oldestOf) => oldestOf(limit))
          .sort((a, b) => a.seq - b.seq)
          .slice(0, limit),
      count: () => counts.of('deliveries'),
      held: openDeliveries,
      forget: forgetting(
        'deliveries',
        'DELETE FROM attempt_ends WHERE seq IN (SELECT seq FROM attempts WHERE delivery_seq = ?)',
        'DELETE FROM attempts WHERE delivery_seq = ?',
      ),
    },
    {
      table: 'events',
      oldest: eventsToGo(database),
      count: () => counts.of('events'),
      // Each by an unfinished delivery.
      held: openDeliveries,
      free() {
        const [all, deliveries, open] = [counts.of('events'), counts.of('deliveries'), openDeliveries()]
        // Many deliveries may hold one event, and many events have none.
        return Math.max(all - open, Math.floor((all * (deliveries - open)) / Math.max(1, deliveries)))
      },
      forget: forgetting('events'),
    },
    {
      table: 'inputs',
      oldest: oldest('inputs', 'at'),
      count: () => counts.of('inputs'),
      held: none,
      forget: forgetting('inputs'),
    },
  ]
}

/** Flags are deleted with their captures. Flags of pinned captures stay. */
function captureForgetting(database: Database, forget: Kind['forget']): Kind['forget'] {
  const flags = database.prepare<[], string>(eachOf('capture_flags', 'flag')).pluck()
  const unflag = database.prepare(
    `DELETE FROM capture_flags WHERE flag = ? AND seq BETWEEN ? AND ?
     AND NOT EXISTS (SELECT 1 FROM captures WHERE captures.seq = capture_flags.seq)`,
  )
  return (seqs) => {
    forget(seqs)
    for (const flag of flags.all()) unflag.run(flag, seqs[0] ?? 0, seqs.at(-1) ?? 0)
  }
}

/**
 * Events that no delivery needs. Each search continues after the last, so that held events are not examined again and again.
 */
function eventsToGo(database: Database): Kind['oldest'] {
  const some = database.prepare<[number, number], Going & { held: number }>(
    `SELECT seq, occurred_at AS at, EXISTS (SELECT 1 FROM deliveries WHERE event_seq = events.seq) AS held FROM events
     WHERE seq > ? ORDER BY seq ${limited}`,
  )
  let from = 0
  return (limit) => {
    // A few searches, so that a long row of held events is passed without long waits.
    for (let looks = 0; looks < 4; looks++) {
      const found = some.all(from, lookedAt)
      const free = found.filter(({ held }) => held === 0)
      from = free.length === 0 && found.length === lookedAt ? (found.at(-1)?.seq ?? 0) : 0
      if (free.length > 0 || from === 0) return free.slice(0, limit)
    }
    return []
  }
}
