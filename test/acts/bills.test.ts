import { expect, test } from 'vitest'
import { expectRefused } from '../control/refused.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import type { Payload } from './agrees.ts'

const day = (one: { occurred_at: string }) => one.occurred_at.slice(0, 10)

async function startAt(time = '2026-11-21T12:00:00Z') {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: time })
  return sandbox
}
/** What was told of an event, in order. */
async function told(sandbox: TestSandbox, event: string) {
  const { events } = await sandbox.get<{ events: { id: string; occurred_at: string }[] }>(
    `/sandbox/events?event=${event}&limit=500`,
  )
  return Promise.all(
    events.toReversed().map(async (row) => {
      const { payload } = await sandbox.event(row.id)
      return { ...row, details: (payload as unknown as Payload).details }
    }),
  )
}
const fire = async (sandbox: TestSandbox, event: string, set: Record<string, unknown> = {}) => {
  const { events } = await sandbox.trigger(event, { set })
  return ((await sandbox.event(events.at(-1)?.id ?? '')).payload as unknown as Payload).details
}

test.each(['account.statements.generated', 'account.statements.ready', 'account.autopay.failed'])(
  'nobody pays the statement of a triggered %s: it is late the day after it is due',
  async (event) => {
    const sandbox = await startAt()
    const { account_id } = await fire(sandbox, event)
    await sandbox.clock({ advance: '12d' })
    const late = await told(sandbox, 'account.statements.late_payment')
    expect(late.map(day)).toEqual(['2026-11-27'])
    expect(late[0]?.details).toMatchObject({ account_id, statement_month: '2026-10' })
  },
)

test.each(['insufficient_funds', 'account_closed', 'returned_by_bank'])(
  'after a triggered failure for %s the owner pays the next statement from what he has',
  async (reason) => {
    const sandbox = await startAt('2026-10-10T12:00:00Z')
    const call = async (path: string, body: unknown, method = 'POST') =>
      (await sandbox.call<Record<string, string>>(method, path, body)).body
    const { customer_id } = await call('/customers/', {
      dob: '1990-04-12',
      names: [{ first_name: 'Ada', last_name: 'Quill' }],
    })
    await call('/simulate/kyc-pass', { customer_id })
    const rich = await call('/accounts', { customer_id })
    const credit = await call('/accounts', { customer_id, type: 'credit' })
    for (const [account, type, amount] of [
      [rich, 'deposit', '900.00'],
      [credit, 'purchase', '40.00'],
    ] as const) {
      const { card_id } = await call('/cards', { account_id: account.account_id })
      await call('/simulate/settlement', { card_id, type, amount })
    }
    await sandbox.clock({ set: '2026-11-02T12:00:00Z' })
    await call(`/accounts/${credit.account_id}`, { autopay: true }, 'PATCH')
    const named = { 'details.account_id': credit.account_id }
    const failed = await fire(sandbox, 'account.autopay.failed', { ...named, 'details.reason': reason })
    expect(failed).toMatchObject({ amount: '40.00', reason })
    await sandbox.clock({ set: '2026-12-27T12:00:00Z' })
    expect(await told(sandbox, 'account.autopay.failed')).toHaveLength(1)
    expect((await call(`/accounts/${rich.account_id}`, undefined, 'GET')).balance).toBe('860.00')
  },
)

test.each([
  ['2026-11-27T09:00:00Z', '2026-11-28'],
  ['2026-11-30T23:00:00Z', '2026-12-01'],
])(
  'a statement that is triggered when it was due already, at %s, is late the day after',
  async (at, lateOn) => {
    const sandbox = await startAt(at)
    const { account_id } = await fire(sandbox, 'account.statements.generated')
    await fire(sandbox, 'account.statements.ready')
    await sandbox.clock({ advance: '10d' })
    const late = await told(sandbox, 'account.statements.late_payment')
    expect(late.map(day)).toEqual([lateOn])
    expect(late[0]?.details).toMatchObject({ account_id, statement_month: '2026-10' })
  },
)

test('a triggered late payment is followed by that of the statement after it', async () => {
  const sandbox = await startAt()
  const first = await fire(sandbox, 'account.statements.late_payment')
  expect(first.statement_month).toBe('2026-09')
  await sandbox.clock({ advance: '12d' })
  const late = await told(sandbox, 'account.statements.late_payment')
  expect(late.map(day)).toEqual(['2026-11-21', '2026-11-27'])
  expect(late[1]?.details.statement_month).toBe('2026-10')
})

test('a bill is late once, however often its statement is triggered, and not at all where its day was past', async () => {
  const sandbox = await startAt()
  await sandbox.trigger('account.statements.ready', { count: 3 })
  await sandbox.clock({ set: '2026-12-02T00:00:00Z' })
  const { account_id } = await fire(sandbox, 'account.statements.ready')
  await sandbox.clock({ set: '2026-12-29T00:00:00Z' })
  await fire(sandbox, 'account.statements.ready', { 'details.account_id': account_id })
  await sandbox.clock({ set: '2026-12-31T00:00:00Z' })
  const late = await told(sandbox, 'account.statements.late_payment')
  expect(late.map(day)).toEqual(['2026-11-27', '2026-12-27'])
})

test('automatic payment pays a triggered statement on its day, once, and nothing is late', async () => {
  const sandbox = await startAt()
  const { account_id } = await fire(sandbox, 'account.statements.ready')
  await fire(sandbox, 'account.autopay.changed', {
    'details.account_id': account_id,
    'details.enabled': true,
  })
  await sandbox.trigger('account.statements.ready', { set: { 'details.account_id': account_id }, count: 2 })
  await sandbox.clock({ advance: '8d' })
  expect((await told(sandbox, 'account.autopay.scheduled')).map(day)).toEqual(['2026-11-21'])
  expect((await told(sandbox, 'account.autopay.processed')).map(day)).toEqual(['2026-11-26'])
  expect(await told(sandbox, 'account.statements.late_payment')).toEqual([])
})

test('automatic payment ignores a statement that was created after its due day', async () => {
  const sandbox = await startAt('2026-11-27T09:00:00Z')
  const { account_id } = await fire(sandbox, 'account.statements.ready')
  const named = { 'details.account_id': account_id }
  await fire(sandbox, 'account.autopay.changed', { ...named, 'details.enabled': true })
  await fire(sandbox, 'account.statements.ready', named)
  await sandbox.clock({ advance: '2d' })
  expect(await told(sandbox, 'account.autopay.scheduled')).toEqual([])
  expect((await told(sandbox, 'account.statements.late_payment')).map(day)).toEqual(['2026-11-28'])
})

test('a payment that was dropped on its day can be scheduled again', async () => {
  const sandbox = await startAt('2026-11-10T09:00:00Z')
  const { account_id } = await fire(sandbox, 'account.autopay.scheduled')
  const named = { 'details.account_id': account_id }
  const again = () =>
    sandbox.request('POST', '/sandbox/events', { event: 'account.autopay.scheduled', set: named })
  const turn = (enabled: boolean) =>
    fire(sandbox, 'account.autopay.changed', { ...named, 'details.enabled': enabled })
  expectRefused(await again(), { status: 409, code: 'event_impossible', message: /is scheduled already/ })
  await turn(false)
  await sandbox.clock({ set: '2026-11-28T09:00:00Z' })
  await turn(true)
  expect((await again()).status).toBe(201)
  expect((await told(sandbox, 'account.autopay.scheduled')).at(-1)?.details.payment_date).toBe('2026-11-29')
})

test('a trigger for a month sends its statement; a month without a statement is refused', async () => {
  const sandbox = await startAt('2026-01-05T09:00:00Z')
  const before = await fire(sandbox, 'account.statements.ready')
  const { account_id } = before
  await sandbox.clock({ set: '2026-03-10T00:00:00Z' })
  for (const month of ['2025-12', '2026-01', '2026-02']) {
    const details = await fire(sandbox, 'account.statements.ready', {
      'details.account_id': account_id,
      'details.statement_month': month,
    })
    const read = await sandbox.call('GET', `/accounts/${account_id}/statements/${month.replace('-', '/')}`)
    const { statement_id, payment_due_date, closing_balance } = read.body as Record<string, unknown>
    expect(details).toMatchObject({ statement_month: month, statement_id, payment_due_date, closing_balance })
  }
  const refused = async (event: string, set: Record<string, unknown>, message: RegExp) =>
    expectRefused(await sandbox.request('POST', '/sandbox/events', { event, set }), {
      status: 409,
      code: 'event_impossible',
      message,
    })
  const named = { 'details.account_id': account_id }
  const ready = 'account.statements.ready'
  await refused(ready, { ...named, 'details.statement_month': '2025-01' }, /no statement of 2025-01/)
  await refused(ready, { 'details.statement_month': '2025-01' }, /no account has a statement of 2025-01/)
  await refused(ready, { 'details.statement_month': '2026-03' }, /the month is not over/)
  await refused('account.statements.late_payment', { 'details.statement_month': '2026-02' }, /not late yet/)
  await refused('account.autopay.scheduled', { 'details.statement_month': '2026-01' }, /would be 2026-02/)
})
