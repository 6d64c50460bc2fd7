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
