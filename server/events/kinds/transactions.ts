/** The events of transactions. */
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
  customer_id: uuidOrNull('The holder of the account; null if the holder is a business'),
  account_id: uuid('The account'),
  payment_type: z
    .enum(['card', 'ach', 'check', 'internal'])
    .meta({ description: 'How the money moves; internal means between accounts of the platform' }),
  transaction_type: z
    .enum(['purchase', 'refund', 'deposit', 'transfer'])
    .meta({ description: 'The purpose of the transaction' }),
  state: z
    .enum(['pending', 'settled', 'declined', 'cancelled'])
    .meta({ description: 'pending holds the money, settled moves it, other states do neither' }),
  amount: described(decimal, 'Negative if money leaves the account'),
  fee: described(decimal, 'The fee'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters such as USD')
    .meta({ description: 'ISO 4217', examples: ['USD'] }),
  created_time: described(time, 'When the transaction was created'),
  updated_time: described(time, 'When the state last changed'),
  details: z.object({
    card_id: uuidOrNull('The card; null without a card'),
    description: z.string().nullable().meta({ description: 'The description of the transaction' }),
    merchant: z.string().nullable().meta({ description: 'The merchant paid by card' }),
    decline_reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why the transaction was declined: a code of the error dictionary, or restricted',
        examples: ['insufficient_funds'],
      }),
  }),
})
type Transaction = z.infer<typeof transaction>

/** Combinations of method, type and state that occur. Purchases are the most frequent. */
const ways: Pick<Transaction, 'payment_type' | 'transaction_type' | 'state'>[] = [
  { payment_type: 'card', transaction_type: 'purchase', state: 'pending' },
  { payment_type: 'card', transaction_type: 'purchase', state: 'settled' },
  { payment_type: 'card', transaction_type: 'purchase', state: 'declined' },
  { payment_type: 'card', transaction_type: 'refund', state: 'settled' },
  { payment_type: 'ach', transaction_type: 'deposit', state: 'settled' },
  { payment_type: 'check', transaction_type: 'deposit', state: 'pending' },
  { payment_type: 'internal', transaction_type: 'transfer', state: 'settled' },
]
/** The name of each type in descriptions. */
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
    // A settled transaction was created the day before.
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
    description: 'A transaction was created, or its state changed.',
    causedBy: 'A movement of money, or its refusal: by card, bank or check, or between accounts.',
    keys: { transaction },
    build: (context) => ({ transaction: fakeTransaction(context) }),
  }),
}
