import type { Database } from './open.ts'

/** Why not `LIMIT ?`: SQLite plans by the value that is bound there, and so prepares such a statement anew for each run. */
export const limited = 'LIMIT (? + 0)'

/** A filter of a list: an SQL condition with one `?`, and the value that is bound for what was asked. */
export interface Filter {
  where: string
  bind(value: string): string | number
  /** A further condition that follows from the value; one of few. */
  also?(value: string): string
  /** The only values that there are, where they are few. */
  values?: readonly string[]
  /** What a value must look like, and that in words. */
  form?: { pattern: RegExp; says: string }
}

export const equals = (column: string): Filter => ({ where: `${column} = ?`, bind: (value) => value })
/** As {@link equals}, for a column that holds one of a few words. */
export const oneOf = (column: string, values: readonly string[]): Filter => ({ ...equals(column), values })
/** As {@link equals}, for the names of HTTP methods in any case. */
export const equalsMethod = (column: string): Filter => ({
  where: `${column} = ?`,
  bind: (value) => value.toUpperCase(),
})
/** As {@link equals}, for whole numbers. */
export const equalsNumber = (column: string): Filter => ({
  where: `${column} = ?`,
  bind: Number,
  form: { pattern: /^\d{1,15}$/, says: 'must be a whole number' },
})
/** `*` stands for any run of characters. */
export const glob = (column: string): Filter => ({
  where: `${column} GLOB ?`,
  bind: (value) => value.replace(/[?[]/g, '[$&]'),
})
/** Full-text: every word must occur, at the start of a word. */
export const search: Filter = {
  where: 'seq IN (SELECT ref FROM search WHERE search MATCH ?)',
  bind: (value) => {
    // A NUL would end the expression in the middle of a quoted word.
    const words = value.split(/[\s\0]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    return words.length === 0 ? '""' : words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')
  },
}

export type Filters = Record<string, string | undefined>
interface Page<Row> {
  rows: Row[]
  /** Where the next page begins; null when this is the last. */
  next: string | null
}
export interface List<Row, Name extends string = string> {
  names: Name[]
  /** The filter of a name. */
  filterOf(name: string): Filter | undefined
  /** Newest first, paged by key. */
  page(asked: { filters: Filters; limit: number; cursor?: number | undefined }): Page<Row>
  /** Oldest first, only those after `since`. */
  arrived(asked: { filters: Filters; limit: number; since: number }): Row[]
}

/** A list over a table whose `seq` is its key. Conditions are constants of the code; what is asked is only ever bound. */
export function createList<Row, Name extends string>(table: {
  database: Database
  table: string
  columns: string
  filters: Record<Name, Filter>
  toRow(row: unknown): Row
}): List<Row, Name> {
  const names = Object.keys(table.filters) as Name[]
  const filters = new Map<string, Filter>(Object.entries(table.filters))
  const statements = new Map<string, ReturnType<Database['prepare']>>()

  function run(
    position: { where: string; order: 'ASC' | 'DESC' },
    bound: number,
    asked: Filters,
    limit: number,
  ): unknown[] {
    const used = names.filter((name) => asked[name] !== undefined)
    const further = used.flatMap((name) => filters.get(name)?.also?.(asked[name] ?? '') ?? [])
    const label = `${position.order} ${used.join(' ')} ${further.join(' ')}`
    const conditions = [position.where, ...used.map((name) => table.filters[name].where), ...further].join(
      ' AND ',
    )
    const statement =
      statements.get(label) ??
      table.database.prepare(
        `SELECT ${table.columns} FROM ${table.table} WHERE ${conditions} ORDER BY seq ${position.order} ${limited}`,
      )
    statements.set(label, statement)
    return statement.all(bound, ...used.map((name) => table.filters[name].bind(asked[name] ?? '')), limit)
  }

  return {
    names,
    filterOf: (name) => filters.get(name),
    page({ filters, limit, cursor }) {
      const rows = run(
        { where: 'seq < ?', order: 'DESC' },
        cursor ?? Number.MAX_SAFE_INTEGER,
        filters,
        limit + 1,
      )
      const kept = rows.slice(0, limit)
      const last = kept.at(-1) as { seq: number } | undefined
      return { rows: kept.map(table.toRow), next: rows.length > limit && last ? String(last.seq) : null }
    },
    arrived({ filters, limit, since }) {
      return run({ where: 'seq > ?', order: 'ASC' }, since, filters, limit).map(table.toRow)
    },
  }
}
