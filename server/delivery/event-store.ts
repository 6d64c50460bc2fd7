/** Reads and writes the table of events. */
import { storedJson } from '../database/columns.ts'
import { anyOf, type Filter, glob, oneOf, time } from '../database/filters.ts'
import { createList, limited } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import type { SearchSource } from '../database/search.ts'
import { createWordIndex } from '../database/word-index.ts'
import { type Event, type EventRow, eventSources } from '../wire.ts'
import type { FilterName } from '../words/filter-names.ts'
import { toIso } from '../words/time.ts'

/** A row of a list, without the payload. */
interface StoredRow extends Omit<EventRow, 'occurred_at'> {
  /** In microseconds. */
  occurred_at: number
}
/** With the exact text that is delivered. */
interface Stored extends StoredRow {
  payload: string
  /** The `traceparent` of the call that caused the event, or null. */
  traceparent: string | null
}

/** The facts of an event that its trace shows. */
export interface TracedEvent extends Pick<Stored, 'id' | 'event' | 'source' | 'traceparent'> {
  /** In microseconds. */
  occurredAt: number
}

const toRow = ({ id, seq, event, summary, occurred_at, source, run_id, call_id }: StoredRow): EventRow => ({
  id,
  seq,
  event,
  summary,
  occurred_at: toIso(occurred_at),
  source,
  run_id,
  call_id,
})

export function createEventStore(database: Database, now: () => number) {
  const index = createWordIndex(database, { source: 'events', table: 'events' })
  const insert = database.prepare(
    'INSERT INTO events (seq, id, event, occurred_at, source, run_id, call_id, payload, traceparent, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const one = database.prepare<[string], Stored>('SELECT * FROM events WHERE id = ?')
  const text = database.prepare<[string], { seq: number; payload: string }>(
    'SELECT seq, payload FROM events WHERE id = ?',
  )
  const unsearched = database.prepare<[number, number, number], Stored>(
    `SELECT * FROM events WHERE seq > ? AND seq <= ? ORDER BY seq ${limited}`,
  )
  const columns = 'seq, id, event, summary, occurred_at, source, run_id, call_id'
  const listed = database.prepare<[number], StoredRow>(`SELECT ${columns} FROM events WHERE seq = ?`)
  const traced = database.prepare<[number], TracedEvent>(
    'SELECT id, event, source, occurred_at AS occurredAt, traceparent FROM events WHERE seq = ?',
  )
  return {
    insert(row: Stored): EventRow {
      insert.run(
        row.seq,
        row.id,
        row.event,
        row.occurred_at,
        row.source,
        row.run_id,
        row.call_id,
        row.payload,
        row.traceparent,
        row.summary,
      )
      return toRow(row)
    },
    /** Reads an event for clients that reconnect. */
    later: (seq: number) => (): EventRow | undefined => {
      const row = listed.get(seq)
      return row && toRow(row)
    },
    find(id: string): Event | undefined {
      const row = one.get(id)
      return row && { ...toRow(row), payload: storedJson(row.payload) }
    },
    /** The number of an event and the exact text that is delivered. */
    textOf: (id: string): { seq: number; payload: string } | undefined => text.get(id),
    traced: (seq: number): TracedEvent | undefined => traced.get(seq),
    searchable: {
      index,
      next: ({ after, upTo, limit }) =>
        unsearched.all(after, upTo, limit).map(({ seq, id, event, occurred_at, payload }) => ({
          rowid: seq,
          text: `${id} ${event} ${payload}`,
          at: occurred_at,
        })),
    } satisfies SearchSource,
    list: createList({
      database,
      table: 'events',
      columns,
      filters: {
        event: glob('event', { phrased: 'phrased' }),
        source: oneOf('source', eventSources),
        run_id: anyOf('run_id', 'partly'),
        call_id: anyOf('call_id', 'partly'),
        since: time('occurred_at', 'since'),
        until: time('occurred_at', 'until'),
      } satisfies Record<FilterName<'event'>, Filter>,
      words: { indexes: [index] },
      now,
      toRow: (row) => toRow(row as StoredRow),
    }),
  }
}
export type EventStore = ReturnType<typeof createEventStore>
