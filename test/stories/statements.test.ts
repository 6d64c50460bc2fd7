import { expect, test } from 'vitest'
import { startStory } from './world.ts'

const names = ['account.statements.generated', 'account.statements.ready'] as const

test('a month that is over has a statement; it begins with what the month before ended with', async () => {
  const { me, sandbox, advance } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const statement = (month: string) => `/accounts/${account_id}/statements/${month}`
  await me.refused('statement_dne', 'GET', statement('2026/01'))
  await sandbox.clock({ set: '2026-02-10T12:00:00Z' })
  const { transaction_id } = await me.made('/simulate/settlement', { card_id, amount: '30.00' })
  await me.hears('transactions')
  await advance('28d')

  const january = await me.got(statement('2026/01'))
  expect(january).toMatchObject({
    account_id,
    statement_month: '2026-01',
    opening_balance: '0.00',
    closing_balance: '100.00',
    minimum_payment: '0.00',
    payment_due_date: '2026-02-26',
    transactions: [{ amount: '100.00' }],
  })
  expect(await me.got(statement('2026/02'))).toMatchObject({
    statement_month: '2026-02',
    opening_balance: '100.00',
    closing_balance: '70.00',
    transactions: [{ transaction_id, amount: '-30.00' }],
  })
  expect(await me.got(statement('2026/1'))).toEqual(january)

  await me.refused('statement_dne', 'GET', statement('2025/12'))
  await me.refused('statement_dne', 'GET', statement('2026/03'))
  for (const month of ['2026/13', '2026/0', '26/01', '2026/jan'])
    await me.refused('statement_args_schema', 'GET', statement(month))
  expect(await me.done(`${statement('2026/01')}/email`, { email: 'ada@example.com' })).toEqual({
    statement_id: january.statement_id,
    email: 'ada@example.com',
    status: 'sent',
  })
  // Only credit accounts are told of by themselves.
  await me.hears()
})

test('a credit account sends its statement at the end of each month, also at the turn of the year', async () => {
  const { me, sandbox } = await startStory()
  await sandbox.clock({ set: '2026-11-20T09:00:00Z' })
  const { account_id } = await me.funded('40.00', { type: 'credit', apr: '19.99' })
  await sandbox.clock({ set: '2026-11-30T23:59:59Z' })
  await me.hears()

  for (const [at, month, due] of [
    ['2026-12-01', '2026-11', '2026-12-26'],
    ['2027-01-01', '2026-12', '2027-01-26'],
    ['2027-02-01', '2027-01', '2027-02-26'],
  ]) {
    await sandbox.clock({ set: `${at}T00:00:00Z` })
    const told = await me.hears(...names)
    const read = await me.got(`/accounts/${account_id}/statements/${month?.replace('-', '/')}`)
    for (const { details, occurred_at } of told) {
      expect(occurred_at).toBe(`${at}T00:00:00.000000+00:00`)
      expect(details).toEqual({
        account_id,
        type: 'credit',
        statement_id: read.statement_id,
        statement_month: month,
        closing_balance: '40.00',
        minimum_payment: '0.00',
        payment_due_date: due,
      })
      expect(read).toMatchObject({ statement_month: month, closing_balance: '40.00', payment_due_date: due })
    }
  }
})

test('months that pass in one step each get their statement; a closed account gets none', async () => {
  const { me, sandbox } = await startStory()
  const { account_id, card_id } = await me.funded(undefined, { type: 'credit' })
  await sandbox.clock({ set: '2026-04-15T00:00:00Z' })
  const told = await me.hears(...names, ...names, ...names)
  expect(told.map(({ occurred_at }) => occurred_at.slice(0, 10))).toEqual(
    ['2026-02-01', '2026-03-01', '2026-04-01'].flatMap((day) => [day, day]),
  )
  await me.done(`/cards/${card_id}/close`)
  await me.removed(`/accounts/${account_id}`)
  await me.hears('card.status.closed')
  await sandbox.clock({ set: '2027-01-01T00:00:00Z' })
  await me.hears()
})

test('a statement stays unchanged although a payment of that month settles in the next', async () => {
  const { me, sandbox } = await startStory()
  const { account_id, card_id } = await me.funded('100.00', { type: 'credit' })
  await sandbox.clock({ set: '2026-01-31T23:59:00Z' })
  const { transaction_id } = await me.made('/simulate/authorization', { card_id, amount: '30.00' })
  await me.hears('transactions')
  await sandbox.clock({ set: '2026-02-01T00:01:00Z' })
  const [generated] = await me.hears(...names)
  await me.made('/simulate/settlement', { transaction_id })
  await me.hears('transactions')
  await sandbox.clock({ set: '2026-03-01T00:00:00Z' })
  await me.hears(...names)

  expect(generated?.details).toMatchObject({ statement_month: '2026-01', closing_balance: '100.00' })
  expect(await me.got(`/accounts/${account_id}/statements/2026/01`)).toMatchObject({
    closing_balance: '100.00',
  })
  expect(await me.got(`/accounts/${account_id}/statements/2026/02`)).toMatchObject({
    opening_balance: '100.00',
    closing_balance: '70.00',
    transactions: [{ transaction_id }],
  })
})

test('automatic payment is turned on and off, and told of where it really changed', async () => {
  const { me } = await startStory()
  const { account_id } = await me.funded(undefined, { type: 'credit' })
  const turn = (autopay: boolean) => me.changed(`/accounts/${account_id}`, { autopay })
  const nothing = { statement_id: null, statement_month: null, amount: null, payment_date: null }
  for (const autopay of [true, false]) {
    expect(await turn(autopay)).toMatchObject({ autopay })
    const [changed] = await me.hears('account.autopay.changed')
    expect(changed?.details).toEqual({ account_id, type: 'credit', ...nothing, enabled: autopay })
    await turn(autopay)
    await me.hears()
  }
  const deposit = await me.funded()
  await me.refused('service_disabled', 'PATCH', `/accounts/${deposit.account_id}`, { autopay: true })
  await me.hears()
})
