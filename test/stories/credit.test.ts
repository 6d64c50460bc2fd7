import { expect, test } from 'vitest'
import { startStory } from './world.ts'

test('a credit account may go below zero by its limit, and no further', async () => {
  const { me, advance } = await startStory()
  const { account_id, card_id } = await me.funded('10.00', { type: 'credit', credit_limit: '250.00' })
  const account = (balance: string, available_balance: string) => ({
    credit_limit: '250.00',
    balance,
    available_balance,
  })
  const path = `/accounts/${account_id}`
  expect(await me.got(path)).toMatchObject(account('10.00', '260.00'))
  expect(await me.made('/simulate/settlement', { card_id, amount: '200.00' })).toMatchObject({
    state: 'settled',
  })
  expect(await me.got(path)).toMatchObject(account('-190.00', '60.00'))
  await me.refused('insufficient_funds', 'POST', '/core/transfer', { card_id, amount: '60.01' })
  expect(await me.made('/simulate/settlement', { card_id, amount: '60.01' })).toMatchObject({
    state: 'declined',
    decline_reason: 'insufficient_funds',
  })
  await me.made('/core/transfer', { card_id, amount: '50.00' })
  const { transaction_id } = await me.made('/simulate/authorization', { card_id, amount: '10.00' })
  expect(await me.got(path)).toMatchObject(account('-190.00', '0.00'))
  const settle = { transaction_id, amount: '10.01' }
  await me.refused('insufficient_funds', 'POST', '/simulate/settlement', settle)
  await me.made('/simulate/settlement', { transaction_id })
  await advance('1m')
  expect(await me.got(path)).toMatchObject(account('-250.00', '0.00'))
  expect(await me.made('/simulate/authorization', { card_id, amount: '0.01' })).toMatchObject({
    state: 'declined',
    decline_reason: 'insufficient_funds',
  })
})

test('the limit is a thousand unless another is named; accounts without credit have none', async () => {
  const { me } = await startStory()
  const customer_id = await me.verifiedCustomer()
  const open = (over: Record<string, unknown>) => me.made('/accounts', { customer_id, ...over })
  const refused = (code: Parameters<typeof me.refused>[0], over: Record<string, unknown>) =>
    me.refused(code, 'POST', '/accounts', { customer_id, ...over })
  expect(await open({ type: 'credit' })).toMatchObject({
    credit_limit: '1000.00',
    balance: '0.00',
    available_balance: '1000.00',
  })
  expect(await open({ type: 'credit', credit_limit: 1_000_000 })).toMatchObject({
    credit_limit: '1000000.00',
  })
  for (const type of ['deposit', 'prepaid']) {
    expect(await open({ type })).toMatchObject({ credit_limit: null, available_balance: '0.00' })
    await refused('service_disabled', { type, credit_limit: '1.00' })
  }
  await refused('large_amount', { type: 'credit', credit_limit: '1000000.01' })
  for (const credit_limit of ['0', '-1.00', '1.001', 'much'])
    await refused('invalid_amount', { type: 'credit', credit_limit })
})
