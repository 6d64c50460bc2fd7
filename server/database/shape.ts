import type BetterSqlite3 from 'better-sqlite3'

const columns = `
  SELECT t.name || '.' || c.name
  FROM sqlite_schema t, pragma_table_info(t.name) c
  WHERE t.type = 'table'`

/** The first column, as `table.column`, that a database should have like another and has not; undefined where it has all. */
export function columnMissing(of: BetterSqlite3.Database, like: BetterSqlite3.Database): string | undefined {
  const there = new Set(of.prepare(columns).pluck().all())
  const missing = like
    .prepare(columns)
    .pluck()
    .all()
    .find((column) => !there.has(column))
  return missing === undefined ? undefined : String(missing)
}
