import { expect, test } from 'vitest'
import { expectRefused } from '../control/refused.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { type Payload, read } from './agrees.ts'

const transaction = (set: Record<string, unknown>) => ({
  event: 'transactions',
  set: Object.fromEntries(Object.entries(set).map(([key, value]) => [`transaction.${key}`, value])),
})

test.each<[Record<string, unknown>, RegExp]>([
  [
    { transaction_type: 'deposit', amount: '-12.00' },
    /a deposit brings money: transaction\.amount must not be negative/,
  ],
  [{ transaction_type: 'refund', amount: '-12.00' }, /a refund brings money/],
  [
    { transaction_type: 'purchase', amount: '5.00' },
    /a purchase takes money: transaction\.amount must not be positive/,
  ],
  [{ transaction_type: 'purchase', payment_type: 'ach' }, /a purchase is by card/],
  [{ transaction_type: 'purchase', 'details.card_id': null }, /a purchase is by card/],
  [{ payment_type: 'card', 'details.card_id': null }, /a payment by card needs a card/],
  [{ amount: '99999999999.00', state: 'settled' }, /above 1000000\.00/],
  [{ amount: `-${'9'.repeat(400)}.00` }, /above 1000000\.00/],
  [{ amount: '0.00' }, /must not be 0\.00/],
  [
    { state: 'settled', 'details.decline_reason': 'restricted' },
    /declined has a decline_reason.* be settled/,
  ],
  [
    { state: 'pending', 'details.decline_reason': 'restricted' },
    /declined has a decline_reason.* be pending/,
  ],
  [{ state: 'declined', 'details.decline_reason': null }, /decline_reason must not be null/],
])('%j cannot happen; forced, it is sent and the platform stays as it is', async (set, message) => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.trigger('transactions', { set: { 'transaction.amount': '100.00' } })
  const { account_id } = ((await sandbox.event(events[0]?.id ?? '')).payload as unknown as Payload)
    .transaction
  const before = await read(sandbox, `/accounts/${account_id}`)
  const asked = transaction(set)
  const answer = await sandbox.request('POST', '/sandbox/events', asked)
  expectRefused(answer, {
    status: 409,
    code: 'event_impossible',
    message,
    fix: /^Set another value, .*"force": true/,
  })
  const forced = await sandbox.trigger('transactions', { set: asked.set, force: true })
  expect(forced.events).toHaveLength(1)
  expect(await read(sandbox, `/accounts/${account_id}`)).toEqual(before)
})

test.each([
  { currency: 'JPY', amount: '-1500' },
  { amount: 12 },
  { state: 'lost' },
  { transaction_id: 'mine' },
])('forced, %j is reported and moves no money', async (set) => {
  const { sandbox, account_id } = await withCard()
  const before = await read(sandbox, `/accounts/${account_id}`)
  const asked = transaction({ account_id, ...set })
  const { events } = await sandbox.trigger('transactions', { set: asked.set, force: true })
  const { payload } = await sandbox.event(events[0]?.id ?? '')
  expect(payload).toMatchObject({ transaction: { account_id, ...set } })
  expect(await read(sandbox, `/accounts/${account_id}`)).toEqual(before)
})

/** A card with 100.00 on its account, and what it is part of. */
async function withCard(given?: TestSandbox) {
  const sandbox = given ?? (await startSandbox())
  const call = async (path: string, body: unknown) =>
    (await sandbox.call<Record<string, string>>('POST', path, body)).body
  const { customer_id } = await call('/customers/', {
    dob: '1990-04-12',
    names: [{ first_name: 'Ada', last_name: 'Quill' }],
  })
  await call('/simulate/kyc-pass', { customer_id })
  const { account_id } = await call('/accounts', { customer_id })
  const { card_id } = await call('/cards', { account_id })
  await call('/simulate/settlement', { card_id, amount: '100.00', type: 'deposit' })
  return { sandbox, call, customer_id, account_id, card_id }
}

/** Refuses to have a transaction go on otherwise than it was made. */
async function refusedFor(
  sandbox: TestSandbox,
  transaction_id: string | undefined,
  [set, message]: [Record<string, unknown>, RegExp],
) {
  const asked = transaction({ transaction_id, ...set })
  const answer = await sandbox.request('POST', '/sandbox/events', asked)
  expectRefused(answer, { status: 409, code: 'event_impossible', message })
}

test('a pending payment settles as what it is', async () => {
  const { sandbox, call, ...own } = await withCard()
  const other = await withCard(sandbox)
  const { card_id } = own
  const { transaction_id } = await call('/simulate/authorization', { card_id, amount: '50.00' })
  for (const refused of [
    [{ amount: '5.00' }, /a purchase takes money/],
    [{ transaction_type: 'deposit' }, /is a purchase/],
    [{ payment_type: 'ach' }, /goes by card/],
    [{ 'details.decline_reason': 'restricted' }, /it would be settled/],
    [{ account_id: other.account_id }, new RegExp(`is one of the account ${own.account_id}`)],
    [{ customer_id: other.customer_id }, new RegExp(`is one of the customer ${own.customer_id}`)],
    [{ 'details.card_id': other.card_id }, new RegExp(`is by the card ${card_id}`)],
    [{ 'details.card_id': null }, new RegExp(`is by the card ${card_id}`)],
    [{ state: 'cancelled', amount: '-5.00' }, /ends with the -50\.00 it was made with/],
  ] as [Record<string, unknown>, RegExp][])
    await refusedFor(sandbox, transaction_id, refused)
  const set = {
    amount: '-45.00',
    'details.merchant': 'Corner Books',
    'details.description': 'A book',
    ...own,
  }
  const { card_id: by, ...named } = set
  await sandbox.trigger('transactions', transaction({ transaction_id, 'details.card_id': by, ...named }))
  const { transactions } = (await read(sandbox, `/cards/${card_id}/transactions`)) as {
    transactions: unknown[]
  }
  expect(transactions.at(-1)).toMatchObject({
    state: 'settled',
    amount: '-45.00',
    merchant: 'Corner Books',
    description: 'A book',
  })
})

test('a transfer ends with the amount that it was made with', async () => {
  const { sandbox, call, card_id, account_id } = await withCard()
  const { transaction_id, transfer_id } = await call('/core/transfer', { card_id, amount: '50.00' })
  for (const amount of ['-5.00', '5.00', '50.00'])
    for (const state of ['settled', 'cancelled'])
      await refusedFor(sandbox, transaction_id, [{ amount, state }, /ends with the -50\.00 it was made with/])
  await sandbox.trigger('transactions', transaction({ transaction_id, amount: '-50.00' }))
  expect(await read(sandbox, `/transfers/${transfer_id}`)).toMatchObject({ status: 'completed' })
  expect(await read(sandbox, `/accounts/${account_id}`)).toMatchObject({ balance: '50.00' })
})

test.each([
  ['-50.00', '70.00', /takes money: transaction\.amount must be negative/],
  ['50.00', '-70.00', /brings money: transaction\.amount must be positive/],
] as const)('a pending transfer of %s does not settle as one of %s', async (amount, instead, says) => {
  const { sandbox, account_id } = await withCard()
  const made = transaction({ account_id, amount, transaction_type: 'transfer', state: 'pending' })
  const { events } = await sandbox.trigger('transactions', made)
  const { transaction: held } = (await sandbox.event(events[0]?.id ?? '')).payload as unknown as Payload
  await refusedFor(sandbox, held.transaction_id ?? undefined, [{ amount: instead }, says])
})

const seeds = Array.from({ length: 12 }, (_, seed) => seed)

test.each(seeds)(
  'with seed %i a card begins with a payment or a deposit, and gives back what it bought',
  async (seed) => {
    const sandbox = await startSandbox({ seed })
    const card = await sandbox.trigger('card.created')
    const { card_id } = ((await sandbox.event(card.events[0]?.id ?? '')).payload as unknown as Payload).card
    const { events } = await sandbox.trigger('transactions', { count: 30 })
    const told = await Promise.all(
      events.map(async ({ id }) => ((await sandbox.event(id)).payload as unknown as Payload).transaction),
    )
    expect(['purchase', 'deposit']).toContain(told[0]?.transaction_type)
    expect(['settled', 'pending']).toContain(told[0]?.state)
    const bought = new Map<string | null, number>()
    let hasPast = false
    for (const { transaction_type, state, amount, details } of told) {
      if (details.card_id === null) continue
      expect(details.card_id).toBe(card_id)
      if (state === 'declined') expect(hasPast).toBe(true)
      hasPast = true
      const cents = Math.round(Number(amount) * 100)
      const known = bought.get(details.merchant ?? null) ?? 0
      if (transaction_type === 'refund') expect(cents).toBeLessThanOrEqual(known)
      else if (state === 'settled') bought.set(details.merchant ?? null, Math.max(known, -cents))
    }
  },
)

test('a transaction without a decline_reason is not declined', async () => {
  const sandbox = await startSandbox()
  const set = { 'transaction.details.decline_reason': null }
  const { events } = await sandbox.trigger('transactions', { set, count: 60 })
  for (const { id } of events) {
    const { transaction } = (await sandbox.event(id)).payload as unknown as Payload
    expect(transaction.state).not.toBe('declined')
  }
})

test('a card that cannot pay is not said to have paid', async () => {
  const sandbox = await startSandbox()
  const card = await sandbox.trigger('card.created')
  const { card_id } = ((await sandbox.event(card.events[0]?.id ?? '')).payload as unknown as Payload).card
  await sandbox.trigger('card.status.inactive', { set: { 'card.card_id': card_id } })
  const asked = transaction({ 'details.card_id': card_id, 'details.decline_reason': null })
  expectRefused(await sandbox.request('POST', '/sandbox/events', asked), {
    status: 409,
    code: 'event_impossible',
    message: /is inactive/,
  })
})

test('a new card that is named and has no money takes some in first', async () => {
  const sandbox = await startSandbox()
  const card = await sandbox.trigger('card.created')
  const { card_id } = ((await sandbox.event(card.events[0]?.id ?? '')).payload as unknown as Payload).card
  const { events } = await sandbox.trigger('transactions', transaction({ 'details.card_id': card_id }))
  const { transaction: told } = (await sandbox.event(events[0]?.id ?? '')).payload as unknown as Payload
  expect(told).toMatchObject({ transaction_type: 'deposit', state: 'settled', details: { card_id } })
})
