import type { Condition, Value } from './filters.ts'
import type { Database } from './open.ts'
import type { Step } from './word-index.ts'

/** Numbers of records in order, those nearest to a place first. Fewer than were asked for are the last. */
export type Stream = (step: Step) => number[]

/** A column with more values than these is not merged value by value. */
const mostValues = 64

/** The different values of a column that an index begins with, each found by one look: DISTINCT would read all of the index. */
export const eachOf = (table: string, column: string) =>
  `WITH RECURSIVE each (value) AS (
     SELECT min(${column}) FROM ${table}
     UNION ALL SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > value) FROM each WHERE value IS NOT NULL
   ) SELECT value FROM each WHERE value IS NOT NULL`

/** Reads the numbers of records from indexes of (column, seq), several values merged into one order. */
export function createSeeks(database: Database, ownTable: string) {
  const statements = new Map<string, ReturnType<Database['prepare']>>()
  function prepared(sql: string) {
    const known = statements.get(sql) ?? database.prepare(sql).pluck()
    statements.set(sql, known)
    return known
  }

  /** The different values of a column; undefined where they are many. */
  function valuesOf(table: string, column: string): (Value | null)[] | undefined {
    const values = prepared(`${eachOf(table, column)} LIMIT ${mostValues + 1}`).all() as Value[]
    return values.length > mostValues ? undefined : [...values, null]
  }

  const stepper = (table: string, column: string, order: Step['order']) =>
    prepared(
      `SELECT seq FROM ${table} WHERE ${column} IS ? AND seq ${order === 'ASC' ? '>' : '<'} ? ORDER BY seq ${order} LIMIT (? + 0)`,
    )

  return {
    /** The records that fulfil a condition; none where no index has them in order. */
    streamsOf({ seek }: Condition): Stream[] {
      if (!seek) return []
      const { table = ownTable, column, exact, fits } = seek
      const values = exact ?? valuesOf(table, column)?.filter((value) => fits?.(value))
      if (values === undefined) return []
      const stream: Stream = ({ order, from, limit }) => {
        const one = stepper(table, column, order)
        const found = values.flatMap((value) => one.all(value, from, limit) as number[])
        if (values.length < 2) return found
        const inOrder = [...new Set(found)].sort((a, b) => (order === 'ASC' ? a - b : b - a))
        return inOrder.slice(0, limit)
      }
      return [stream]
    },
  }
}
