import { expect, test } from 'vitest'
import { startStory } from './world.ts'

test('a transfer holds its money at once and takes it a minute later', async () => {
  const { me, advance } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const made = await me.made('/core/transfer', { card_id, amount: '30.00', description: 'Rent' })
  const { transfer_id, transaction_id } = made
  expect(made).toMatchObject({ status: 'pending', direction: 'out', date: '2026-01-05', account_id })
  const [pending] = await me.hears('transactions')
  expect(pending?.transaction).toMatchObject({
    transaction_id,
    payment_type: 'ach',
    transaction_type: 'transfer',
    state: 'pending',
    amount: '-30.00',
    details: { card_id, description: 'Rent' },
  })
  expect(await me.balances(account_id)).toEqual(['100.00', '70.00'])
  // What is held cannot be spent a second time.
  await me.refused('insufficient_funds', 'POST', '/core/transfer', { card_id, amount: '70.01' })

  await advance('59s')
  await me.hears()
  await advance('1s')
  const [settled] = await me.hears('transactions')
  expect(settled).toMatchObject({
    occurred_at: '2026-01-05T09:01:00.000000+00:00',
    transaction: { transaction_id, state: 'settled', amount: '-30.00' },
  })
  expect(await me.got(`/transfers/${transfer_id}`)).toMatchObject({
    status: 'completed',
    updated_time: '2026-01-05T09:01:00.000000Z',
  })
  expect(await me.balances(account_id)).toEqual(['70.00', '70.00'])
  await me.refused('invalid_transfer_status', 'POST', `/transfers/${transfer_id}/cancel`)
})

test('a transfer that is cancelled gives the money back and never completes', async () => {
  const { me, advance } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const { transfer_id, transaction_id } = await me.made('/core/transfer', { card_id, amount: 100 })
  await me.hears('transactions')
  expect(await me.balances(account_id)).toEqual(['100.00', '0.00'])
  expect(await me.done(`/transfers/${transfer_id}/cancel`)).toMatchObject({ status: 'cancelled' })
  const [cancelled] = await me.hears('transactions')
  expect(cancelled?.transaction).toMatchObject({ transaction_id, state: 'cancelled', amount: '-100.00' })
  expect(await me.balances(account_id)).toEqual(['100.00', '100.00'])
  await me.refused('invalid_transfer_status', 'POST', `/transfers/${transfer_id}/cancel`)
  await advance('1d')
  await me.hears()
  expect(await me.got(`/transfers/${transfer_id}`)).toMatchObject({ status: 'cancelled' })
})

test('a transfer with a date waits for its day, its money held', async () => {
  const { me, advance } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const transfer = { card_id, amount: '40.00' }
  await me.refused('invalid_transfer_date', 'POST', '/core/transfer', { ...transfer, date: '2026-01-04' })
  await me.refused('invalid_transfer_date', 'POST', '/core/transfer', { ...transfer, date: '2026-02-30' })
  const { transfer_id } = await me.made('/core/transfer', { ...transfer, date: '2026-01-08' })
  await me.hears('transactions')
  expect(await me.balances(account_id)).toEqual(['100.00', '60.00'])
  await advance('63h')
  await me.hears()
  expect(await me.got(`/transfers/${transfer_id}`)).toMatchObject({ status: 'pending', date: '2026-01-08' })
  await advance('1m')
  const [settled] = await me.hears('transactions')
  expect(settled?.occurred_at).toBe('2026-01-08T00:01:00.000000+00:00')
  expect(await me.balances(account_id)).toEqual(['60.00', '60.00'])
})

test('money from a linked account is there when it has settled, not before', async () => {
  const { me, advance } = await startStory()
  const { account_id, card_id } = await me.funded()
  const { linked_account_id } = await me.made('/accounts/external', { account_id, link_type: 'vendor' })
  const transfer = { card_id, amount: '250.00', direction: 'in', linked_account_id }
  await me.refused('account_not_linked_error', 'POST', '/core/transfer', transfer)
  await me.done('/accounts/external/token-exchange', { linked_account_id, public_token: 'public-sandbox-1' })
  await me.hears()

  expect(await me.made('/core/transfer', transfer)).toMatchObject({ status: 'pending', linked_account_id })
  const [pending] = await me.hears('transactions')
  expect(pending?.transaction).toMatchObject({ state: 'pending', amount: '250.00' })
  expect(await me.balances(account_id)).toEqual(['0.00', '0.00'])
  await me.refused('insufficient_funds', 'POST', '/core/transfer', { card_id, amount: '0.01' })
  await advance('1m')
  await me.hears('transactions')
  expect(await me.balances(account_id)).toEqual(['250.00', '250.00'])

  await me.changed(`/accounts/${account_id}`, { load_funds: false })
  await me.refused('load_funds_dis', 'POST', '/core/transfer', transfer)
  await me.removed(`/accounts/external/${linked_account_id}`)
  await me.refused('linked_closed', 'POST', '/core/transfer', transfer)
  await me.hears()
})

test('between two accounts of the sandbox money moves at once, and both accounts send events', async () => {
  const { me, advance } = await startStory()
  const from = await me.funded('100.00')
  const to = await me.funded('5.00')
  const transfer = { card_id: from.card_id, amount: '12.34', destination_account_id: to.account_id }
  const made = await me.made('/core/transfer', transfer)
  expect(made).toMatchObject({ status: 'completed', destination_account_id: to.account_id })
  const [sent, received] = await me.hears('transactions', 'transactions')
  expect(sent?.transaction).toMatchObject({
    transaction_id: made.transaction_id,
    account_id: from.account_id,
    customer_id: from.customer_id,
    payment_type: 'internal',
    state: 'settled',
    amount: '-12.34',
  })
  expect(received?.transaction).toMatchObject({
    account_id: to.account_id,
    customer_id: to.customer_id,
    payment_type: 'internal',
    state: 'settled',
    amount: '12.34',
  })
  expect(await me.balances(from.account_id)).toEqual(['87.66', '87.66'])
  expect(await me.balances(to.account_id)).toEqual(['17.34', '17.34'])
  await me.refused('invalid_transfer_status', 'POST', `/transfers/${made.transfer_id}/cancel`)
  await me.refused('acc_dne', 'POST', '/core/transfer', { ...transfer, destination_account_id: 'nobody' })
  await advance('1d')
  await me.hears()
})

test('between accounts here nothing waits: a later day is refused, today will do', async () => {
  const { me } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const { account_id: destination_account_id } = await me.funded()
  const transfer = { card_id, amount: '12.34', destination_account_id }
  for (const date of ['2026-01-06', '2026-01-04'])
    await me.refused('invalid_transfer_date', 'POST', '/core/transfer', { ...transfer, date })
  await me.hears()
  expect(await me.balances(account_id)).toEqual(['100.00', '100.00'])
  const made = await me.made('/core/transfer', { ...transfer, date: '2026-01-05' })
  expect(made).toMatchObject({ status: 'completed', date: '2026-01-05' })
  await me.hears('transactions', 'transactions')
})

test('an external account that is linked to one account is none to another', async () => {
  const { me } = await startStory()
  const own = await me.funded('100.00')
  const other = await me.funded('100.00')
  const numbers = { routing_number: '110000000', account_number: '000123456789' }
  const { linked_account_id } = await me.made('/accounts/external', {
    account_id: own.account_id,
    ...numbers,
  })
  const transfer = (card_id: string, direction: string) => ({
    card_id,
    amount: '1.00',
    direction,
    linked_account_id,
  })
  for (const direction of ['in', 'out']) {
    await me.refused('linked_dne', 'POST', '/core/transfer', transfer(other.card_id, direction))
    await me.made('/core/transfer', transfer(own.card_id, direction))
  }
  await me.hears('transactions', 'transactions')
})

test('whatever moves at the same time, an account is never overdrawn and its webhooks add up to it', async () => {
  const { me, advance } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const spend = { card_id, amount: '30.00' }
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => me.ask('POST', '/core/transfer', spend)),
    ...Array.from({ length: 4 }, () => me.ask('POST', '/simulate/authorization', spend)),
    ...Array.from({ length: 4 }, () => me.ask('POST', '/simulate/settlement', spend)),
  ])
  await me.listen()
  const [, available] = await me.balances(account_id)
  expect(available).toBe('10.00')
  const took = answers.filter(({ body }) =>
    ['pending', 'settled'].includes(String(body.status ?? body.state)),
  )
  expect(took).toHaveLength(3)
  await advance('1m')
  await me.listen()
  await me.balances(account_id)
})
