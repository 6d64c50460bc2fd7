import BetterSqlite3 from 'better-sqlite3'
import { events, isOneOf } from './lists-file.mjs'

/** What is asked for in measurements. Of what is in one of a thousand, the first thousand hold one. */
export const plantedDeliveries = {
  /** Of eight subscriptions: seven in ten of all, and one in a hundred. */ subscriptions: ['sub0', 'sub7'],
  /** In one of a thousand. */ run: 'run_rare',
}
/** Deliveries that an event has. */
const perEvent = 10

/** @param {number} i */
function subscriptionOf(i) {
  if (isOneOf(i + 3, 100)) return 'sub7'
  return i % 10 < 7 ? 'sub0' : `sub${1 + (i % 6)}`
}

/** @param {number} i */
function stateOf(i) {
  if (isOneOf(i + 1254, 1000)) return 'pending'
  if (isOneOf(i + 2, 100)) return 'failed'
  return isOneOf(i + 5, 200) ? 'cancelled' : 'succeeded'
}

/**
 * Repeats in the file of a stopped sandbox its one delivery, which succeeded: so many more, as they would have come one every 2 ms, ten
 * to an event. The full-text index knows none of them yet, but all that their attempts say.
 * @param {string} file @param {number} count
 */
export function addDeliveries(file, count) {
  const database = new BetterSqlite3(file)
  // So that it does not wait for the disk; the program reads it only when it is whole.
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -524288')
  const tables = ['events', 'deliveries', 'attempts', 'attempt_ends'].map((table) => {
    const base = /** @type {Record<string, any>} */ (
      database.prepare(`SELECT * FROM ${table} ORDER BY seq DESC LIMIT 1`).get()
    )
    const names = Object.keys(base)
    const insert = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`)
    const write = (/** @type {Record<string, unknown>} */ own) =>
      void insert.run(names.map((name) => ({ ...base, ...own })[name]))
    return { base, write }
  })
  const [event, delivery, attempt, end] = tables
  const put = database.prepare(
    'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  let seq = Number(database.prepare("SELECT value FROM counters WHERE name = 'seq'").pluck().get())
  let eventSeq = 0
  const idOf = (/** @type {string} */ prefix, /** @type {number} */ number) =>
    `${prefix}_${(number + 32 ** 7).toString(32)}${'0'.repeat(18)}`.slice(0, 30)
  /** @param {number} i */
  function addOne(i) {
    const name = events[i % events.length] ?? ''
    const at = Number(event?.base.occurred_at) + i * 2000
    const isOfRun = isOneOf(i + 1250, 1000)
    if (i % perEvent === 0 || isOfRun) {
      eventSeq = ++seq
      const run = isOfRun ? plantedDeliveries.run : null
      event?.write({ seq: eventSeq, id: idOf('evt', seq), event: name, occurred_at: at, run_id: run })
    }
    const state = stateOf(i)
    const own = {
      seq: ++seq,
      id: idOf('dlv', seq),
      event_seq: eventSeq,
      event_id: idOf('evt', eventSeq),
      event: name,
      subscription_id: subscriptionOf(i),
      state,
      created_at: at,
      finished_at: state === 'pending' ? null : at,
    }
    delivery?.write(own)
    if (state === 'pending' || state === 'cancelled') return
    const status = state === 'failed' ? (isOneOf(i, 3) ? 418 : 503) : 200
    attempt?.write({
      seq: ++seq,
      id: idOf('att', seq),
      delivery_seq: own.seq,
      delivery_id: own.id,
      searched: 1,
    })
    end?.write({ seq, status, outcome: JSON.stringify({ kind: 'responded', status }) })
  }
  // Made at once behind all rows, indexes cost a fraction of what they do row by row.
  const indexes = /** @type {{ name: string, sql: string }[]} */ (
    database
      .prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('events', 'deliveries', 'attempts', 'attempt_ends') AND sql IS NOT NULL",
      )
      .all()
  )
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
  database.transaction(() => {
    for (let i = 0; i < count; i++) addOne(i)
    put.run('seq', seq)
    for (const kind of ['evt', 'dlv', 'att']) put.run(kind, seq)
  })()
  for (const { sql } of indexes) database.exec(sql)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}
