import type { Database } from './open.ts'

/** Named counters kept in the database, advanced in memory and written with the commit that uses them. */
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
    /** Goes on behind a value; a counter that has come further stays where it is. */
    pass(name: string, value: number) {
      if (value <= (values.get(name) ?? 0)) return
      values.set(name, value)
      dirty.add(name)
    },
    /** Writes what has moved; called inside the transaction that used it. */
    save() {
      for (const name of dirty) store.run(name, values.get(name) ?? 0)
      dirty.clear()
    },
    /** Remembers where the counters stand, for when what follows comes to nothing. */
    mark() {
      const before = new Map(values)
      const unwritten = [...dirty]
      return {
        /** What was taken meanwhile stays taken and is written with the next commit; a counter begun anew goes on where it stood. */
        keepTaken() {
          for (const name of unwritten) dirty.add(name)
          for (const [name, value] of values) {
            const stood = before.get(name) ?? 0
            if (value === stood) continue
            values.set(name, Math.max(value, stood))
            dirty.add(name)
          }
        },
        /** As if nothing had been taken: the very same is about to be done again. */
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
