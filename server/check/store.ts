/** Reads and writes the table of checks. */
import { anyOf, oneOf } from '../database/filters.ts'
import { createList } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import { checkStates } from '../wire.ts'
import { type CheckRecord, checkWire } from './record.ts'

/** How many ended checks are kept. */
const endedKept = 100

/** The order of a check of an earlier version. */
const notKept = {}
/** Whether a check can be run again. Every order names at least a receiver. */
export const isKept = (order: CheckRecord['order']): boolean => Object.keys(order).length > 0

export function createCheckStore(database: Database, now: () => number) {
  const put = database.prepare(
    `INSERT INTO checks (seq, id, url, state, record) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (seq) DO UPDATE SET state = excluded.state, record = excluded.record`,
  )
  const one = database.prepare<[string], string>('SELECT record FROM checks WHERE id = ?').pluck()
  const running = database.prepare<[], string>("SELECT record FROM checks WHERE state = 'running'").pluck()
  const prune = database.prepare(
    `DELETE FROM checks WHERE seq IN
     (SELECT seq FROM checks WHERE state <> 'running' ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
  )
  const read = (text: string): CheckRecord => ({ order: notKept, ...JSON.parse(text) })
  return {
    /** Inserts a check, or stores its progress. */
    put: (record: CheckRecord) =>
      void put.run(record.seq, record.id, record.url, record.state, JSON.stringify(record)),
    find(id: string): CheckRecord | undefined {
      const text = one.get(id)
      return text === undefined ? undefined : read(text)
    },
    running: (): CheckRecord[] => running.all().map(read),
    /** Deletes the oldest ended checks. */
    prune: () => void prune.run(endedKept),
    list: createList({
      database,
      table: 'checks',
      columns: 'seq, record',
      filters: { url: anyOf('url'), state: oneOf('state', checkStates) },
      now,
      toRow: (row) => checkWire(read((row as { record: string }).record)),
    }),
  }
}
export type CheckStore = ReturnType<typeof createCheckStore>
