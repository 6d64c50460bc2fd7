import { expect, test } from 'vitest'
import { type EventName, eventNames } from '../../server/events/builders.ts'
import { exampleOf, kindOf } from '../../server/events/catalogue.ts'
import { loadFaker } from '../../server/events/fake.ts'
import { eventSummaries, eventSummary, longestSummary } from '../../server/words/event.ts'

type Payload = Record<string, unknown>
const fakerFor = await loadFaker('en')
const built = (event: EventName, seed: number): Payload =>
  kindOf(event).build({ occurredAt: '2026-01-01T09:00:00.000000+00:00', fake: fakerFor(seed) })
const said = (event: EventName, payload: Payload = built(event, 1)) => eventSummary(event, payload) ?? ''

test('every event of the catalogue has a summary, and no other name has one', () => {
  expect(Object.keys(eventSummaries).sort()).toEqual([...eventNames].sort())
  expect(eventSummary('payment.refunded', {})).toBeNull()
  expect(eventSummary('toString', {})).toBeNull()
})

test('the summaries of the golden payloads', () => {
  const summaries = Object.fromEntries(eventNames.map((name) => [name, said(name, exampleOf(name) ?? {})]))
  expect(summaries).toMatchInlineSnapshot(`
    {
      "account.autopay.changed": "Autopay turned on · account 6a1f",
      "account.autopay.failed": "Autopay of $482.17 failed · insufficient funds",
      "account.autopay.processed": "Autopay paid $482.17 · account 6a1f",
      "account.autopay.scheduled": "Autopay of $482.17 scheduled for 2026-02-26 · account 6a1f",
      "account.history.ready": "Account history ready · external account 5f4e",
      "account.statements.generated": "Statement 2026-01 created · $482.17 owed",
      "account.statements.late_payment": "Statement 2026-01 overdue · $48.22 was due 2026-02-26",
      "account.statements.ready": "Statement 2026-01 ready · $48.22 due 2026-02-26",
      "card.created": "Card •••• 4242 created · customer 3e2d",
      "card.status.active": "Card •••• 4242 activated",
      "card.status.closed": "Card •••• 4242 closed",
      "card.status.inactive": "Card •••• 4242 paused",
      "card.status.reissue": "Card •••• 4242 reissued",
      "card.wallet.add": "Card •••• 4242 added to Apple Pay",
      "card.wallet.add_failure": "Card •••• 4242 not added to Google Pay · device not eligible",
      "customer.updated": "Customer 3e2d changed · names",
      "kyb.verification.approved": "KYB passed · business b7c1",
      "kyb.verification.error": "KYB ended in an error · business b7c1",
      "kyb.verification.initiated": "KYB started · business b7c1",
      "kyb.verification.rejected": "KYB failed · business b7c1",
      "kyb.verification.under_review": "KYB under review · business b7c1",
      "kyb.verification.warning": "KYB has a warning · business b7c1",
      "kyc.verification.document_required": "KYC needs 2 documents · customer 3e2d",
      "kyc.verification.error": "KYC ended in an error · customer 3e2d",
      "kyc.verification.failure": "KYC failed · customer 3e2d",
      "kyc.verification.reenter_information": "KYC needs dob, ssn again · customer 3e2d",
      "kyc.verification.success": "KYC passed · customer 3e2d",
      "kyc.verification.timeout": "KYC timed out · customer 3e2d",
      "kyc.verification.under_review": "KYC under review · customer 3e2d",
      "transactions": "$21.93 settled · Corner Bakery",
    }
  `)
})

const wrong = /undefined|null|NaN|\[object|\{|\}|[\da-f]{8}-|@|\s{2}|· ?$|^ ?·/

test.for(eventNames)('the summary of %s is short and says nothing that is missing', (event) => {
  for (let seed = 0; seed < 50; seed++) {
    const line = said(event, built(event, seed))
    expect(line).not.toMatch(wrong)
    expect(line).toMatch(/^[A-Z$]/)
    expect([...line].length).toBeLessThanOrEqual(longestSummary)
  }
  for (const broken of brokenOf(built(event, 1))) {
    const line = said(event, broken)
    expect(line).not.toMatch(wrong)
    expect(line).not.toBe('')
  }
  expect(said(event, {})).not.toMatch(wrong)
})

/** A payload with each of its values in turn left out, or of another type. */
function brokenOf(payload: Payload): Payload[] {
  const others = [undefined, null, 1, '', ' ', [], {}, [null], true]
  return Object.entries(payload).flatMap(([name, value]) => [
    ...others.map((other) => ({ ...payload, [name]: other })),
    ...(typeof value === 'object' && value !== null && !Array.isArray(value)
      ? brokenOf(value as Payload).map((inner) => ({ ...payload, [name]: inner }))
      : []),
  ])
}

const purchase = (change: Payload, details: Payload = {}) => {
  const payload = exampleOf('transactions') as { transaction: Payload & { details: Payload } }
  const { transaction } = payload
  return said('transactions', {
    ...payload,
    transaction: {
      ...transaction,
      payment_type: 'card',
      transaction_type: 'purchase',
      state: 'declined',
      amount: '-21.93',
      account_id: '9b1c0000-0000-4000-8000-000000000000',
      ...change,
      details: { ...transaction.details, merchant: 'Corner Books', decline_reason: null, ...details },
    },
  })
}

test('a transaction shows its amount, its state and where the money went', () => {
  expect([
    purchase({}),
    purchase({ state: 'settled', amount: '-1234567.80' }),
    purchase({}, { decline_reason: 'insufficient_funds' }),
    purchase({ transaction_type: 'refund', state: 'settled', amount: '21.93' }),
    purchase(
      { payment_type: 'ach', transaction_type: 'deposit', amount: '500.00', state: 'settled' },
      { merchant: null },
    ),
    purchase(
      { payment_type: 'internal', transaction_type: 'transfer', amount: '-5.00', state: 'settled' },
      { merchant: null },
    ),
    purchase({ currency: 'EUR' }),
    purchase({ currency: 'CHF' }),
  ]).toMatchInlineSnapshot(`
    [
      "$21.93 declined · Corner Books",
      "$1,234,567.80 settled · Corner Books",
      "$21.93 declined · Corner Books · insufficient funds",
      "$21.93 refund settled · Corner Books",
      "$500.00 ACH deposit settled · account 9b1c",
      "$5.00 transfer out settled · account 9b1c",
      "€21.93 declined · Corner Books",
      "CHF 21.93 declined · Corner Books",
    ]
  `)
})

test('long and hostile values are cut and shown as text', () => {
  expect(purchase({}, { merchant: 'x'.repeat(1000) })).toMatch(/x…$/)
  expect(purchase({}, { merchant: 'Corner\u001b[2J\nBooks\u202e' })).toBe(
    '$21.93 declined · Corner␛[2J␊Books�',
  )
  expect(purchase({}, { merchant: '🍕'.repeat(1000) })).not.toMatch(/\p{Surrogate}/u)
})
