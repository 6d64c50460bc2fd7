import BetterSqlite3 from 'better-sqlite3'

const kinds = ['card', 'customer', 'account', 'transfer', 'statement', 'kyc']
const ends = ['created', 'updated', 'closed', 'failed', 'settled']
/** 30 of them. */
export const events = kinds.flatMap((kind) => ends.map((end) => `${kind}.${end}`))
const words = 'amount currency status holder customer reference merchant category approved settled'.split(' ')

/** What is asked for in measurements, and how common it is. Of what is in one of a thousand, the first thousand hold one. */
export const planted = {
  /** In one of a thousand. */ rareWord: 'zebra',
  /** In one of three. */ someWord: 'merchant',
  /** In all. */ commonWord: 'currency',
  /** Of eight endpoints: seven in ten of all, and one in a hundred. */ endpoints: ['ep0', 'ep7'],
}

/** One of so many, spread over all without a rhythm that another share has too. @param {number} i @param {number} share */
export const isOneOf = (i, share) => (Math.imul(i, 0x9e3779b1) >>> 0) % share === 0

/** @param {number} i */
function endpointOf(i) {
  if (isOneOf(i + 3, 100)) return 'ep7'
  return i % 10 < 7 ? 'ep0' : `ep${1 + (i % 6)}`
}

/**
 * A body of 300 to 1000 bytes.
 * @param {number} i @param {string} event @param {string} at
 */
function bodyOf(i, event, at) {
  const said = [words[i % words.length], words[(i * 7 + 3) % words.length]]
  if (isOneOf(i + 1250, 1000)) said.push(planted.rareWord)
  const data = {
    id: `${(Math.imul(i, 0x85ebca6b) >>> 0).toString(16).padStart(8, '0')}-4ef4-4076-b296-${String(i).padStart(12, '0')}`,
    amount: `${(i * 37) % 10_000}.${i % 100}`,
    currency: 'USD',
    status: ends[i % ends.length],
    description: said.join(' '),
    filler: 'lorem ipsum dolor sit amet consetetur '.repeat(1 + ((i * 13) % 18)),
  }
  return Buffer.from(JSON.stringify({ event, occurred_at: at, data }))
}

/**
 * Repeats in the file of a stopped sandbox its first two captures, one verified and one failed: so many more, as they would
 * have come one every 2 ms. The full-text index knows none of them yet.
 * @param {string} file @param {number} count
 */
export function addCaptures(file, count) {
  const database = new BetterSqlite3(file)
  // So that it does not wait for the disk; the program reads it only when it is whole.
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -524288')
  const [verified, failed] = /** @type {Record<string, any>[]} */ (
    database.prepare('SELECT * FROM captures ORDER BY seq').all()
  )
  const names = Object.keys(verified ?? {})
  const insert = database.prepare(`INSERT INTO captures (${names}) VALUES (${names.map(() => '?')})`)
  const flag = database.prepare('INSERT INTO capture_flags (flag, seq) VALUES (?, ?)')
  const put = database.prepare(
    'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  const before = Number(database.prepare("SELECT value FROM counters WHERE name = 'seq'").pluck().get())
  const [template, mistaken] = [
    JSON.parse(verified?.headers),
    '[{"mistake":"stale","detail":"It is old.","fix":"","capture_id":null}]',
  ]
  const addSome = database.transaction((/** @type {number} */ from, /** @type {number} */ to) => {
    for (let i = from; i < to; i++) {
      const seq = before + 1 + i
      const isFailed = isOneOf(i + 2, 100)
      const base = isFailed ? failed : verified
      const receivedAt = Number(verified?.received_at) + i * 2000
      const event = events[i % events.length] ?? ''
      const body = bodyOf(i, event, new Date(receivedAt / 1000).toISOString())
      const endpoint = endpointOf(i)
      const isMistaken = isOneOf(i + 1254, 1000)
      const id = `evt_${String(i).padStart(26, '0')}`
      const own = {
        seq,
        id: `cap_${(seq + 32 ** 7).toString(32)}${'0'.repeat(18)}`.slice(0, 30),
        endpoint,
        received_at: receivedAt,
        path: isOneOf(i + 1252, 1000) ? `/in/${endpoint}/orders/${i}` : `/in/${endpoint}`,
        method: isOneOf(i + 6, 500) ? 'PUT' : 'POST',
        reply_status: isOneOf(i + 7, 50) ? (isOneOf(i, 3) ? 418 : 503) : 200,
        headers: JSON.stringify(
          template.map((/** @type {[string, string]} */ [name, value]) => [
            name,
            /^webhook-id$/i.test(name)
              ? id
              : /^webhook-signature$/i.test(name)
                ? `v1,${Buffer.from(body.subarray(60, 92)).toString('base64')}`
                : value,
          ]),
        ),
        event,
        webhook_id: id,
        mistakes: isMistaken ? mistaken : '[]',
        input: null,
        body_size: body.length,
        body,
      }
      insert.run(names.map((name) => /** @type {Record<string, unknown>} */ ({ ...base, ...own })[name]))
      if (isMistaken) flag.run('mistake:stale', seq)
      if (isFailed)
        for (const { cause } of JSON.parse(failed?.verdict).causes) flag.run(`cause:${cause}`, seq)
    }
    put.run('seq', before + to)
    put.run('cap', to + 2)
  })
  // Made at once behind all rows, indexes cost a fraction of what they do row by row.
  const indexes = /** @type {{ name: string, sql: string }[]} */ (
    database
      .prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'captures' AND sql IS NOT NULL",
      )
      .all()
  )
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
  for (let from = 0; from < count; from += 10_000) addSome(from, Math.min(count, from + 10_000))
  for (const { sql } of indexes) database.exec(sql)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

/** How many parts of the index of a source are still to be tidied up. @param {string} file @param {string} source @returns {number} */
export function untidyParts(file, source) {
  const database = new BetterSqlite3(file, { readonly: true })
  try {
    return Number(
      database
        .prepare(
          `SELECT count(*) FROM search_parts WHERE source = @source
         AND number < (SELECT max(number) FROM search_parts WHERE source = @source)
         AND number NOT IN (SELECT number FROM search_vocabulary WHERE source = @source)`,
        )
        .pluck()
        .get({ source }),
    )
  } finally {
    database.close()
  }
}
