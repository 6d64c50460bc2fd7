import { expect, test } from 'vitest'
import { kinds } from '../../server/events/builders.ts'
import { loadFaker } from '../../server/events/fake.ts'
import { dayOf, money, monthBefore } from '../../server/events/kinds/envelope.ts'

const fakerFor = await loadFaker('en_US')
const seeds = Array.from({ length: 300 }, (_, seed) => seed)
const context = (seed: number, occurredAt = '2026-03-01T09:00:00.000001+00:00') => ({
  occurredAt,
  fake: fakerFor(seed),
})

test.each([
  [-2193, '-21.93'],
  [5, '0.05'],
  [0, '0.00'],
  [-1, '-0.01'],
  [25_000_000_01, '25000000.01'],
])('%i cents are %s', (cents, text) => {
  expect(money(cents)).toBe(text)
})

test('days and months follow from the time of the event', () => {
  expect(dayOf('2026-02-27T23:59:59.999999+00:00', 2)).toBe('2026-03-01')
  expect(dayOf('2028-03-01T00:00:00.000000+00:00', -1)).toBe('2028-02-29')
  expect(monthBefore('2026-01-31T09:00:00.000000+00:00')).toBe('2025-12')
  expect(monthBefore('2026-03-31T09:00:00.000000+00:00')).toBe('2026-02')
})

test('a transaction agrees with itself, and seeds bring every way of paying', () => {
  const made = seeds.map((seed) => kinds.transactions.build(context(seed)).transaction)
  for (const one of made) {
    const isCard = one.payment_type === 'card'
    expect(one.amount.startsWith('-')).toBe(['purchase', 'transfer'].includes(one.transaction_type))
    expect(one.details.card_id === null).toBe(!isCard)
    expect(one.details.merchant === null).toBe(!isCard)
    expect(one.details.decline_reason === null).toBe(one.state !== 'declined')
    expect(one.created_time <= one.updated_time).toBe(true)
  }
  expect(new Set(made.map((one) => one.payment_type))).toEqual(new Set(['card', 'ach', 'check', 'internal']))
})

test('a statement asks for a tenth of what it says is owed, of the month before, at a day to come unless it is late', () => {
  for (const seed of seeds) {
    const { details } = kinds['account.statements.ready'].build(context(seed))
    const [owed, minimum] = [-details.closing_balance, details.minimum_payment].map(Number)
    expect(owed).toBeGreaterThan(0)
    expect(minimum).toBeCloseTo(Math.ceil(Number(owed) * 10) / 100, 5)
    expect(details).toMatchObject({ statement_month: '2026-02', payment_due_date: '2026-03-26' })
  }
  const late = kinds['account.statements.late_payment'].build(context(1)).details
  expect(late.payment_due_date).toBe('2026-02-28')
})

test('lists are as long with any seed, so that a path into one fits each of many events', () => {
  const lengths = seeds.map((seed) => [
    kinds['kyc.verification.document_required'].build(context(seed)).documents.length,
    kinds['kyc.verification.reenter_information'].build(context(seed)).incorrect_information.fields.length,
    kinds['customer.updated'].build(context(seed)).details.fields.length,
  ])
  expect(new Set(lengths.map(String))).toEqual(new Set(['2,2,1']))
})
