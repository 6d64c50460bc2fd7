import BetterSqlite3 from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { EventName } from '../../server/events/builders.ts'

/** What the platform keeps, but for keys that every call uses up. */
const tables = ['objects', 'transactions', 'jobs', 'subscriptions', 'events', 'deliveries']

/** Watches the rows that are written, changed or removed in a sandbox's database: what was undone does not count. */
export function watchChanges(file: string) {
  const database = new BetterSqlite3(file)
  onTestFinished(() => void database.close())
  const triggers = [...tables, 'temporary_keys'].flatMap((table) =>
    ['INSERT', 'UPDATE', 'DELETE']
      // Each call with a temporary key is counted.
      .filter((act) => table !== 'temporary_keys' || act !== 'UPDATE')
      .map(
        (act) =>
          `CREATE TRIGGER watch_${table}_${act} AFTER ${act} ON ${table} BEGIN UPDATE watched SET changes = changes + 1; END;`,
      ),
  )
  database.exec(
    `CREATE TABLE watched (changes INTEGER) STRICT; INSERT INTO watched VALUES (0); ${triggers.join(' ')}`,
  )
  const count = database.prepare<[], number>('SELECT changes FROM watched').pluck()
  const events = database
    .prepare<[number], EventName>('SELECT event FROM events WHERE seq > ? ORDER BY seq')
    .pluck()
  const last = database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck()
  return {
    /** How many there were. */
    count: () => count.get() ?? 0,
    /** The number of the newest event. */
    lastEvent: () => last.get() ?? 0,
    eventsAfter: (seq: number): EventName[] => events.all(seq),
  }
}
