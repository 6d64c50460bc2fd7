import type { Database } from './open.ts'
import type { Step } from './word-index.ts'

export type Value = string | number

/** Where the records of a list that may fulfil a condition are found without looking at all of them. */
export type Seek = InOrder | Few

/** An index that has the records of each value in the order of their numbers. */
interface InOrder {
  /** Another table of (column, seq) than the list's own. */
  table?: string
  column: string
  /** What holds of all that the index has, where it has a part of the table alone: SQL of the code's own. */
  within?: string
  /** The values meant, where they are known; else each that there is is asked whether it fits. */
  exact?: readonly Value[]
  /** Left out where a record may have several values. */
  fits?(value: Value | null): boolean
}

/** A query for the numbers of all of them, in any order, which are gathered where they are few. */
interface Few {
  few: string
  bound: readonly Value[]
  /** A query that finds something, with the same values bound, where too many would be looked at for them. */
  unless?: string
}

/** Numbers of records in order, those nearest to a place first. Fewer than were asked for are the last. */
export type Stream = (step: Step) => number[]

/** A column with more values than these is not merged value by value. */
const mostValues = 64
/** So many are few: they are gathered for each page, which takes 2 to 5 ms at the most. */
export const mostFew = 2048

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
      // An index of a part of the table is taken only where it is said that the value is none of the others.
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
    /** The records that some ways lead to, which are none where there is no way; undefined where one of them cannot be gone. */
    streamOf(seeks: readonly Seek[]): Stream | undefined {
      const streams = seeks.map(streamsOf)
      return streams.includes(undefined) ? undefined : merged(streams.flatMap((some) => some ?? []))
    },
  }
}

/** Several streams in one order. */
function merged(streams: readonly Stream[]): Stream {
  const [only, ...others] = streams
  if (only && others.length === 0) return only
  return (step) => {
    const found = new Set(streams.flatMap((stream) => stream(step)))
    return [...found].sort((a, b) => (step.order === 'ASC' ? a - b : b - a)).slice(0, step.limit)
  }
}
