/** Named counters, kept in the database. */
import type { Database } from './open.ts'

/** Named counters kept in the database. They advance in memory and are written with the commit that uses them. */
export function createCounters(database: Database) {
  const read = database.prepare<[], { name: string; value: number }>('SELECT name, value FROM counters')
  const store = database.prepare(
    'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  const values = new Map(read.all().map((row) => [row.name, row.value]))
  const dirty = new Set<string>()
  return {
    next(name: string): number {
      const value = (values.get(name) ?? 0) + 1
      values.set(name, value)
      dirty.add(name)
      return value
    },
    current: (name: string): number => values.get(name) ?? 0,
    /** Continues after a value, unless the counter is already further. */
    pass(name: string, value: number) {
      if (value <= (values.get(name) ?? 0)) return
      values.set(name, value)
      dirty.add(name)
    },
    /** Writes changed counters. Called inside the transaction that used them. */
    save() {
      for (const name of dirty) store.run(name, values.get(name) ?? 0)
      dirty.clear()
    },
    /** Remembers the counters, in case the following work fails. */
    mark() {
      const before = new Map(values)
      const unwritten = [...dirty]
      return {
        /**
         * Numbers taken meanwhile remain taken and are written with the next commit. A counter that was restarted continues
         * where it was.
         */
        keepTaken() {
          for (const name of unwritten) dirty.add(name)
          for (const [name, value] of values) {
            const stood = before.get(name) ?? 0
            if (value === stood) continue
            values.set(name, Math.max(value, stood))
            dirty.add(name)
          }
        },
        /** As if nothing had been taken: the same work is about to be repeated. */
        restore() {
          values.clear()
          for (const [name, value] of before) values.set(name, value)
          dirty.clear()
          for (const name of unwritten) dirty.add(name)
        },
      }
    },
    /** Every counter with its value. */
    all: (): Record<string, number> => Object.fromEntries(values),
    /** Sets the chosen counters to 0. */
    restart(isChosen: (name: string) => boolean) {
      for (const name of [...values.keys()].filter(isChosen)) {
        values.set(name, 0)
        dirty.add(name)
      }
    },
  }
}
export type Counters = ReturnType<typeof createCounters>
