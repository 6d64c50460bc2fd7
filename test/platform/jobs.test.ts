import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from './makers.ts'

const start = '2026-01-05T09:00:00Z'

/** A file for a sandbox's database, and another connection to it. */
function ownFile() {
  const data = join(ownFolder(), 'sandbox.db')
  return {
    data,
    /** What stands in the file now, as somebody else sees it. */
    open() {
      const database = new BetterSqlite3(data)
      onTestFinished(() => void database.close())
      const column = <Value>(sql: string) => database.prepare<[], Value>(sql).pluck().all()
      return {
        database,
        waiting: () => column<string>('SELECT kind FROM jobs ORDER BY due_at, seq'),
        /** How verifications stand. */
        checks: () => column<string>("SELECT data ->> 'status' FROM objects WHERE kind = 'kyc' ORDER BY seq"),
        events: () => column<string>('SELECT event FROM events ORDER BY seq'),
      }
    },
  }
}

async function standing(config: Record<string, unknown> = {}) {
  const sandbox = await startSandbox(config)
  await sandbox.clock({ mode: 'manual', set: start })
  return { sandbox, ...createMakers(doerOf(sandbox)) }
}

/** Name and time of what was told, oldest first. */
async function happened({ get }: TestSandbox) {
  const { events } = await get<{ events: { event: string; occurred_at: string }[] }>(
    '/sandbox/events?limit=500',
  )
  return events.toReversed().map(({ event, occurred_at }) => `${occurred_at.slice(5, 19)} ${event}`)
}

test('what is planned survives a restart, and comes at its time, once', async () => {
  const { data, open } = ownFile()
  const config = { data, kyc: { delay: '30m' } }
  const first = await standing(config)
  const { card_id, account_id } = await first.funded()
  const { transfer_id = '' } = await first.act('POST', '/core/transfer', { card_id, amount: '5.00' })
  const customer_id = await first.verification('222-22-2222')
  const business_id = await first.business()
  await first.act('POST', `/businesses/${business_id}/verification-kyb`)
  await first.act('GET', `/accounts/${account_id}/history`)
  await first.sandbox.subscribe(`${first.sandbox.url}/in/demo`)
  const before = await happened(first.sandbox)
  await first.sandbox.close()
  expect(open().waiting()).toEqual(['transfer.complete', 'history.ready', 'kyc.decide', 'kyb.decide'])

  const sandbox = await startSandbox(config)
  await sandbox.clock({ advance: '59s' })
  expect(await happened(sandbox)).toEqual(before)
  await sandbox.clock({ advance: '4d' })
  const after = (await happened(sandbox)).slice(before.length)
  expect(after).toEqual([
    '01-05T09:01:00 transactions',
    expect.stringMatching(/^01-05T09:01:\d\d account\.history\.ready$/),
    '01-05T09:30:00 kyc.verification.document_required',
    '01-05T09:30:00 kyb.verification.approved',
    '01-08T09:30:00 kyc.verification.timeout',
  ])
  // Whoever was subscribed before the restart hears of it.
  expect((await sandbox.captures()).map(({ event }) => event).toReversed()).toEqual(
    after.map((line) => String(line).split(' ')[1]),
  )
  const { body: check } = await sandbox.call('GET', `/customers/${customer_id}/verification-kyc`)
  expect(check).toMatchObject({ status: 'timeout' })
  expect((await sandbox.call('GET', `/transfers/${transfer_id}`)).body).toMatchObject({ status: 'completed' })
  await sandbox.close()
  expect(open().waiting()).toEqual([])
})

test('jobs that were due while the sandbox was stopped run at the start', async () => {
  const { data, open } = ownFile()
  const first = await startSandbox({ data, kyc: { delay: '1h' } })
  await createMakers(doerOf(first)).verification('123-45-6789')
  await first.close()
  expect(open().checks()).toEqual(['submitted'])

  const real = realOutside()
  const sandbox = await startSandbox(
    { data },
    { ...real, wallTime: () => real.wallTime() + 2 * 3_600_000_000 },
  )
  await sandbox.settle()
  expect([open().checks(), open().events()]).toEqual([['success'], ['kyc.verification.success']])
})

test('a long step of the clock goes through everything in order of time, whatever was planned first', async () => {
  const { sandbox, act, funded, customer } = await standing()
  const { account_id, card_id } = await funded()
  await act('POST', '/rdc', { account_id, amount: '7.00', front_image: 'iVBORw0KGgo=' })
  await act('POST', `/customers/${await customer()}/verification-kyc`, { ssn: '111-11-1111' })
  await act('POST', '/core/transfer', { card_id, amount: '1.00', date: '2026-01-07' })
  await act('POST', '/core/transfer', { card_id, amount: '2.00' })
  const before = (await happened(sandbox)).length
  await sandbox.clock({ advance: '10d' })
  expect((await happened(sandbox)).slice(before)).toEqual([
    '01-05T09:01:00 transactions',
    '01-06T09:00:00 transactions',
    '01-07T00:01:00 transactions',
    '01-08T09:00:00 kyc.verification.timeout',
  ])
})

test('hundreds that fall due together all run, in the order in which they were planned', async () => {
  const { sandbox, act, funded } = await standing()
  const { account_id, card_id } = await funded()
  const made: string[] = []
  for (let count = 0; count < 250; count++)
    made.push((await act('POST', '/core/transfer', { card_id, amount: '1.00' })).transaction_id ?? '')
  await sandbox.clock({ advance: '1m' })
  const { events } = await sandbox.get<{ events: { id: string }[] }>('/sandbox/events?limit=250')
  const settled = await Promise.all(events.toReversed().map(({ id }) => sandbox.event(id)))
  expect(
    settled.map(
      ({ payload }) => (payload as { transaction: { transaction_id: string } }).transaction.transaction_id,
    ),
  ).toEqual(made)
  expect((await sandbox.call('GET', `/accounts/${account_id}`)).body).toMatchObject({ balance: '750.00' })
})

test('a job changes the state and announces it in one transaction', async () => {
  const { data, open } = ownFile()
  const { sandbox, verification } = await standing({ data, kyc: { delay: '1h' } })
  await verification('123-45-6789')
  const outside = open()
  expect([outside.checks(), outside.events(), outside.waiting()]).toEqual([['submitted'], [], ['kyc.decide']])
  const seen: unknown[] = []
  sandbox.listen((frames) => {
    if (frames.some(({ kind }) => kind === 'event'))
      seen.push([outside.checks(), outside.events(), outside.waiting()])
  })
  await sandbox.clock({ advance: '1h' })
  expect(seen).toEqual([[['success'], ['kyc.verification.success'], []]])
})

test('a job that fails is undone whole and told of; it does not come back, and the others run', async () => {
  const { data, open } = ownFile()
  const { sandbox, verification } = await standing({ data, kyc: { delay: '1h' } })
  await verification('999-99-0000')
  await verification('123-45-6789')
  await verification('000-00-0000')
  const outside = open()
  // The event cannot be written, when the state has been already.
  outside.database.exec(`CREATE TRIGGER no_event BEFORE INSERT ON events WHEN new.event = 'kyc.verification.success'
    BEGIN SELECT raise(ABORT, 'no room for this event'); END`)
  await sandbox.clock({ advance: '1h' })
  expect(outside.checks()).toEqual(['failure', 'submitted', 'under_review'])
  expect(outside.events()).toEqual(['kyc.verification.failure', 'kyc.verification.under_review'])
  expect(outside.waiting()).toEqual([])
  expect(sandbox.troubles.map(String)).toEqual([expect.stringContaining('no room for this event')])

  outside.database.exec('DROP TRIGGER no_event')
  await sandbox.clock({ advance: '1d' })
  expect(outside.checks()).toEqual(['failure', 'submitted', 'under_review'])
  expect(sandbox.troubles).toHaveLength(1)
})

test('a reset forgets what was planned', async () => {
  const { data, open } = ownFile()
  const { sandbox, verification, transfer, account } = await standing({ data, kyc: { delay: '1h' } })
  await verification('123-45-6789')
  await transfer()
  await account({ type: 'credit' })
  const outside = open()
  expect(outside.waiting()).toEqual(['transfer.complete', 'kyc.decide', 'statement.close'])
  await sandbox.post('/sandbox/reset', {})
  expect(outside.waiting()).toEqual([])
  await sandbox.clock({ advance: '90d' })
  expect(await happened(sandbox)).toEqual([])
  expect(sandbox.troubles).toEqual([])
})

test('on the real clock a job runs by itself when its time has come', async () => {
  const sandbox = await startSandbox({ kyc: { delay: '20ms' } })
  const { verification } = createMakers(doerOf(sandbox))
  await verification('123-45-6789')
  await sandbox.waitFor('kind=event&event=kyc.verification.success')
})
