import { createList, equals, glob, oneOf, search } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import { toIso } from '../time.ts'
import { type Event, type EventRow, type EventSource, eventSources } from '../wire.ts'

interface StoredRow {
  seq: number
  id: string
  event: string
  occurred_at: number
  source: EventSource
  run_id: string | null
}
interface Stored extends StoredRow {
  payload: string
}

const toRow = ({ id, seq, event, occurred_at, source, run_id }: StoredRow): EventRow => ({
  id,
  seq,
  event,
  occurred_at: toIso(occurred_at),
  source,
  run_id,
})

/** A new event; `payload` is the exact text that is delivered. */
export interface NewEvent {
  seq: number
  id: string
  event: string
  occurredAt: number
  source: EventSource
  payload: string
}

export function createEventStore(database: Database) {
  const insert = database.prepare(
    'INSERT INTO events (seq, id, event, occurred_at, source, run_id, payload) VALUES (@seq, @id, @event, @occurredAt, @source, NULL, @payload)',
  )
  const one = database.prepare<[string], Stored>('SELECT * FROM events WHERE id = ?')
  const columns = 'seq, id, event, occurred_at, source, run_id'
  return {
    insert(event: NewEvent): EventRow {
      insert.run(event)
      return toRow({ ...event, occurred_at: event.occurredAt, run_id: null })
    },
    find(id: string): Event | undefined {
      const row = one.get(id)
      return row && { ...toRow(row), payload: JSON.parse(row.payload) }
    },
    /** The exact text that is delivered. */
    payloadOf: (id: string): string | undefined => one.get(id)?.payload,
    list: createList({
      database,
      table: 'events',
      columns,
      filters: {
        event: glob('event'),
        source: oneOf('source', eventSources),
        run_id: equals('run_id'),
        q: search,
      },
      toRow: (row) => toRow(row as StoredRow),
    }),
  }
}
export type EventStore = ReturnType<typeof createEventStore>
