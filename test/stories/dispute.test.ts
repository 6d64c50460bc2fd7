import { expect, test } from 'vitest'
import { startStory } from './world.ts'

test('a settled payment is disputed and its money given back meanwhile', async () => {
  const { me } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const paid = await me.made('/simulate/authorization', { card_id, amount: '30.00' })
  const { transaction_id } = paid
  const dispute = { transaction_id, card_id, reason: 'not_received' }
  await me.refused('create_dispute_error', 'POST', '/disputes', dispute)
  await me.made('/simulate/settlement', { transaction_id })
  await me.hears('transactions', 'transactions')
  expect(await me.balances(account_id)).toEqual(['70.00', '70.00'])

  expect(await me.made('/disputes', dispute)).toMatchObject({ ...dispute, status: 'open' })
  const [credit] = await me.hears('transactions')
  expect(credit?.transaction).toMatchObject({ transaction_type: 'refund', state: 'settled', amount: '30.00' })
  expect(await me.balances(account_id)).toEqual(['100.00', '100.00'])
  await me.refused('create_dispute_error', 'POST', '/disputes', dispute)
  await me.hears()
})

test('only what a card has bought can be disputed, and only by that card', async () => {
  const { me } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const other = await me.made('/cards', { account_id })
  const { transaction_id } = await me.made('/simulate/settlement', { card_id, amount: '30.00' })
  const refund = await me.made('/simulate/settlement', { card_id, amount: '5.00', type: 'refund' })
  await me.hears('card.created', 'transactions', 'transactions')
  const attempt = { transaction_id, card_id: other.card_id }
  await me.refused('invalid_reference', 'POST', '/disputes', attempt)
  await me.refused('invalid_reference', 'POST', '/disputes', { transaction_id: 'none' })
  await me.refused('create_dispute_error', 'POST', '/disputes', { transaction_id: refund.transaction_id })
  await me.hears()
  expect(await me.balances(account_id)).toEqual(['75.00', '75.00'])
})

test('nothing is credited to an account that is closed', async () => {
  const { me } = await startStory()
  const { account_id, card_id } = await me.funded('30.00')
  const { transaction_id } = await me.made('/simulate/settlement', { card_id, amount: '30.00' })
  await me.done(`/cards/${card_id}/close`)
  await me.removed(`/accounts/${account_id}`)
  await me.hears('transactions', 'card.status.closed')
  await me.refused('resource_conflict', 'POST', '/disputes', { transaction_id })
  await me.hears()
  expect(await me.got(`/accounts/${account_id}`)).toMatchObject({ status: 'closed', balance: '0.00' })
})

test('a dispute of the month after is a credit of its own, so that the statements add up and stay as they were', async () => {
  const { me, sandbox } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const { transaction_id } = await me.made('/simulate/settlement', { card_id, amount: '30.00' })
  await sandbox.clock({ set: '2026-02-10T09:00:00Z' })
  const statement = (month: string) => me.got(`/accounts/${account_id}/statements/2026/${month}`)
  const january = await statement('01')
  expect(january).toMatchObject({ opening_balance: '0.00', closing_balance: '70.00' })

  const { dispute_id } = await me.made('/disputes', { transaction_id })
  const [, credit] = await me.hears('transactions', 'transactions')
  const told = {
    payment_type: 'card',
    transaction_type: 'refund',
    state: 'settled',
    amount: '30.00',
  }
  expect(credit?.transaction).toMatchObject({
    ...told,
    details: { card_id, description: expect.stringContaining(String(dispute_id)) },
  })
  const { transactions } = await me.got(`/cards/${card_id}/transactions`)
  expect(transactions).toMatchObject([{}, { transaction_id, state: 'settled', amount: '-30.00' }, told])

  await sandbox.clock({ set: '2026-03-01T00:00:00Z' })
  expect(await statement('01')).toEqual(january)
  const february = await statement('02')
  expect(february).toMatchObject({
    opening_balance: '70.00',
    closing_balance: '100.00',
    transactions: [{ amount: '30.00' }],
  })
  for (const month of [january, february]) {
    const moved = (month.transactions as { amount: string }[]).map(({ amount }) => Number(amount))
    const sum = moved.reduce((total, one) => total + one, Number(month.opening_balance))
    expect(sum.toFixed(2)).toBe(month.closing_balance)
  }
})
