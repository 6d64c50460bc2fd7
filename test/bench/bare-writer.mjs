// The least that can be delivered from a file and written down, in a process of its own: undici in a bare loop that reads what
// waits, signs it, and writes the rows that the sandbox writes, with nothing else around it.
import { createHmac } from 'node:crypto'
import BetterSqlite3 from 'better-sqlite3'
import { Pool } from 'undici'

/** @typedef {{ file: string, origin: string, path: string, headers: Record<string, string>, count: number, connections: number }} Work */
/** @typedef {{ seq: number, id: string, eventId: string, url: string, payload: string }} Waiting */
/** @typedef {{ delivery: Waiting, attempt: number, headers: Record<string, string> }} Begun */

/** As many as the sandbox claims in one transaction. */
const claimedAtOnce = 32
const secret = Buffer.alloc(32, 7)
const answered = {
  outcome: JSON.stringify({ kind: 'answered', status: 200 }),
  phases: JSON.stringify({
    dns_ms: null,
    connect_ms: null,
    tls_ms: null,
    send_ms: 0.05,
    wait_ms: 1.2,
    read_ms: 0.05,
  }),
  headers: JSON.stringify([
    ['Date', 'Thu, 01 Jan 2026 09:00:00 GMT'],
    ['Connection', 'keep-alive'],
    ['Keep-Alive', 'timeout=5'],
    ['Content-Length', '0'],
  ]),
}

const nowUs = () => Date.now() * 1000

/** What is read and written, as the sandbox has it. @param {string} file */
function openFile(file) {
  const database = new BetterSqlite3(file)
  database.pragma('synchronous = NORMAL')
  database.pragma('cache_size = -32768')
  // The sandbox has a thread carry the log over; here nobody does.
  database.pragma('wal_autocheckpoint = 0')
  const [begin, commit] = ['BEGIN IMMEDIATE', 'COMMIT'].map((sql) => database.prepare(sql))
  const waiting = database.prepare(
    `SELECT deliveries.seq, deliveries.id, deliveries.event_id AS eventId, url, payload
     FROM deliveries JOIN events ON events.seq = event_seq
     WHERE subscription_id = ? AND next_attempt_at <= ? ORDER BY next_attempt_at, deliveries.seq LIMIT ?`,
  )
  const start = database.prepare(
    "UPDATE deliveries SET state = 'sending', next_attempt_at = NULL, last_signed_at = ?, attempts_begun = 1 WHERE seq = ?",
  )
  const startAttempt = database.prepare(
    `INSERT INTO attempts (seq, id, delivery_seq, delivery_id, number, started_at, signed_at, url, http_version, headers, searched)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?, '1.1', ?, 0)`,
  )
  const endAttempt = database.prepare(
    "INSERT INTO attempt_ends VALUES (?, 1.3, ?, ?, 1300, 200, '1.1', ?, x'', 0, 0)",
  )
  const end = database.prepare(
    "UPDATE deliveries SET state = 'delivered', attempts_made = 1, last_signed_at = NULL, finished_at = ? WHERE seq = ? AND state = 'sending'",
  )
  const newest = database.prepare("SELECT value FROM counters WHERE name = 'seq'").pluck()
  const count = database.prepare("UPDATE counters SET value = ? WHERE name = 'seq'")
  const lane = database
    .prepare(
      'SELECT subscription_id FROM deliveries WHERE next_attempt_at IS NOT NULL ORDER BY seq DESC LIMIT 1',
    )
    .pluck()
    .get()
  let number = Number(newest.get())
  return {
    /** @template T @param {() => T} work @returns {T} */
    inTransaction(work) {
      begin?.run()
      const result = work()
      count.run(number)
      commit?.run()
      return result
    },
    /** @param {number} limit */
    waiting: (limit) => /** @type {Waiting[]} */ (waiting.all(lane, nowUs(), limit)),
    /** Writes down that it begins; answers the number of the attempt. @param {Waiting} delivery @param {{ second: number, headers: Record<string, string> }} signed */
    begin({ seq, id, url }, { second, headers }) {
      const attempt = ++number
      start.run(second * 1e6, seq)
      startAttempt.run(
        attempt,
        `att_${attempt}`,
        seq,
        id,
        nowUs(),
        second * 1e6,
        url,
        JSON.stringify(Object.entries(headers)),
      )
      return attempt
    },
    /** @param {Begun} begun */
    end({ delivery, attempt }) {
      endAttempt.run(attempt, answered.outcome, answered.phases, answered.headers)
      end.run(nowUs(), delivery.seq)
    },
    close: () => void database.close(),
  }
}

/** Answers how many of the deliveries of a file a second were sent and written down. @param {Work} work */
async function rateOf({ file, origin, path, headers: plain, count, connections }) {
  const rows = openFile(file)
  const pool = new Pool(origin, { connections })
  /** @type {Begun[]} */
  let ended = []
  let [toClaim, underWay] = [count, 0]
  let isPlanned = false

  /** @param {Waiting} delivery @returns {Begun} */
  function begin(delivery) {
    const second = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret)
      .update(`${delivery.eventId}.${second}.${delivery.payload}`)
      .digest('base64')
    const headers = {
      ...plain,
      'webhook-id': delivery.eventId,
      'webhook-timestamp': String(second),
      'webhook-signature': `v1,${signature}`,
    }
    return { delivery, headers, attempt: rows.begin(delivery, { second, headers }) }
  }

  function turn() {
    isPlanned = false
    const begun = rows.inTransaction(() => {
      for (const one of ended) rows.end(one)
      underWay -= ended.length
      ended = []
      const limit = Math.min(connections - underWay, claimedAtOnce, toClaim)
      return limit > 0 ? rows.waiting(limit).map(begin) : []
    })
    toClaim -= begun.length
    underWay += begun.length
    return begun
  }

  const began = performance.now()
  await new Promise((resolve, reject) => {
    /** @param {Begun} one */
    async function send(one) {
      const response = await pool.request({
        path,
        method: 'POST',
        headers: one.headers,
        body: one.delivery.payload,
      })
      await response.body.dump()
      ended.push(one)
      plan()
    }
    function plan() {
      if (isPlanned) return
      isPlanned = true
      setImmediate(() => {
        for (const one of turn()) send(one).catch(reject)
        if (underWay === 0) resolve(undefined)
        else if (toClaim > 0 && underWay < connections) plan()
      })
    }
    plan()
  })
  const seconds = (performance.now() - began) / 1000
  await pool.destroy()
  rows.close()
  return count / seconds
}

process.on('message', (/** @type {Work} */ work) => {
  rateOf(work).then(
    (rate) => process.send?.({ kind: 'done', rate }),
    (error) => process.send?.({ kind: 'failed', message: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'ready' })
