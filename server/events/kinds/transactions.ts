import { z } from 'zod'
import {
  type BuildContext,
  dayOf,
  decimal,
  described,
  kind,
  money,
  time,
  uuid,
  uuidOrNull,
} from './envelope.ts'

const transaction = z.object({
  transaction_id: uuid('The transaction; the same for each of its states'),
  customer_id: uuidOrNull('Whose account it is; null where a business holds it'),
  account_id: uuid('The account'),
  payment_type: z
    .enum(['card', 'ach', 'check', 'internal'])
    .meta({ description: 'The way the money takes; internal is between accounts here' }),
  transaction_type: z
    .enum(['purchase', 'refund', 'deposit', 'transfer'])
    .meta({ description: 'What it is for' }),
  state: z
    .enum(['pending', 'settled', 'declined', 'cancelled'])
    .meta({ description: 'pending holds the money, settled moves it, the others do neither' }),
  amount: described(decimal, 'Below zero where money leaves the account'),
  fee: described(decimal, 'What it costs'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters such as USD')
    .meta({ description: 'ISO 4217', examples: ['USD'] }),
  created_time: described(time, 'When it was made'),
  updated_time: described(time, 'When its state changed last'),
  details: z.object({
    card_id: uuidOrNull('The card; null where none was used'),
    description: z.string().nullable().meta({ description: 'What is told of it' }),
    merchant: z.string().nullable().meta({ description: 'Who is paid by card' }),
    decline_reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why it was declined: a code of the error dictionary, or restricted',
        examples: ['insufficient_funds'],
      }),
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
/** What a transaction of each type is called where it is described. */
export const typeNames = { purchase: 'Purchase', refund: 'Refund', deposit: 'Deposit', transfer: 'Transfer' }

function fakeTransaction({ occurredAt, fake }: BuildContext): Transaction {
  const way = fake.pick(ways)
  const isCard = way.payment_type === 'card'
  const leaves = way.transaction_type === 'purchase' || way.transaction_type === 'transfer'
  const cents = fake.integer(100, 50_000)
  const merchant = isCard ? fake.merchant() : null
  const what = typeNames[way.transaction_type]
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
