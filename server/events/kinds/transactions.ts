import { z } from 'zod'
import { type BuildContext, dayOf, decimal, kind, money, time, uuid } from './envelope.ts'

const transaction = z.object({
  transaction_id: uuid(),
  customer_id: uuid().nullable().meta({ description: 'Null where a business holds the account' }),
  account_id: uuid(),
  payment_type: z.enum(['card', 'ach', 'check', 'internal']),
  transaction_type: z.enum(['purchase', 'refund', 'deposit', 'transfer']),
  state: z.enum(['pending', 'settled', 'declined', 'cancelled']),
  amount: decimal.meta({ description: 'Negative where money leaves the account' }),
  fee: decimal,
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters such as USD'),
  created_time: time,
  updated_time: time,
  details: z.object({
    card_id: uuid().nullable(),
    description: z.string().nullable(),
    merchant: z.string().nullable(),
    decline_reason: z.string().nullable(),
  }),
})
type Transaction = z.infer<typeof transaction>

/** Ways of money that go together; purchases are the most. */
const ways: Pick<Transaction, 'payment_type' | 'transaction_type' | 'state'>[] = [
  { payment_type: 'card', transaction_type: 'purchase', state: 'pending' },
  { payment_type: 'card', transaction_type: 'purchase', state: 'settled' },
  { payment_type: 'card', transaction_type: 'purchase', state: 'declined' },
  { payment_type: 'card', transaction_type: 'refund', state: 'settled' },
  { payment_type: 'ach', transaction_type: 'deposit', state: 'settled' },
  { payment_type: 'check', transaction_type: 'deposit', state: 'pending' },
  { payment_type: 'internal', transaction_type: 'transfer', state: 'settled' },
]
const described = { purchase: 'Purchase', refund: 'Refund', deposit: 'Deposit', transfer: 'Transfer' }

function fakeTransaction({ occurredAt, fake }: BuildContext): Transaction {
  const way = fake.pick(ways)
  const isCard = way.payment_type === 'card'
  const leaves = way.transaction_type === 'purchase' || way.transaction_type === 'transfer'
  const cents = fake.integer(100, 50_000)
  const merchant = isCard ? fake.company() : null
  const what = described[way.transaction_type]
  return {
    transaction_id: fake.uuid(),
    customer_id: fake.uuid(),
    account_id: fake.uuid(),
    ...way,
    amount: money(leaves ? -cents : cents),
    fee: '0.00',
    currency: 'USD',
    // What is settled was made the day before.
    created_time: way.state === 'settled' ? `${dayOf(occurredAt, -1)}${occurredAt.slice(10)}` : occurredAt,
    updated_time: occurredAt,
    details: {
      card_id: isCard ? fake.uuid() : null,
      description: merchant ? `${what}, ${merchant}` : what,
      merchant,
      decline_reason: way.state === 'declined' ? 'insufficient_funds' : null,
    },
  }
}

export const transactions = {
  transactions: kind('transactions', {
    description: 'A transaction was made, or its state changed.',
    causedBy: 'Money that moves or is refused: by card, by bank, by check, or between accounts.',
    keys: { transaction },
    build: (context) => ({ transaction: fakeTransaction(context) }),
  }),
}
