import { expect, test } from 'vitest'
import { startStory } from './world.ts'

test('a customer fails KYC, passes with documents, opens an account, pays by card and leaves', async () => {
  const { me, advance } = await startStory()

  const { customer_id } = await me.made('/customers', {
    dob: '1990-04-12',
    names: [{ first_name: 'Ada', last_name: 'Quill' }],
  })
  await me.hears()
  await me.refused('customer_bsa', 'POST', '/accounts', { customer_id })

  // The number chooses how it ends; the answer tells only that it has begun.
  const kyc = `/customers/${customer_id}/verification-kyc`
  expect(await me.made(kyc, { ssn: '999-99-0000' })).toMatchObject({ status: 'submitted', attempts: 1 })
  const [failure] = await me.hears('kyc.verification.failure')
  expect(failure).toMatchObject({ customer_id, occurred_at: '2026-01-05T09:00:00.000000+00:00' })
  await me.refused('kyc_dne', 'POST', '/accounts', { customer_id })

  await me.made(kyc, { ssn: '111-11-1111' })
  const [asked] = await me.hears('kyc.verification.document_required')
  const waiting = await me.got(kyc)
  expect(waiting).toMatchObject({ status: 'document_required', attempts: 2 })
  expect(asked).toMatchObject({
    customer_id,
    inquiry_id: waiting.inquiry_id,
    documents: waiting.documents,
  })
  await me.refused('kyc_requests', 'POST', kyc, { ssn: '123-45-6789' })

  await me.done(`${kyc}/documents`, { government_id: { file_name: 'licence.png', image: 'iVBORw0KGgo=' } })
  const [passed] = await me.hears('kyc.verification.success')
  expect(passed).toMatchObject({ customer_id })
  expect(await me.got(`/customers/${customer_id}`)).toMatchObject({ kyc_status: 'success' })

  const { account_id } = await me.made('/accounts', { customer_id })
  const card = await me.made('/cards', { account_id })
  const { card_id, last_four } = card
  const [created] = await me.hears('card.created')
  expect(card).toMatchObject({ status: 'active', customer_id, account_id })
  expect(created?.card).toEqual({
    status: 'Active',
    card_account_id: account_id,
    last_four,
    card_id,
    customer_id,
  })

  await me.made('/simulate/settlement', { card_id, amount: '100.00', type: 'deposit' })
  await me.hears('transactions')
  expect(await me.balances(account_id)).toEqual(['100.00', '100.00'])

  // A payment is held first, and leaves the account when it settles.
  const payment = { card_id, amount: '21.93', merchant_name: 'Corner Books' }
  const { transaction_id } = await me.made('/simulate/authorization', payment)
  const [held] = await me.hears('transactions')
  expect(held?.transaction).toMatchObject({
    transaction_id,
    account_id,
    customer_id,
    state: 'pending',
    amount: '-21.93',
    details: { card_id, merchant: 'Corner Books' },
  })
  expect(await me.balances(account_id)).toEqual(['100.00', '78.07'])
  await advance('2h')
  await me.made('/simulate/settlement', { transaction_id })
  const [settled] = await me.hears('transactions')
  expect(settled?.transaction).toMatchObject({
    transaction_id,
    state: 'settled',
    amount: '-21.93',
    created_time: '2026-01-05T09:00:00.000000+00:00',
    updated_time: '2026-01-05T11:00:00.000000+00:00',
  })
  expect(await me.balances(account_id)).toEqual(['78.07', '78.07'])

  // More than there is: a transfer is refused and leaves no trace, a payment is declined and told of.
  await me.refused('insufficient_funds', 'POST', '/core/transfer', { card_id, amount: '78.08' })
  await me.hears()
  const declined = await me.made('/simulate/authorization', { card_id, amount: '78.08' })
  const [refusal] = await me.hears('transactions')
  expect(declined).toMatchObject({ state: 'declined', decline_reason: 'insufficient_funds' })
  expect(refusal?.transaction).toMatchObject({
    transaction_id: declined.transaction_id,
    state: 'declined',
    amount: '-78.08',
    details: { decline_reason: 'insufficient_funds' },
  })
  expect(await me.balances(account_id)).toEqual(['78.07', '78.07'])

  await me.refused('resource_conflict', 'POST', `/cards/${card_id}/close`)
  const { transfer_id } = await me.made('/core/transfer', { card_id, amount: '78.07' })
  await advance('1m')
  await me.hears('transactions', 'transactions')
  expect(await me.got(`/transfers/${transfer_id}`)).toMatchObject({ status: 'completed' })
  expect(await me.balances(account_id)).toEqual(['0.00', '0.00'])

  expect(await me.done(`/cards/${card_id}/close`)).toMatchObject({ status: 'closed' })
  const [closed] = await me.hears('card.status.closed')
  expect(closed?.card).toEqual({ card_id, status: 'Closed', last_four })
  await me.refused('closed_card', 'POST', '/core/transfer', { card_id, amount: '1.00' })
  expect(await me.removed(`/accounts/${account_id}`)).toMatchObject({ status: 'closed' })

  await advance('100d')
  await me.hears()
})
