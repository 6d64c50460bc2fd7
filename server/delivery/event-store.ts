import { anyOf, type Filter, glob, oneOf, time } from '../database/filters.ts'
import { createList, limited } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import type { SearchSource } from '../database/search.ts'
import { createWordIndex } from '../database/word-index.ts'
import { type Event, type EventRow, type EventSource, eventSources } from '../wire.ts'
import type { FilterName } from '../words/filter-names.ts'
import { toIso } from '../words/time.ts'

interface StoredRow {
  seq: number
  id: string
  event: string
  occurred_at: number
  source: EventSource
  run_id: string | null
  call_id: string | null
}
interface Stored extends StoredRow {
  payload: string
}

const toRow = ({ id, seq, event, occurred_at, source, run_id, call_id }: StoredRow): EventRow => ({
  id,
  seq,
  event,
  occurred_at: toIso(occurred_at),
  source,
  run_id,
  call_id,
})

/** A new event; `payload` is the exact text that is delivered. */
export interface NewEvent {
  seq: number
  id: string
  event: string
  occurredAt: number
  source: EventSource
  /** The run or traffic it belongs to, null for none. */
  runId: string | null
  /** The call that caused it, null for none. */
  callId: string | null
  payload: string
}

export function createEventStore(database: Database, now: () => number) {
  const index = createWordIndex(database, { source: 'events', table: 'events' })
  const insert = database.prepare(
    'INSERT INTO events (seq, id, event, occurred_at, source, run_id, call_id, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const one = database.prepare<[string], Stored>('SELECT * FROM events WHERE id = ?')
  const text = database.prepare<[string], { seq: number; payload: string }>(
    'SELECT seq, payload FROM events WHERE id = ?',
  )
  const unsearched = database.prepare<[number, number, number], Stored>(
    `SELECT * FROM events WHERE seq > ? AND seq <= ? ORDER BY seq ${limited}`,
  )
  const columns = 'seq, id, event, occurred_at, source, run_id, call_id'
  const listed = database.prepare<[number], StoredRow>(`SELECT ${columns} FROM events WHERE seq = ?`)
  return {
    insert({ seq, id, event, occurredAt, source, runId, callId, payload }: NewEvent): EventRow {
      insert.run(seq, id, event, occurredAt, source, runId, callId, payload)
      return toRow({ seq, id, event, occurred_at: occurredAt, source, run_id: runId, call_id: callId })
    },
    /** How it is told to those who come back. */
    later: (seq: number) => (): EventRow | undefined => {
      const row = listed.get(seq)
      return row && toRow(row)
    },
    find(id: string): Event | undefined {
      const row = one.get(id)
      return row && { ...toRow(row), payload: JSON.parse(row.payload) }
    },
    /** The number of an event and the exact text that is delivered. */
    textOf: (id: string): { seq: number; payload: string } | undefined => text.get(id),
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
