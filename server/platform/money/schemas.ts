/** The form of money and transactions in responses. */
import { z } from 'zod'
import { times, uuid } from '../fields.ts'
import { transactionStates } from './transactions.ts'

/** An amount of money in a response. */
export const money = (description: string) =>
  z
    .string()
    .regex(/^-?\d+\.\d\d$/)
    .meta({ description, example: '-21.93' })

export const transaction = z
  .object({
    transaction_id: uuid('The id of the transaction'),
    account_id: uuid('The account'),
    card_id: z.string().nullable(),
    payment_type: z.enum(['card', 'ach', 'check', 'internal']),
    transaction_type: z.enum(['purchase', 'refund', 'deposit', 'transfer']),
    state: z.enum(transactionStates),
    amount: money('Negative if the money leaves the account'),
    fee: z.string().meta({ example: '0.00' }),
    currency: z.literal('USD'),
    description: z.string().nullable(),
    merchant: z.string().nullable(),
    decline_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the transaction was declined: a code of the dictionary, or `restricted`' }),
    ...times,
  })
  .meta({ id: 'Transaction' })
export const transactions = z.object({ transactions: z.array(transaction) }).meta({ id: 'Transactions' })
