import BetterSqlite3 from 'better-sqlite3'
import { hashOf, keyOf, markHeader } from './receivers.mjs'

/**
 * @typedef {{ id: string, seq: number, event: string, source: string, payload: string }} EventRow
 * @typedef {{ id: string, seq: number, event_id: string, url: string, subscription_id: string, hash: string | null, mark: string, state: string, fault: string | null }} DeliveryRow
 * @typedef {{ id: string, seq: number, delivery_id: string, number: number, started_at: number, key: string, hash: string | null, outcome: { kind: string, status?: number } | null }} AttemptRow
 * @typedef {{ newest: number, totals: number[], older: number[], events: EventRow[], deliveries: DeliveryRow[], attempts: AttemptRow[], ended: { id: string, state: string, finished_at: number }[], unended: string[], irregular: string[] }} Slice
 */

/** Every table that takes its numbers from the one sequence. */
const numbered = ['events', 'deliveries', 'attempts', 'calls', 'captures', 'subscriptions']
/** Those of which nothing goes away in a run. */
export const kept = ['events', 'deliveries', 'attempts', 'calls', 'captures']

/**
 * Reads from beside the running program what it has written down since a number, in one snapshot. It is never read from
 * while the program is not running: that would mend the file in the program's place.
 * @param {string} file
 * @param {{ since: number, endedSince: number, open: readonly number[] }} from `open` are the numbers of attempts that are read
 *   anew: they were under way the last time
 * @returns {Slice}
 */
export function readSlice(file, { since, endedSince, open }) {
  return reading(file, (all) => ({
    newest: Number(all(`SELECT max(seq) AS n FROM (${union('seq')})`)[0]?.n ?? 0),
    totals: kept.map((table) => Number(all(`SELECT count(*) AS n FROM ${table}`)[0]?.n)),
    older: kept.map((table) => Number(all(`SELECT count(*) AS n FROM ${table} WHERE seq <= ?`, since)[0]?.n)),
    events: all('SELECT id, seq, event, source, payload FROM events WHERE seq > ?', since),
    deliveries: all(
      'SELECT id, seq, event_id, url, subscription_id, body, headers, state, fault FROM deliveries WHERE seq > ? ORDER BY seq',
      since,
    ).map(({ body, headers, ...row }) => ({ ...row, hash: body && hashOf(body), mark: markOf(headers) })),
    attempts: all(
      `SELECT a.id, a.seq, a.delivery_id, a.number, a.started_at, a.url, a.headers, a.body, e.outcome
       FROM attempts a LEFT JOIN attempt_ends e ON e.seq = a.seq
       WHERE a.seq > ? OR a.seq IN (SELECT value FROM json_each(?)) ORDER BY a.seq`,
      since,
      JSON.stringify(open),
    ).map(({ url, headers, body, outcome, ...row }) => ({
      ...row,
      key: keyOf(url, headerOf(headers)),
      hash: body && hashOf(body),
      outcome: JSON.parse(outcome),
    })),
    ended: all('SELECT id, state, finished_at FROM deliveries WHERE finished_at > ?', endedSince),
    unended: all('SELECT id FROM deliveries WHERE finished_at IS NULL').map(({ id }) => id),
    irregular: irregularities(all, since),
  }))
}

/**
 * What is read once, at the end.
 * @param {string} file
 */
export function readRest(file) {
  return reading(file, (all) => ({
    deliveries: all('SELECT id, url, subscription_id, state, reason, fault, headers FROM deliveries').map(
      ({ headers, ...row }) => ({ ...row, mark: markOf(headers) }),
    ),
    cards: all("SELECT id FROM objects WHERE kind = 'card'").map(({ id }) => id),
    passed: all(
      "SELECT parent AS id FROM objects WHERE kind = 'kyc' AND data ->> '$.status' = 'success'",
    ).map(({ id }) => id),
    calls: all("SELECT method, path, status FROM calls WHERE status BETWEEN 200 AND 299 AND method <> 'GET'"),
    captures: new Set(all('SELECT id FROM captures').map(({ id }) => id)),
    repeated: ['seq', 'id'].flatMap((column) =>
      all(`SELECT ${column} AS one, count(*) AS n FROM (${union(column)}) GROUP BY one HAVING n > 1`).map(
        ({ one, n }) => `The ${column} ${one} was given to ${n} records`,
      ),
    ),
  }))
}

/** How many deliveries have not ended. @param {string} file */
export const countOpen = (file) =>
  reading(file, (all) => Number(all('SELECT count(*) AS n FROM deliveries WHERE finished_at IS NULL')[0]?.n))

/** What SQLite itself finds wrong with a file that nobody uses. @param {string} file */
export const flawsOf = (file) =>
  reading(file, (all) => [
    ...all('PRAGMA integrity_check')
      .map((row) => `integrity_check: ${Object.values(row)[0]}`)
      .filter((text) => text !== 'integrity_check: ok'),
    ...all('PRAGMA foreign_key_check').map((row) => `foreign_key_check: ${JSON.stringify(row)}`),
  ])

/** @typedef {(sql: string, ...values: unknown[]) => any[]} All */

/** @template T @param {string} file @param {(all: All) => T} read @returns {T} */
function reading(file, read) {
  const database = new BetterSqlite3(file, { readonly: true, timeout: 5000 })
  try {
    return database.transaction(() => read((sql, ...values) => database.prepare(sql).all(...values)))()
  } finally {
    database.close()
  }
}

/** @param {string} column */
const union = (column) => numbered.map((table) => `SELECT ${column} FROM ${table}`).join(' UNION ALL ')

/** Reads a recorded header, whatever its case. @param {string} headers @returns {(name: string) => string | undefined} */
const headerOf = (headers) => {
  /** @type {[string, string][]} */
  const pairs = JSON.parse(headers)
  return (name) => pairs.find(([key]) => key.toLowerCase() === name)?.[1]
}

/** @param {string | null} headers */
const markOf = (headers) => (headers === null ? '' : (headerOf(headers)(markHeader) ?? ''))

/**
 * What does not agree within the record itself: at any moment, not only after everything has come to rest.
 * @param {All} all
 * @param {number} since only deliveries that had an attempt since
 */
function irregularities(all, since) {
  const counts = all(
    `SELECT d.id, d.state, d.fault, d.attempts_made, d.attempts_begun, count(*) AS n, count(DISTINCT a.number) AS numbers,
       min(a.number) AS low, max(a.number) AS high, sum(e.seq IS NULL) AS open,
       sum(e.seq IS NOT NULL AND e.outcome ->> '$.kind' <> 'interrupted') AS made,
       coalesce(sum(e.outcome ->> '$.kind' = 'responded'), 0) AS answered
     FROM attempts a JOIN deliveries d ON d.seq = a.delivery_seq LEFT JOIN attempt_ends e ON e.seq = a.seq
     WHERE a.delivery_seq IN (SELECT delivery_seq FROM attempts WHERE seq > ?) GROUP BY d.id`,
    since,
  )
  return [
    ...counts.flatMap((row) => [...irregular(row)]),
    ...all(
      `SELECT id FROM deliveries WHERE state = 'sending' AND seq NOT IN
       (SELECT delivery_seq FROM attempts WHERE seq NOT IN (SELECT seq FROM attempt_ends))`,
    ).map(({ id }) => `${id} is "sending" and no attempt of it is under way`),
    ...all(
      `SELECT a.id FROM attempts a LEFT JOIN deliveries d ON d.seq = a.delivery_seq
       WHERE a.seq > ? AND d.id IS NOT a.delivery_id`,
      since,
    ).map(({ id }) => `The attempt ${id} belongs to no delivery`),
    ...all('SELECT seq FROM attempt_ends WHERE seq > ? AND seq NOT IN (SELECT seq FROM attempts)', since).map(
      ({ seq }) => `The end ${seq} belongs to no attempt`,
    ),
    ...all(
      `SELECT d.id FROM deliveries d LEFT JOIN events v ON v.seq = d.event_seq
       WHERE d.seq > ? AND v.id IS NOT d.event_id`,
      since,
    ).map(({ id }) => `The delivery ${id} belongs to no event`),
  ]
}

/** @param {Record<string, any>} delivery with the counts of its attempts @returns {Generator<string, void>} */
function* irregular({ id, state, fault, attempts_made, attempts_begun, ...attempts }) {
  const { n, numbers, low, high, open, made, answered } = attempts
  if (low !== 1 || high !== n || numbers !== n) yield `${id} has ${n} attempts, numbered ${low} to ${high}`
  if (attempts_begun !== high) yield `${id} has begun ${attempts_begun} attempts, but the newest is ${high}`
  if (attempts_made !== made) yield `${id} counts ${attempts_made} attempts, but ${made} are recorded as made`
  if (answered === 0 && state === 'succeeded') yield `${id} has ended as delivered without an answer`
  if (open > 1 && !fault?.startsWith('duplicate')) yield `${id} has ${open} attempts under way at once`
  if (open > 0 && !['sending', 'cancelled'].includes(state))
    yield `${id} is ${state} with an attempt under way`
}
