import { expect, test } from 'vitest'
import { expectRefused } from '../control/refused.ts'
import { startSandbox } from '../helpers/sandbox.ts'
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
  expectRefused(answer, { status: 409, code: 'event_impossible', message, fix: /"force": true/ })
  const forced = await sandbox.trigger('transactions', { set: asked.set, force: true })
  expect(forced.events).toHaveLength(1)
  expect(await read(sandbox, `/accounts/${account_id}`)).toEqual(before)
})

test('a pending payment settles as what it is', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.trigger('transactions', { set: { 'transaction.state': 'pending' } })
  const held = ((await sandbox.event(events[0]?.id ?? '')).payload as unknown as Payload).transaction
  const refused = async (set: Record<string, unknown>, message: RegExp) =>
    expectRefused(
      await sandbox.request(
        'POST',
        '/sandbox/events',
        transaction({ transaction_id: held.transaction_id, ...set }),
      ),
      { status: 409, code: 'event_impossible', message },
    )
  await refused({ amount: '5.00' }, /a purchase takes money/)
  await refused({ transaction_type: 'deposit' }, /is a purchase/)
  await refused({ payment_type: 'ach' }, /goes by card/)
  await refused({ 'details.decline_reason': 'restricted' }, /it would be settled/)
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

test('what has no decline_reason is not declined', async () => {
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
