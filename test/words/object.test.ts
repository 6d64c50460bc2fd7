import { expect, test } from 'vitest'
import { money } from '../../server/words/money.ts'
import { fieldTexts, kindBeside, objectTitle, timelineOf } from '../../server/words/object.ts'

test('an amount has its sign before the dollar and groups of three digits', () => {
  expect(['0.00', '21.93', '-5.00', '1234567.80', '-1021.93'].map((amount) => money(amount))).toEqual([
    '$0.00',
    '$21.93',
    '-$5.00',
    '$1,234,567.80',
    '-$1,021.93',
  ])
})

test('each nested field is on its own, and what is empty is left out', () => {
  expect(
    fieldTexts({
      dob: '1956-01-20',
      names: [{ first_name: 'Ada', middle_name: null }],
      addresses: [],
      autopay: false,
    }),
  ).toEqual([
    ['dob', '1956-01-20'],
    ['names[0].first_name', 'Ada'],
    ['autopay', 'false'],
  ])
})

test('a title names what distinguishes an object from others of its kind', () => {
  const names = [
    { first_name: 'Augusta', last_name: 'King', is_legal_name: false },
    { first_name: 'Ada', middle_name: null, last_name: 'Lovelace', is_legal_name: true },
  ]
  expect(objectTitle('customer', { names })).toBe('Ada Lovelace')
  expect(objectTitle('customer', {})).toBe('Customer')
  expect(objectTitle('account', { type: 'deposit', account_number: '4471002938' })).toBe(
    'Deposit account •••• 2938',
  )
  expect(
    objectTitle('account', { type: 'credit', description: 'Holiday', account_number: '4471002938' }),
  ).toBe('Holiday •••• 2938')
  expect(objectTitle('dispute', { reason: 'not_received' })).toBe('Dispute: not received')
  expect(
    objectTitle('transaction', { transaction_type: 'purchase', amount: '-21.93', merchant: 'Corner Books' }),
  ).toBe('Purchase $21.93 · Corner Books')
  expect(objectTitle('check_deposit', { amount: '120.00' })).toBe('Check deposit $120.00')
  expect(objectTitle('hosted', { flow: 'link_account' })).toBe('Hosted flow: link account')
})

test('the kind is shown beside a title that does not contain it', () => {
  expect(kindBeside({ kind: 'customer', title: 'Ada Quill' })).toBe('Customer')
  expect(kindBeside({ kind: 'account', title: 'Deposit account •••• 2938' })).toBeNull()
})

test('in a timeline a call comes before the events that it caused, although it is stored behind them', () => {
  const at = (seq: number, more: object = {}) => ({ id: `x${seq}`, seq, ...more })
  const happened = {
    calls: [at(9, { id: 'other' }), at(4, { id: 'cal' })],
    events: [at(2, { call_id: 'cal' }), at(1, { call_id: 'cal' }), at(7, { call_id: null })],
    deliveries: [at(3), at(8)],
  } as unknown as Parameters<typeof timelineOf>[0]
  expect(timelineOf(happened).map(({ kind, row: { id } }) => `${kind} ${id}`)).toEqual([
    'call cal',
    'event x1',
    'event x2',
    'delivery x3',
    'event x7',
    'delivery x8',
    'call other',
  ])
})
