import { expect, test } from 'vitest'
import { expectRefused } from '../control/refused.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { type Payload, read } from './agrees.ts'

type Told = Payload['transaction']

async function fire(sandbox: TestSandbox, over: Record<string, unknown> = {}): Promise<Told[]> {
  const { events } = await sandbox.trigger('transactions', over)
  const told = await Promise.all(events.map(({ id }) => sandbox.event(id)))
  return told.map(({ payload }) => (payload as unknown as Payload).transaction)
}

test('balances are what the events add up to, and none goes below zero', async () => {
  const sandbox = await startSandbox()
  const told = await fire(sandbox, { count: 120 })
  const sums = new Map<string, number>()
  for (const { account_id, amount, state } of told) {
    const before = sums.get(String(account_id)) ?? 0
    const after = state === 'settled' ? before + Math.round(Number(amount) * 100) : before
    expect(after).toBeGreaterThanOrEqual(0)
    sums.set(String(account_id), after)
  }
  for (const [id, cents] of sums)
    expect(await read(sandbox, `/accounts/${id}`)).toMatchObject({ balance: (cents / 100).toFixed(2) })
  expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['settled', 'pending', 'declined']))
  expect(new Set(told.map(({ payment_type }) => payment_type))).toEqual(new Set(['card', 'ach', 'check']))
  for (const { state, amount, details } of told)
    if (state === 'declined') {
      expect(details.decline_reason).toBe('insufficient_funds')
      expect(Number(amount)).toBeLessThan(0)
    } else expect(details.decline_reason).toBeNull()
})

test('an amount that is set is what moves; an account that nobody named has the money', async () => {
  const sandbox = await startSandbox()
  const set = { 'transaction.amount': '-21.93', 'transaction.details.merchant': 'Corner Bakery' }
  const { events } = await sandbox.trigger('transactions', { set, with_history: true })
  const payloads = await Promise.all(events.map(({ id }) => sandbox.event(id)))
  const told = payloads
    .filter(({ event }) => event === 'transactions')
    .map(({ payload }) => (payload as unknown as Payload).transaction)
  expect(told.at(-1)).toMatchObject({ amount: '-21.93', details: { merchant: 'Corner Bakery' } })
  const settled = told.filter(({ state }) => state === 'settled')
  const sum = settled.reduce((total, { amount }) => total + Number(amount), 0)
  expect((await read(sandbox, `/accounts/${told[0]?.account_id}`)).balance).toBe(sum.toFixed(2))
})

test.each([
  { 'transaction.amount': '-500.00' },
  { 'transaction.amount': '-500.00', 'transaction.state': 'settled' },
  { 'transaction.amount': '-500.00', 'transaction.transaction_type': 'transfer' },
  { 'transaction.amount': '-500.00', 'transaction.payment_type': 'internal' },
  { 'transaction.state': 'pending' },
])('money that nobody has leaves a new account, and what is there stays as it is: %j', async (set) => {
  const sandbox = await startSandbox()
  const [deposit] = await fire(sandbox, {
    set: { 'transaction.amount': '0.99', 'transaction.transaction_type': 'deposit' },
  })
  const told = await fire(sandbox, { set })
  expect(told).toHaveLength(1)
  expect(told[0]?.account_id).not.toBe(deposit?.account_id)
  expect(told[0]?.state).toMatch(/settled|pending/)
  expect(await read(sandbox, `/accounts/${deposit?.account_id}`)).toMatchObject({
    balance: '0.99',
    available_balance: '0.99',
  })
})

test('money leaves the newest account that has it, by a card that may pay so much', async () => {
  const sandbox = await startSandbox()
  const brought = { 'transaction.transaction_type': 'refund' }
  const [rich] = await fire(sandbox, { set: { ...brought, 'transaction.amount': '600.00' } })
  const [restricted] = await fire(sandbox, {
    set: { 'transaction.state': 'pending', 'transaction.amount': '-900.00' },
  })
  await sandbox.call('POST', `/cards/${restricted?.details.card_id}/restrictions`, {
    restriction_type: 'amount',
    max_amount: '50.00',
  })
  await fire(sandbox, {
    set: { ...brought, 'transaction.amount': '700.00', 'transaction.account_id': restricted?.account_id },
  })
  const [paid] = await fire(sandbox, {
    set: { 'transaction.amount': '-550.00', 'transaction.transaction_type': 'purchase' },
  })
  expect(restricted?.account_id).not.toBe(rich?.account_id)
  expect(paid).toMatchObject({ account_id: rich?.account_id, details: { decline_reason: null } })
})

test('a payment beyond what a named account has is refused', async () => {
  const sandbox = await startSandbox()
  const [deposit] = await fire(sandbox, {
    set: { 'transaction.amount': '10.00', 'transaction.payment_type': 'ach' },
  })
  expect(deposit).toMatchObject({ amount: '10.00', transaction_type: 'deposit', state: 'settled' })
  const set = {
    'transaction.account_id': deposit?.account_id,
    'transaction.amount': '-10.01',
    'transaction.state': 'settled',
  }
  const answer = await sandbox.request('POST', '/sandbox/events', { event: 'transactions', set })
  expectRefused(answer, {
    status: 409,
    code: 'event_impossible',
    message: /10\.01 is beyond the 10\.00 available/,
  })
  const [paid] = await fire(sandbox, { set: { ...set, 'transaction.amount': '-10.00' } })
  expect(paid).toMatchObject({ account_id: deposit?.account_id, amount: '-10.00', state: 'settled' })
  expect((await read(sandbox, `/accounts/${paid?.account_id}`)).balance).toBe('0.00')
})

test('a pending payment settles, once', async () => {
  const sandbox = await startSandbox()
  const [held] = await fire(sandbox, { set: { 'transaction.state': 'pending' } })
  expect(held).toMatchObject({ state: 'pending', payment_type: 'card', transaction_type: 'purchase' })
  const before = Number((await read(sandbox, `/accounts/${held?.account_id}`)).balance)
  const set = { 'transaction.transaction_id': held?.transaction_id }
  const [settled] = await fire(sandbox, { set })
  expect(settled).toMatchObject({
    transaction_id: held?.transaction_id,
    state: 'settled',
    amount: held?.amount,
  })
  const after = Number((await read(sandbox, `/accounts/${held?.account_id}`)).balance)
  expect((after - before).toFixed(2)).toBe(held?.amount)
  const again = await sandbox.request('POST', '/sandbox/events', { event: 'transactions', set })
  expectRefused(again, { status: 409, code: 'event_impossible', message: /is settled already/ })
})

test('a transfer that waits is completed with its transaction', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-03-10T12:00:00Z' })
  const [deposit] = await fire(sandbox, {
    set: { 'transaction.amount': '50.00', 'transaction.transaction_type': 'refund' },
  })
  const { body } = await sandbox.call<Record<string, string>>('POST', '/core/transfer', {
    amount: '20.00',
    card_id: deposit?.details.card_id,
  })
  await fire(sandbox, { set: { 'transaction.transaction_id': body.transaction_id } })
  expect(await read(sandbox, `/transfers/${body.transfer_id}`)).toMatchObject({ status: 'completed' })
  await sandbox.clock({ advance: '1h' })
  expect((await read(sandbox, `/accounts/${deposit?.account_id}`)).balance).toBe('30.00')
})

test('a card that cannot pay is declined with the reason', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.trigger('card.status.inactive')
  const { card } = (await sandbox.event(events[0]?.id ?? '')).payload as unknown as Payload
  const [told] = await fire(sandbox, { set: { 'transaction.details.card_id': card.card_id } })
  expect(told).toMatchObject({ state: 'declined', details: { decline_reason: 'inactive_card' } })
})
