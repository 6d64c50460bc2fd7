import { describe, expect, test } from 'vitest'
import { startStory } from './world.ts'

const statementEvents = ['account.statements.generated', 'account.statements.ready'] as const

/** A credit account that owes money since January, with automatic payment, and a deposit account of the same customer. */
async function startDebt({ owed = '250.00', saved = '1000.00', autopay = true } = {}) {
  const { me, sandbox } = await startStory()
  const { customer_id, account_id, card_id } = await me.funded(undefined, { type: 'credit' })
  const deposit = await me.made('/accounts', { customer_id })
  const { card_id: debit } = await me.made('/cards', { account_id: deposit.account_id })
  if (saved !== '0') await me.made('/simulate/settlement', { card_id: debit, amount: saved, type: 'deposit' })
  await me.made('/simulate/settlement', { card_id, amount: owed })
  if (autopay) await me.changed(`/accounts/${account_id}`, { autopay: true })
  await me.listen()
  return {
    me,
    account_id,
    card_id,
    deposit_id: String(deposit.account_id),
    debit,
    comesTo: (day: string) => sandbox.clock({ set: `${day}T00:00:00Z` }),
    pay: (amount: string) => me.made('/simulate/settlement', { card_id, amount, type: 'deposit' }),
  }
}
type Debt = Awaited<ReturnType<typeof startDebt>>

/** What is told of the payment of January's statement. */
const payment = ({ account_id }: Debt, statement_id: unknown, amount = '250.00') => ({
  account_id,
  type: 'credit',
  statement_id,
  statement_month: '2026-01',
  amount,
  payment_date: '2026-02-26',
  enabled: true,
})

async function scheduled(debt: Debt) {
  await debt.comesTo('2026-02-01')
  const [generated, , planned] = await debt.me.hears(...statementEvents, 'account.autopay.scheduled')
  const details = generated?.details as { statement_id: string }
  expect(planned?.details).toEqual(payment(debt, details.statement_id))
  return details.statement_id
}

test('what is owed at the end of a month is paid on the due day by the deposit account, and both accounts show it', async () => {
  const debt = await startDebt()
  const { me, account_id, deposit_id, comesTo } = debt
  const statement_id = await scheduled(debt)
  await comesTo('2026-02-25')
  await me.hears()
  await comesTo('2026-02-26')
  const [sent, came, processed] = await me.hears('transactions', 'transactions', 'account.autopay.processed')
  expect(sent?.transaction).toMatchObject({
    account_id: deposit_id,
    amount: '-250.00',
    state: 'settled',
    payment_type: 'internal',
  })
  expect(came?.transaction).toMatchObject({ account_id, amount: '250.00', state: 'settled' })
  expect(processed).toMatchObject({ occurred_at: '2026-02-26T00:00:00.000000+00:00' })
  expect(processed?.details).toEqual(payment(debt, statement_id))
  expect(await me.got(`/accounts/${account_id}`)).toMatchObject({ balance: '0.00' })
  expect(await me.balances(deposit_id)).toEqual(['750.00', '750.00'])

  // Nothing is late, and the next statement owes nothing.
  await comesTo('2026-03-01')
  const [next] = await me.hears(...statementEvents)
  expect(next?.details).toMatchObject({ closing_balance: '0.00', minimum_payment: '0.00' })
  await comesTo('2026-03-28')
  await me.hears()
})

test('what was paid by hand in the meantime is taken off, what was bought since is left for the next statement', async () => {
  const debt = await startDebt()
  const { me, account_id, card_id, pay, comesTo } = debt
  const statement_id = await scheduled(debt)
  await comesTo('2026-02-10')
  await pay('100.00')
  await me.made('/simulate/settlement', { card_id, amount: '30.00' })
  await me.hears('transactions', 'transactions')
  await comesTo('2026-02-26')
  const [, came, processed] = await me.hears('transactions', 'transactions', 'account.autopay.processed')
  expect(came?.transaction).toMatchObject({ account_id, amount: '150.00' })
  expect(processed?.details).toEqual(payment(debt, statement_id, '150.00'))
  expect(await me.got(`/accounts/${account_id}`)).toMatchObject({ balance: '-30.00' })
})

test('nothing happens on the due day where all was paid by hand before', async () => {
  const debt = await startDebt()
  const { me, pay, comesTo, deposit_id } = debt
  await scheduled(debt)
  await comesTo('2026-02-20')
  await pay('250.00')
  await me.hears('transactions')
  await comesTo('2026-02-28')
  await me.hears()
  expect(await me.balances(deposit_id)).toEqual(['1000.00', '1000.00'])
})

describe('a payment fails', () => {
  test('for lack of money, and is late the day after', async () => {
    const debt = await startDebt({ saved: '249.99' })
    const { me, account_id, deposit_id, comesTo } = debt
    const statement_id = await scheduled(debt)
    await comesTo('2026-02-26')
    const [failed] = await me.hears('account.autopay.failed')
    expect(failed?.details).toEqual({ ...payment(debt, statement_id), reason: 'insufficient_funds' })
    expect(await me.balances(deposit_id)).toEqual(['249.99', '249.99'])
    await comesTo('2026-02-27')
    const [late] = await me.hears('account.statements.late_payment')
    expect(late).toMatchObject({
      occurred_at: '2026-02-27T00:00:00.000000+00:00',
      details: {
        account_id,
        statement_id,
        statement_month: '2026-01',
        closing_balance: '-250.00',
        minimum_payment: '25.00',
        payment_due_date: '2026-02-26',
      },
    })
    expect(await me.got(`/accounts/${account_id}`)).toMatchObject({ balance: '-250.00' })
  })

  test('for what is left of it, where some came in by hand', async () => {
    const debt = await startDebt({ saved: '149.99' })
    const statement_id = await scheduled(debt)
    await debt.comesTo('2026-02-10')
    await debt.pay('100.00')
    await debt.me.hears('transactions')
    await debt.comesTo('2026-02-26')
    const [failed] = await debt.me.hears('account.autopay.failed')
    expect(failed?.details).toEqual({
      ...payment(debt, statement_id, '150.00'),
      reason: 'insufficient_funds',
    })
  })

  test('where money is held for a payment under way', async () => {
    const debt = await startDebt({ saved: '300.00' })
    await scheduled(debt)
    await debt.comesTo('2026-02-25')
    await debt.me.made('/simulate/authorization', { card_id: debt.debit, amount: '60.00' })
    await debt.me.hears('transactions')
    await debt.comesTo('2026-02-26')
    const [failed] = await debt.me.hears('account.autopay.failed')
    expect(failed?.details).toMatchObject({ reason: 'insufficient_funds' })
  })

  test('where the account that was to pay is closed, although another was opened', async () => {
    const debt = await startDebt({ saved: '0' })
    const { me, debit, deposit_id, account_id, comesTo } = debt
    const statement_id = await scheduled(debt)
    await me.done(`/cards/${debit}/close`)
    await me.removed(`/accounts/${deposit_id}`)
    const { customer_id } = await me.got(`/accounts/${account_id}`)
    await me.made('/accounts', { customer_id })
    await me.hears('card.status.closed')
    await comesTo('2026-02-26')
    const [failed] = await me.hears('account.autopay.failed')
    expect(failed?.details).toEqual({ ...payment(debt, statement_id), reason: 'account_closed' })
  })

  test('and is not late where the minimum came in by hand on the due day', async () => {
    const debt = await startDebt({ saved: '0' })
    await scheduled(debt)
    await debt.comesTo('2026-02-26')
    await debt.me.hears('account.autopay.failed')
    await debt.pay('25.00')
    await debt.me.hears('transactions')
    await debt.comesTo('2026-02-28')
    await debt.me.hears()
  })
})

test('without a deposit account a bank outside pays', async () => {
  const { me, sandbox } = await startStory()
  const { account_id, card_id } = await me.funded(undefined, { type: 'credit' })
  await me.changed(`/accounts/${account_id}`, { autopay: true })
  await me.made('/simulate/settlement', { card_id, amount: '80.00' })
  await me.listen()
  await sandbox.clock({ set: '2026-02-26T00:00:00Z' })
  const [, , , came, processed] = await me.hears(
    ...statementEvents,
    'account.autopay.scheduled',
    'transactions',
    'account.autopay.processed',
  )
  expect(came?.transaction).toMatchObject({
    account_id,
    amount: '80.00',
    state: 'settled',
    payment_type: 'ach',
    transaction_type: 'deposit',
    details: { description: 'Automatic payment, statement 2026-01' },
  })
  expect(processed?.details).toMatchObject({ amount: '80.00', payment_date: '2026-02-26' })
  expect(await me.got(`/accounts/${account_id}`)).toMatchObject({ balance: '0.00' })
})

test('of several deposit accounts the newest pays', async () => {
  const debt = await startDebt()
  const { me, account_id, deposit_id, comesTo } = debt
  const { customer_id } = await me.got(`/accounts/${account_id}`)
  const newer = await me.made('/accounts', { customer_id })
  const { card_id } = await me.made('/cards', { account_id: newer.account_id })
  await me.made('/simulate/settlement', { card_id, amount: '300.00', type: 'deposit' })
  await me.hears('card.created', 'transactions')
  await scheduled(debt)
  await comesTo('2026-02-26')
  await me.hears('transactions', 'transactions', 'account.autopay.processed')
  expect(await me.balances(newer.account_id)).toEqual(['50.00', '50.00'])
  expect(await me.balances(deposit_id)).toEqual(['1000.00', '1000.00'])
})

test('a business pays likewise, from an account of its own', async () => {
  const { me, sandbox } = await startStory()
  const { business_id } = await me.made('/businesses', { legal_name: 'Quill & Daughters', ein: '12-3456789' })
  await me.made(`/businesses/${business_id}/verification-kyb`)
  await sandbox.settle()
  const [credit, deposit] = [
    await me.made('/accounts', { business_id, type: 'credit' }),
    await me.made('/accounts', { business_id }),
  ]
  const [card, debit] = [
    await me.made('/cards', { account_id: credit.account_id }),
    await me.made('/cards', { account_id: deposit.account_id }),
  ]
  await me.made('/simulate/settlement', { card_id: debit.card_id, amount: '90.00', type: 'deposit' })
  await me.made('/simulate/settlement', { card_id: card.card_id, amount: '80.00' })
  await me.changed(`/accounts/${credit.account_id}`, { autopay: true })
  await me.listen()
  await sandbox.clock({ set: '2026-02-26T00:00:00Z' })
  const told = await me.hears(
    ...statementEvents,
    'account.autopay.scheduled',
    'transactions',
    'transactions',
    'account.autopay.processed',
  )
  expect(told[3]?.transaction).toMatchObject({ account_id: deposit.account_id, customer_id: null })
  expect(await me.balances(deposit.account_id)).toEqual(['10.00', '10.00'])
})

describe('switched off', () => {
  test('before its day, a scheduled payment is not made, and the statement is late', async () => {
    const debt = await startDebt()
    const { me, account_id, comesTo } = debt
    await scheduled(debt)
    await me.changed(`/accounts/${account_id}`, { autopay: false })
    await me.hears('account.autopay.changed')
    await comesTo('2026-02-26')
    await me.hears()
    await comesTo('2026-02-27')
    await me.hears('account.statements.late_payment')
  })

  test('at first nothing is scheduled; a tenth of the balance, paid in time, is enough', async () => {
    const { me, pay, comesTo } = await startDebt({ autopay: false, owed: '250.01' })
    await comesTo('2026-02-01')
    const [told] = await me.hears(...statementEvents)
    expect(told?.details).toMatchObject({ closing_balance: '-250.01', minimum_payment: '25.01' })
    await pay('25.00')
    await me.hears('transactions')
    await comesTo('2026-02-26')
    await pay('0.01')
    await me.hears('transactions')
    await comesTo('2026-02-28')
    await me.hears()
    // The rest is owed with the next statement, which nobody pays.
    await comesTo('2026-03-31')
    const [, , late] = await me.hears(...statementEvents, 'account.statements.late_payment')
    expect(late?.details).toMatchObject({
      statement_month: '2026-02',
      closing_balance: '-225.00',
      minimum_payment: '22.50',
    })
  })
})

test('months that pass in one step have their payments in order, each on its day', async () => {
  const { me, comesTo } = await startDebt({ saved: '250.00' })
  await comesTo('2026-04-01')
  const told = await me.hears(
    ...statementEvents,
    'account.autopay.scheduled',
    'transactions',
    'transactions',
    'account.autopay.processed',
    ...statementEvents,
    ...statementEvents,
  )
  expect(told.map(({ occurred_at }) => occurred_at.slice(0, 10))).toEqual([
    ...['2026-02-01', '2026-02-01', '2026-02-01', '2026-02-26', '2026-02-26', '2026-02-26'],
    ...['2026-03-01', '2026-03-01', '2026-04-01', '2026-04-01'],
  ])
})
