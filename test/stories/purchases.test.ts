import { expect, test } from 'vitest'
import { type Actor, startStory } from './world.ts'

type Story = Awaited<ReturnType<typeof startStory>>
interface Case {
  what: string
  reason: string
  /** What befalls the card, or the amount that is too much. */
  befall?(me: Actor, card: string, story: Story): Promise<unknown>
  amount?: string
}
const cases: Case[] = [
  {
    what: 'inactive',
    reason: 'inactive_card',
    befall: (me, card) => me.changed(`/cards/${card}`, { status: 'inactive' }),
  },
  {
    what: 'issued anew and not activated',
    reason: 'preactive_card',
    befall: (me, card) => me.done(`/cards/${card}/reissue`, { reason: 'lost' }),
  },
  {
    what: 'expired',
    reason: 'expired_card',
    befall: (_me, _card, { sandbox }) => sandbox.clock({ set: '2029-02-01T00:00:00Z' }),
  },
  {
    what: 'restricted',
    reason: 'restricted',
    befall: (me, card) =>
      me.made(`/cards/${card}/restrictions`, { restriction_type: 'amount', max_amount: '29.99' }),
  },
  {
    what: 'closed',
    reason: 'card_fraud',
    befall: (me, card) => me.done(`/cards/${card}/close`, { reason: 'fraud' }),
  },
  { what: 'without the funds', reason: 'insufficient_funds', amount: '100.01' },
]

test.for(cases.flatMap((one) => ['authorization', 'settlement'].map((way) => ({ ...one, way }))))(
  'a purchase by $way on a card that is $what is declined, with the reason, and told of',
  async ({ reason, befall, amount = '30.00', way }) => {
    const story = await startStory()
    const { me } = story
    const { account_id, card_id } = await me.funded('100.00')
    await befall?.(me, card_id, story)
    await me.listen()
    const declined = await me.made(`/simulate/${way}`, { card_id, amount, merchant_name: 'Corner Books' })
    expect(declined).toMatchObject({ state: 'declined', decline_reason: reason, amount: `-${amount}` })
    const [told] = await me.hears('transactions')
    expect(told?.transaction).toMatchObject({
      transaction_id: declined.transaction_id,
      state: 'declined',
      details: { card_id, decline_reason: reason, merchant: 'Corner Books' },
    })
    expect(await me.balances(account_id)).toEqual(['100.00', '100.00'])
  },
)

test('a payment that nobody settles gives its money back after seven days', async () => {
  const { me, advance } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const forgotten = await me.made('/simulate/authorization', { card_id, amount: '30.00' })
  const settled = await me.made('/simulate/authorization', { card_id, amount: '20.00' })
  await me.hears('transactions', 'transactions')
  await advance('6d23h59m59s')
  await me.made('/simulate/settlement', { transaction_id: settled.transaction_id })
  await me.hears('transactions')
  expect(await me.balances(account_id)).toEqual(['80.00', '50.00'])

  await advance('1s')
  const [told] = await me.hears('transactions')
  expect(told).toMatchObject({
    occurred_at: '2026-01-12T09:00:00.000000+00:00',
    transaction: { transaction_id: forgotten.transaction_id, state: 'cancelled', amount: '-30.00' },
  })
  expect(await me.balances(account_id)).toEqual(['80.00', '80.00'])
  const { transaction_id } = forgotten
  await me.refused('invalid_request', 'POST', '/simulate/settlement', { transaction_id })
  await advance('30d')
  await me.hears()
})

test('a pending payment settles as what it is, under the name that the merchant has by then', async () => {
  const { me } = await startStory()
  const { account_id, card_id } = await me.funded('100.00')
  const pay = async () => {
    const payment = { card_id, amount: '30.00', merchant_name: 'BOOKS*PENDING' }
    return (await me.made('/simulate/authorization', payment)).transaction_id
  }
  const [first, second] = [await pay(), await pay()]
  await me.hears('transactions', 'transactions')
  for (const type of ['refund', 'deposit'])
    await me.refused('input_error', 'POST', '/simulate/settlement', { transaction_id: first, type })
  await me.hears()

  const named = { transaction_id: first, merchant_name: 'Corner Books', type: 'purchase' }
  expect(await me.made('/simulate/settlement', named)).toMatchObject({
    state: 'settled',
    merchant: 'Corner Books',
  })
  expect(await me.made('/simulate/settlement', { transaction_id: second })).toMatchObject({
    merchant: 'BOOKS*PENDING',
  })
  const told = await me.hears('transactions', 'transactions')
  expect(told.map(({ transaction }) => (transaction as { details: unknown }).details)).toMatchObject([
    { merchant: 'Corner Books' },
    { merchant: 'BOOKS*PENDING' },
  ])
  const { transactions } = await me.got(`/cards/${card_id}/transactions?state=settled`)
  expect(transactions).toMatchObject([{}, { merchant: 'Corner Books' }, { merchant: 'BOOKS*PENDING' }])
  expect(await me.balances(account_id)).toEqual(['40.00', '40.00'])
})
