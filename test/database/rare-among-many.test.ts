import { afterAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../server/database/open.ts'
import { createStores } from '../../server/stores.ts'
import { createSubscriptionStore } from '../../server/subscriptions/store.ts'

/** A plan that goes through a table or an index of all of it. Other indexes have a few records alone. */
const throughAll =
  /SCAN (?!\(|\w+ USING (?:COVERING )?INDEX (?:deliveries_open|deliveries_retrying|attempts_unsearched)\b)|INTEGER PRIMARY KEY \(rowid[<>]/

const count = 30_000
/** Of those that are rare, the newest stands so far behind the newest of all that many turns lie between. */
const rare = (i: number) => i % 1000 === 7 && i < 5000

/**
 * Records of each kind, of which five are unlike all others and three thousand have waited longer than any ended: event and delivery `i`, whose attempt ended by
 * the same number, call `i`, and a capture `i` of each fifth delivery.
 */
function openMany() {
  const database = openDatabase(':memory:')
  const stores = createStores(database, { subscriptions: createSubscriptionStore(database), now: () => 0 })
  const each = 'WITH RECURSIVE one (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM one WHERE i < 30000)'
  const either = (one: string, other: string) => `iif(i % 1000 = 7 AND i < 5000, ${one}, ${other})`
  database.exec(`
    ${each} INSERT INTO events (seq, id, event, occurred_at, source, run_id, call_id, payload)
      SELECT i, 'evt_' || i, ${either("'kyc.approved'", "'card.created'")}, i, 'trigger', ${either("'run_1'", "'run_2'")}, ${either("'cal_7'", 'NULL')}, '{}' FROM one;
    ${each} INSERT INTO deliveries (seq, id, event_seq, event_id, event, subscription_id, url, scheme, state, attempts_made, attempts_max,
      attempts_begun, created_at, finished_at)
      SELECT i, 'dlv_' || i, i, 'evt_' || i, ${either("'kyc.approved'", "'card.created'")}, ${either("'sub_1'", "'sub_2'")}, 'http://x', 'none',
      CASE WHEN i % 1000 = 7 AND i < 5000 THEN 'failed' WHEN i = 11 THEN 'pending' WHEN i = 12 THEN 'retrying' WHEN i = 13 THEN 'sending' ELSE 'succeeded' END,
      1, 1, 1, i, iif(i IN (11, 12, 13), NULL, i) FROM one;
    ${each} INSERT INTO attempts (seq, id, delivery_seq, delivery_id, number, started_at, signed_at, url, http_version, headers, searched)
      SELECT i, 'att_' || i, i, 'dlv_' || i, 1, i, i, 'http://x', '1.1', '[]', i <> 13 FROM one;
    ${each} INSERT INTO attempt_ends (seq, duration_ms, outcome, status)
      SELECT i, 1, ${either(`'{"kind":"responded","status":503}'`, `'{"kind":"responded","status":200}'`)}, ${either('503', '200')} FROM one WHERE i <> 13;
    ${each} INSERT INTO calls (seq, id, at, method, path, run_id, status, error_code, duration_ms, request_headers, response_headers, response_body)
      SELECT i, 'cal_' || i, i, 'GET', ${either("'/api/v0.1/cards'", "'/api/v0.1/accounts'")}, ${either("'run_1'", "'run_2'")}, ${either('404', '200')}, ${either("'card_dne'", 'NULL')}, 1, '[]', '[]', '' FROM one;`)
  const told = Array.from({ length: count }, (_, i) => i + 1)
  const tell = (source: 'events' | 'deliveries' | 'calls', textOf: (i: number) => string) =>
    database.transaction(() =>
      stores[source].searchable.index.add(told.map((i) => ({ rowid: i, text: textOf(i), at: i }))),
    )()
  tell('events', (i) => `evt_${i} ${rare(i) ? 'kyc.approved' : 'card.created'} {}`)
  tell('deliveries', (i) => `dlv_${i} ${rare(i) ? 'kyc.approved' : 'card.created'}`)
  tell('calls', (i) => `GET ${rare(i) ? '/api/v0.1/cards' : '/api/v0.1/accounts'}`)
  addCaptures(database, [1, count])
  return { database, stores }
}

/** Captures of which nothing but their numbers is looked at. */
function addCaptures(database: Database, seqs: readonly number[]) {
  const columns = database.pragma('table_info(captures)') as { name: string; type: string; notnull: 0 | 1 }[]
  const needed = columns.filter(({ name, notnull }) => notnull === 1 && name !== 'seq')
  const insert = database.prepare(
    `INSERT INTO captures (seq, ${needed.map(({ name }) => name)}) VALUES (?, ${needed.map(() => '?')})`,
  )
  for (const seq of seqs)
    insert.run(
      seq,
      needed.map(({ name, type }) =>
        name === 'id' ? `cap_${seq}` : name === 'reply' ? '{}' : type === 'TEXT' ? '' : 0,
      ),
    )
}

const { database, stores } = openMany()
afterAll(() => void database.close())

test('each way to the records that a filter asks for is an index', () => {
  // Statements are prepared once, so this comes before anything else is asked.
  const prepare = vi.spyOn(database, 'prepare')
  const asked: [
    keyof typeof stores & ('captures' | 'deliveries' | 'events' | 'calls'),
    Record<string, string>,
  ][] = [
    ['captures', { endpoint: 'demo' }],
    ['captures', { status: '404' }],
    ['captures', { delivery_id: 'dlv_1' }],
    ['captures', { webhook_id: 'evt_1' }],
    ['captures', { mistake: 'duplicate' }],
    ['captures', { run_id: 'run_1' }],
    ['deliveries', { state: 'failed,pending,retrying,sending' }],
    ['deliveries', { status: '>=400' }],
    ['deliveries', { subscription_id: 'sub_1' }],
    ['deliveries', { run_id: 'run_1' }],
    ['deliveries', { call_id: 'cal_1' }],
    ['deliveries', { event_id: 'evt_1' }],
    ['events', { run_id: 'run_1' }],
    ['events', { call_id: 'cal_1' }],
    ['calls', { status: '>=400' }],
    ['calls', { code: 'card_dne' }],
    ['calls', { run_id: 'run_1' }],
  ]
  for (const [list, filters] of asked) {
    prepare.mockClear()
    stores[list].list.page({ filters, limit: 50 })
    const ways = prepare.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => /^SELECT (1|seq|DISTINCT seq) FROM/.test(sql))
    expect([filters, ways.length]).toEqual([filters, expect.toSatisfy((many: number) => many > 0)])
    for (const sql of ways)
      expect([filters, sql, planOf(sql)]).toEqual([filters, sql, expect.not.stringMatching(throughAll)])
  }

  function planOf(sql: string): string {
    const bound = (sql.match(/\?/g) ?? []).map(() => 1)
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...bound) as { detail: string }[]
    return steps.map(({ detail }) => detail).join('; ')
  }
})

const five = [4007, 3007, 2007, 1007, 7]

test('what is rare among very many is found without a look at all of them', async () => {
  const turns = vi.spyOn(globalThis, 'setImmediate')
  async function found(list: 'deliveries' | 'events' | 'calls', filters: Record<string, string>) {
    turns.mockClear()
    const { rows } = await stores[list].list.pageInTurns({ filters, limit: 50 })
    return { seqs: rows.map(({ seq }) => seq), turns: turns.mock.calls.length }
  }
  const asked: ['deliveries' | 'events' | 'calls', Record<string, string>, number[]][] = [
    ['deliveries', { state: 'failed' }, five],
    ['deliveries', { state: 'pending' }, [11]],
    ['deliveries', { state: 'retrying' }, [12]],
    ['deliveries', { state: 'sending' }, [13]],
    ['deliveries', { state: 'failed,pending,sending,cancelled' }, [4007, 3007, 2007, 1007, 13, 11, 7]],
    ['deliveries', { state: 'refused' }, []],
    ['deliveries', { event: 'kyc.approved' }, five],
    ['deliveries', { event: 'kyc.*' }, five],
    ['deliveries', { status: '503' }, five],
    ['deliveries', { status: '4xx,>=500' }, five],
    ['deliveries', { status: '404' }, []],
    ['deliveries', { subscription_id: 'sub_1' }, five],
    ['deliveries', { q: '-subscription_id:sub_2' }, five],
    ['deliveries', { event_id: 'evt_2007' }, [2007]],
    ['deliveries', { run_id: 'run_1' }, five],
    ['deliveries', { call_id: 'cal_7' }, five],
    ['deliveries', { run_id: 'run_3' }, []],
    ['deliveries', { run_id: 'run_3,run_1' }, five],
    ['deliveries', { subscription_id: ',' }, []],
    ['events', { event: 'kyc.*' }, five],
    ['events', { run_id: 'run_1' }, five],
    ['events', { call_id: 'cal_7' }, five],
    ['calls', { status: '404' }, five],
    ['calls', { status: '>=400' }, five],
    ['calls', { code: 'card_dne' }, five],
    ['calls', { path: '/cards' }, five],
    ['calls', { run_id: 'run_1' }, five],
  ]
  for (const [list, filters, seqs] of asked)
    expect([list, filters, await found(list, filters)]).toEqual([
      list,
      filters,
      { seqs, turns: expect.toSatisfy((turns: number) => turns < 2) },
    ])
})
