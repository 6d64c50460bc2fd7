import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { makeOlder } from './older.ts'

/** As database version 14 kept ends and reasons: with sentences; and what they are now. */
const ends = [
  [
    { kind: 'responded', status: 503 },
    { kind: 'responded', status: 503 },
  ],
  [
    { kind: 'timed_out', after_ms: 300, phase: 'waiting' },
    { kind: 'timed_out', after_ms: 300, phase: 'waiting' },
  ],
  [
    { kind: 'refused', detail: 'connect ECONNREFUSED 127.0.0.1:1 (nobody listens there)' },
    { kind: 'refused', code: 'ECONNREFUSED', address: '127.0.0.1:1' },
  ],
  [
    { kind: 'refused', detail: 'the proxy: connect ECONNREFUSED 10.0.0.1:3128 (nobody listens there)' },
    { kind: 'refused', code: 'ECONNREFUSED', proxy: '10.0.0.1:3128' },
  ],
  [
    { kind: 'blocked', detail: '8.8.8.8 is a public address. Allow it with delivery.allow_public.' },
    { kind: 'blocked', code: 'public_address', address: '8.8.8.8' },
  ],
  [
    { kind: 'dns', detail: 'nobody.invalid has no address' },
    { kind: 'dns', code: 'ENOTFOUND', address: 'nobody.invalid' },
  ],
  [
    { kind: 'reset', detail: 'the answer is no HTTP: it begins with "+OK POP3"' },
    { kind: 'reset', code: 'unreadable', text: 'the answer is no HTTP: it begins with "+OK POP3"' },
  ],
  [
    { kind: 'tls', detail: 'the receiver does not speak TLS at this port. Use http in the address.' },
    {
      kind: 'tls',
      code: 'earlier',
      text: 'the receiver does not speak TLS at this port. Use http in the address',
    },
  ],
  [
    { kind: 'dropped', detail: 'lost on the way, as the fault drop says: nothing was sent' },
    { kind: 'dropped', code: 'fault_drop' },
  ],
  [
    { kind: 'interrupted', detail: 'the sandbox stopped waiting' },
    { kind: 'interrupted', code: 'stopped' },
  ],
  [
    { kind: 'aborted', detail: 'by hand after 1.2 s' },
    { kind: 'aborted', code: 'earlier', text: 'by hand after 1.2 s' },
  ],
] as const

const reasons = [
  ['gave up after 2 attempts: HTTP 401', { code: 'gave_up', attempts: 2 }],
  ['HTTP 410: the receiver is gone for good', { code: 'gone' }],
  ['HTTP 401: the receiver refused it, as it had to', { code: 'refused', status: 401 }],
  ['HTTP 200: the receiver accepted what it had to refuse', { code: 'wrongly_accepted', status: 200 }],
  ['cancelled by hand', { code: 'cancelled_by_hand' }],
  ['the subscription was deleted', { code: 'subscription_deleted' }],
  ['the subscription was disabled', { code: 'subscription_disabled', by: null }],
  [
    'the subscription was disabled: 3 deliveries in a row were given up',
    { code: 'subscription_disabled', by: { code: 'given_up_in_a_row', count: 3 } },
  ],
  ['HTTP 503', { code: 'earlier', text: 'HTTP 503' }],
  [null, null],
  [null, null],
] as const

test('ends and reasons that were kept as sentences are codes and fields', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data, delivery: { retry_delays: [] } })
  const { id } = await first.subscribe('http://127.0.0.1:1/')
  await first.trigger('card.created', { count: ends.length })
  await first.settle()
  await first.close()

  const old = new BetterSqlite3(data)
  makeOlder(old, 14)
  const outcome = old.prepare('UPDATE attempt_ends SET outcome = ? WHERE seq = ?')
  const reason = old.prepare(
    'UPDATE deliveries SET reason = ? WHERE seq = (SELECT delivery_seq FROM attempts WHERE seq = ?)',
  )
  const seqs = old.prepare<[], number>('SELECT seq FROM attempt_ends ORDER BY seq').pluck().all()
  for (const [at, seq] of seqs.entries()) {
    outcome.run(JSON.stringify(ends[at]?.[0]), seq)
    reason.run(reasons[at]?.[0] ?? null, seq)
  }
  old.exec("UPDATE subscriptions SET enabled = 0, disabled_reason = '3 deliveries in a row were given up'")
  old.close()

  const sandbox = await startSandbox({ data })
  const rows = await sandbox.deliveries('?order=oldest')
  expect(rows.map(({ last_outcome }) => last_outcome)).toMatchObject(ends.map(([, facts]) => facts))
  expect(rows.map(({ reason_facts }) => reason_facts)).toEqual(reasons.map(([, facts]) => facts))
  expect(await sandbox.get('/sandbox/subscriptions')).toMatchObject({
    subscriptions: [{ id, disabled_reason_code: 'given_up_in_a_row' }],
  })
})
