import BetterSqlite3 from 'better-sqlite3'

/** Events that the deliveries share: what is measured is the queue, not the payloads. */
const eventsMade = 1000

/**
 * Repeats in the file of a stopped sandbox the newest event and its one delivery, which waits: so many deliveries more, as
 * triggers would have written them.
 * @param {string} file
 * @param {number} count
 */
export function addPending(file, count) {
  const database = new BetterSqlite3(file)
  const newest = Number(database.prepare("SELECT value FROM counters WHERE name = 'seq'").pluck().get())
  /** @param {string} table @param {Record<string, string>} own @param {number} rows */
  function repeat(table, own, rows) {
    const names = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table).map(String)
    database
      .prepare(
        `WITH RECURSIVE one (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM one WHERE i < ${rows})
         INSERT INTO ${table} (${names}) SELECT ${names.map((name) => own[name] ?? `t.${name}`)}
         FROM one, (SELECT * FROM ${table} ORDER BY seq DESC LIMIT 1) AS t`,
      )
      .run()
  }
  const idOf = (/** @type {string} */ kind, /** @type {string} */ number) =>
    `'${kind}_00000000' || printf('%018d', ${number})`
  database.transaction(() => {
    const events = Math.min(eventsMade, count)
    repeat('events', { seq: `${newest} + i`, id: idOf('evt', 'i') }, events)
    const event = `(i % ${events}) + 1`
    repeat(
      'deliveries',
      {
        seq: `${newest + events} + i`,
        id: idOf('dlv', 'i'),
        event_seq: `${newest} + ${event}`,
        event_id: idOf('evt', event),
      },
      count,
    )
    // They are in the full-text index already, as it were.
    const setIn = (/** @type {string} */ table) =>
      database.prepare(
        `INSERT INTO ${table} (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      )
    setIn('counters').run('seq', newest + events + count)
    for (const name of ['searched:events', 'searched:deliveries'])
      setIn('settings').run(name, String(newest + events + count))
  })()
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}
