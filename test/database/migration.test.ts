import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Delivery, DeliveryRow, EventRow } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
/** 2026-01-01T00:00:00Z and so many seconds, in microseconds. */
const at = (seconds: number) => 1_767_225_600_000_000 + seconds * 1_000_000
const answered = (status: number) => JSON.stringify({ kind: 'responded', status })
const timedOut = '{"kind":"timed_out","after_ms":3000}'

interface OldDelivery {
  seq: number
  state: string
  made?: number
  due?: number
  body?: string
  headers?: string
  outcome?: string
  ended?: number
}
const deliveries: OldDelivery[] = [
  { seq: 11, state: 'succeeded', made: 2, outcome: answered(200), ended: 70 },
  {
    seq: 12,
    state: 'failed',
    made: 1,
    outcome: answered(500),
    ended: 2,
    body: '{"edited":"zebra"}',
    headers: '[["X-Edited","yes"]]',
  },
  { seq: 13, state: 'pending', due: 3 },
  { seq: 14, state: 'sending' },
  { seq: 15, state: 'retrying', made: 1, due: 600, outcome: timedOut },
]
const attempts = [
  { seq: 21, of: 11, number: 1, started: 1, outcome: timedOut },
  { seq: 22, of: 11, number: 2, started: 65, outcome: answered(200), status: 200, said: 'thanks' },
  { seq: 23, of: 12, number: 1, started: 2, outcome: answered(500), status: 500, said: 'quagga' },
  { seq: 24, of: 15, number: 1, started: 5, outcome: timedOut },
  // What a kill left without an end.
  { seq: 25, of: 14, number: 1, started: 4 },
]

/** A file as the version before left it: its clock stands at 00:02:00, and its index knows all but the last attempt. */
function writeOldFile(url: string): string {
  const file = join(ownFolder(), 'old.db')
  const old = new BetterSqlite3(file)
  for (const name of ['001-first', '002-platform'])
    old.exec(readFileSync(`server/database/migrations/${name}.sql`, 'utf8'))
  old.pragma('user_version = 2')
  const insert = (table: string, row: Record<string, unknown>) =>
    old
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map((name) => `@${name}`)})`,
      )
      .run(row)
  const index = (rowid: number, ref: number, text: string) => insert('search', { rowid, ref, text })
  insert('settings', { name: 'seed', value: '7' })
  insert('settings', {
    name: 'clock',
    value: JSON.stringify({ mode: 'manual', speed: 1, base: at(120), wall: 0 }),
  })
  insert('counters', { name: 'seq', value: 30 })
  insert('subscriptions', {
    seq: 1,
    id: 'sub',
    identity: 'demo',
    url,
    description: '',
    events: '["*"]',
    version: '0.1',
    secret,
    enabled: 1,
    created_at: at(0),
    updated_at: at(0),
    scheme: 'standard-webhooks',
    ordered: 0,
  })
  for (const { seq, state, made = 0, due, body, headers, outcome, ended } of deliveries) {
    const event = seq - 10
    const payload = `{"event":"card.created","number":${event}}`
    insert('events', {
      seq: event + 1,
      id: `evt_${event}`,
      event: 'card.created',
      occurred_at: at(event),
      source: 'trigger',
      payload,
    })
    index(event + 1, event + 1, `evt_${event} card.created ${payload}`)
    insert('deliveries', {
      seq,
      id: `dlv_${event}`,
      event_id: `evt_${event}`,
      event: 'card.created',
      subscription_id: 'sub',
      url,
      scheme: 'standard-webhooks',
      body: body === undefined ? null : Buffer.from(body),
      headers: headers ?? null,
      state,
      attempts_made: made,
      attempts_max: 9,
      next_attempt_at: due === undefined ? null : at(due),
      last_outcome: outcome ?? null,
      created_at: at(event),
      finished_at: ended === undefined ? null : at(ended),
    })
    index(seq, seq, `dlv_${event} evt_${event} card.created ${url}`)
  }
  for (const { seq, of, number, started, outcome, status, said } of attempts) {
    const response = said === undefined ? null : Buffer.from(said)
    insert('attempts', {
      seq,
      id: `att_${seq}`,
      delivery_id: `dlv_${of - 10}`,
      number,
      started_at: at(started),
      signed_at: at(started),
      duration_ms: outcome === undefined ? null : 12.5,
      outcome: outcome ?? null,
      request_url: url,
      request_headers: `[["X-Number","old-${seq}"]]`,
      response_status: status ?? null,
      response_headers: status === undefined ? null : '[["X-Told","yes"]]',
      response_body: response,
      response_truncated: status === undefined ? null : 0,
    })
    if (outcome !== undefined) index(seq, of, `old-${seq} ${said ?? ''}`)
  }
  old.close()
  return file
}

async function openOld() {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({ data: writeOldFile(receiver.url), delivery: { jitter: 0 } })
  await sandbox.settle()
  return { receiver, sandbox }
}

const told = ({ attempts: made }: Delivery) => made.map(({ number, outcome }) => [number, outcome])
const found = async (sandbox: TestSandbox, q: string) =>
  (await sandbox.deliveries(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id)

test('a file of the previous version keeps its outcomes, and an old timeout becomes one while waiting', async () => {
  const { sandbox } = await openOld()
  const [good, bad] = [await sandbox.delivery('dlv_1'), await sandbox.delivery('dlv_2')]
  const late = { kind: 'timed_out', after_ms: 3000, phase: 'waiting', detail: expect.any(String) }
  expect(told(good)).toEqual([
    [1, late],
    [2, { kind: 'responded', status: 200 }],
  ])
  expect(good).toMatchObject({
    state: 'succeeded',
    attempts_made: 2,
    attempts_max: 9,
    fault: null,
    last_outcome: { kind: 'responded', status: 200 },
    created_at: '2026-01-01T00:00:01.000000Z',
    finished_at: '2026-01-01T00:01:10.000000Z',
  })
  expect(good.attempts[1]).toMatchObject({
    id: 'att_22',
    duration_ms: 12.5,
    phases: null,
    fault: null,
    changes: [],
    request: { http_version: '1.1', headers: [['X-Number', 'old-22']], sent_bytes: null },
    response: { status: 200, headers: [['X-Told', 'yes']], body: 'thanks', size: 6, truncated: false },
  })
  expect(bad.attempts[0]?.request.body).toBe('{"edited":"zebra"}')
  const waiting = await sandbox.delivery('dlv_5')
  expect(waiting).toMatchObject({ state: 'retrying', last_outcome: late, attempts_made: 1 })
  expect(told(waiting)).toEqual([[1, late]])
})

test('a file of the version before: what had not ended is delivered, and nothing else', async () => {
  const { sandbox, receiver } = await openOld()
  const sent = () => receiver.requests.map(({ headers }) => headers['webhook-id']).sort()
  expect(sent()).toEqual(['evt_3', 'evt_4'])
  expect(receiver.requests.map(({ body }) => body.toString())).toContain(
    '{"event":"card.created","number":3}',
  )
  const cut = await sandbox.delivery('dlv_4')
  expect(cut).toMatchObject({ state: 'succeeded', attempts_made: 1 })
  expect(cut.attempts.map(({ number, outcome }) => [number, outcome?.kind])).toEqual([
    [1, 'interrupted'],
    [2, 'responded'],
  ])
  await sandbox.clock({ set: '2026-01-01T00:10:00Z' })
  expect(sent()).toEqual(['evt_3', 'evt_4', 'evt_5'])
  expect((await sandbox.delivery('dlv_5')).attempts.map(({ number }) => number)).toEqual([1, 2])
  expect((await sandbox.deliveries()).map(({ state }) => state).sort()).toEqual([
    'failed',
    'succeeded',
    'succeeded',
    'succeeded',
    'succeeded',
  ])
})

test('a file of the version before: old and new are found once each, and edits go along when sent again', async () => {
  const { sandbox, receiver } = await openOld()
  expect(await found(sandbox, 'old-23')).toEqual(['dlv_2'])
  expect(await found(sandbox, 'quagga')).toEqual(['dlv_2'])
  expect(await found(sandbox, 'dlv_1')).toEqual(['dlv_1'])
  // Its attempt had no end when the file was left.
  expect(await found(sandbox, 'old-25')).toEqual(['dlv_4'])
  const { events } = await sandbox.get<{ events: EventRow[] }>('/sandbox/events?q=evt_3')
  expect(events.map(({ id }) => id)).toEqual(['evt_3'])
  const { events: made } = await sandbox.trigger('customer.updated')
  expect((await found(sandbox, made[0]?.id ?? '')).length).toBe(1)
  const { delivery } = await sandbox.post<{ delivery: DeliveryRow }>('/sandbox/deliveries/dlv_2/resend')
  await sandbox.settle()
  const last = receiver.requests.at(-1)
  expect([last?.body.toString(), last?.headers['x-edited']]).toEqual(['{"edited":"zebra"}', 'yes'])
  expect((await sandbox.delivery(delivery.id)).state).toBe('succeeded')
})
