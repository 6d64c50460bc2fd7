import BetterSqlite3 from 'better-sqlite3'

/** Of eight rows: five events, two calls and a capture. */
const kinds = /** @type {const} */ ([
  { table: 'events', prefix: 'evt', at: 'occurred_at', of: 'i % 8 NOT IN (2, 5, 6)' },
  { table: 'calls', prefix: 'cal', at: 'at', of: 'i % 8 IN (2, 6)' },
  { table: 'captures', prefix: 'cap', at: 'received_at', of: 'i % 8 = 5' },
])

/**
 * Fills the file of a stopped sandbox with `count` things, its newest event, call and capture over and over, one every 2 ms.
 * Their words are not searched, and their ids end with the number that each has.
 * @param {string} file @param {number} count
 */
export function addMany(file, count) {
  const database = new BetterSqlite3(file)
  // So that it does not wait for the disk; the program reads it only when it is whole.
  database.pragma('synchronous = OFF')
  database.pragma('journal_mode = MEMORY')
  database.pragma('cache_size = -524288')
  const counter = database.prepare('SELECT value FROM counters WHERE name = ?').pluck()
  const base = Number(counter.get('seq'))
  const put = database.prepare(
    'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  // A third of the numbers belong to nothing that is listed, as those of attempts do.
  const seq = `${base} + i + i / 2`
  const began = database.prepare('SELECT max(occurred_at) FROM events').pluck().get()
  for (const { table, prefix, at, of } of kinds) {
    const row = /** @type {Record<string, unknown>} */ (
      database.prepare(`SELECT * FROM ${table} ORDER BY seq DESC LIMIT 1`).get()
    )
    const indexes = /** @type {{ name: string, sql: string }[]} */ (
      database
        .prepare(
          "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
        )
        .all(table)
    )
    for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
    const names = Object.keys(row).filter((name) => !['seq', 'id', at].includes(name))
    database
      .prepare(
        `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
         INSERT INTO ${table} (seq, id, ${at}, ${names})
         SELECT ${seq}, format('${prefix}_%026d', ${seq}), ? + i * 2000, ${names.map(() => '?')}
         FROM numbers WHERE ${of}`,
      )
      .run(count, began, ...names.map((name) => row[name]))
    for (const { sql } of indexes) database.exec(sql)
    const last = database.prepare(`SELECT max(seq) FROM ${table}`).pluck().get()
    database.prepare('UPDATE search_parts SET last = ? WHERE source = ?').run(last, table)
    put.run(prefix, base + count * 2)
  }
  put.run('seq', base + count + Math.floor(count / 2))
  database.pragma('journal_mode = WAL')
  database.close()
}
