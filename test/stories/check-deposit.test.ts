import { expect, test } from 'vitest'
import { startStory } from './world.ts'

const png = 'iVBORw0KGgo='

test('a check is deposited by its picture and clears a day later', async () => {
  const { me, advance } = await startStory()
  const { account_id, card_id } = await me.funded()
  const check = { account_id, amount: '120.00', front_image: png, back_image: png }
  await me.refused('rdc_process_err', 'POST', '/rdc', { ...check, back_image: 'bm8gaW1hZ2U=' })
  await me.hears()

  const deposit = await me.made('/rdc', check)
  const { transaction_id } = deposit
  expect(deposit).toMatchObject({ status: 'pending', amount: '120.00', account_id })
  const [pending] = await me.hears('transactions')
  expect(pending?.transaction).toMatchObject({
    transaction_id,
    account_id,
    payment_type: 'check',
    transaction_type: 'deposit',
    state: 'pending',
    amount: '120.00',
    details: { card_id: null },
  })
  expect(await me.balances(account_id)).toEqual(['0.00', '0.00'])
  await me.refused('insufficient_funds', 'POST', '/core/transfer', { card_id, amount: '120.00' })
  // Neither the card nor the account can go while money is under way to them.
  await me.refused('resource_conflict', 'POST', `/cards/${card_id}/close`, {})

  await advance('23h59m59s')
  await me.hears()
  await advance('1s')
  const [cleared] = await me.hears('transactions')
  expect(cleared).toMatchObject({
    occurred_at: '2026-01-06T09:00:00.000000+00:00',
    transaction: { transaction_id, state: 'settled', amount: '120.00' },
  })
  expect(await me.balances(account_id)).toEqual(['120.00', '120.00'])
})
