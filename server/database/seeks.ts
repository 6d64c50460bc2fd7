/** Finds records by indexes, in the order of their numbers. */
import type { Database } from './open.ts'
import type { Step } from './word-index.ts'

export type Value = string | number

/** An index or query that finds the records which may match a condition. */
export type Seek = InOrder | Few

/** An index that has the records of each value in the order of their numbers. */
interface InOrder {
  /** Another table of (column, seq) than the list's own. */
  table?: string
  column: string
  /** The condition of a partial index, as constant SQL. */
  within?: string
  /** The wanted values, if known. Otherwise every value is checked. */
  exact?: readonly Value[]
  /** Left out if a record may have several values. */
  fits?(value: Value | null): boolean
}

/** A query for the numbers of all records, in any order. They are gathered if they are few. */
interface Few {
  few: string
  bound: readonly Value[]
  /** A query with the same values that finds something if the first would examine too many. */
  unless?: string
}

/** Numbers of records in order, nearest to a position first. Fewer than requested are the last. */
export type Stream = (step: Step) => number[]

/** A column with more values than this is not merged by value. */
const mostValues = 64
/** This many are few: they are gathered for each page, which takes at most 2 to 5 ms. */
export const mostFew = 2048

/** The distinct values of an index's first column, each found by one lookup. DISTINCT would read the whole index. */
export const eachOf = (table: string, column: string) =>
  `WITH RECURSIVE each (value) AS (
     SELECT min(${column}) FROM ${table}
     UNION ALL SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > value) FROM each WHERE value IS NOT NULL
   ) SELECT value FROM each WHERE value IS NOT NULL`

/** Reads numbers of records from indexes of (column, seq), and merges several values into one order. */
export function createSeeks(database: Database, ownTable: string) {
  const statements = new Map<string, ReturnType<Database['prepare']>>()
  function prepared(sql: string) {
    const known = statements.get(sql) ?? database.prepare(sql).pluck()
    statements.set(sql, known)
    return known
  }

  /** The distinct values of a column. Undefined if there are many. */
  function valuesOf({ table = ownTable, column, within }: InOrder): (Value | null)[] | undefined {
    const source = within === undefined ? table : `(SELECT ${column} FROM ${table} WHERE ${within})`
    const values = prepared(`${eachOf(source, column)} LIMIT ${mostValues + 1}`).all() as Value[]
    return values.length > mostValues ? undefined : [...values, null]
  }

  function stepsOf(
    { table = ownTable, column, within }: InOrder,
    values: readonly (Value | null)[],
  ): Stream[] {
    return values.map((value) => {
      // SQLite only uses a partial index if the query states its condition.
      const is = value === null ? `${column} IS NULL` : `${column} = ?`
      const where = [...(within === undefined ? [] : [within]), is].join(' AND ')
      const bound = value === null ? [] : [value]
      return ({ order, from, limit }) =>
        prepared(
          `SELECT seq FROM ${table} WHERE ${where} AND seq ${order === 'ASC' ? '>' : '<'} ? ORDER BY seq ${order} LIMIT (? + 0)`,
        ).all(...bound, from, limit) as number[]
    })
  }

  function gathered({ few, bound, unless }: Few): Stream[] | undefined {
    if (unless !== undefined && prepared(unless).get(...bound) !== undefined) return undefined
    const rising = prepared(`SELECT DISTINCT seq FROM (${few}) LIMIT ${mostFew + 1}`).all(
      ...bound,
    ) as number[]
    if (rising.length > mostFew) return undefined
    rising.sort((a, b) => a - b)
    const falling = rising.toReversed()
    return [
      ({ order, from, limit }) =>
        (order === 'ASC' ? rising : falling)
          .filter((seq) => (order === 'ASC' ? seq > from : seq < from))
          .slice(0, limit),
    ]
  }

  function streamsOf(seek: Seek): Stream[] | undefined {
    if ('few' in seek) return gathered(seek)
    const values = seek.exact ?? valuesOf(seek)?.filter((value) => seek.fits?.(value))
    return values && stepsOf(seek, values)
  }

  return {
    /** The records that these seeks lead to, none if the list is empty. Undefined if one of them cannot be used. */
    streamOf(seeks: readonly Seek[]): Stream | undefined {
      const streams = seeks.map(streamsOf)
      return streams.includes(undefined) ? undefined : merged(streams.flatMap((some) => some ?? []))
    },
  }
}

/** Several streams merged into one order. */
function merged(streams: readonly Stream[]): Stream {
  const [only, ...others] = streams
  if (only && others.length === 0) return only
  return (step) => {
    const found = new Set(streams.flatMap((stream) => stream(step)))
    return [...found].sort((a, b) => (step.order === 'ASC' ? a - b : b - a)).slice(0, step.limit)
  }
}
