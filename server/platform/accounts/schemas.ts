import { z } from 'zod'
import { amount, exactlyOneOf, flag, id, oneOf, paging, text, times, uuid } from '../fields.ts'
import { money, transaction } from '../money/schemas.ts'

const accountTypes = ['deposit', 'prepaid', 'credit'] as const

const apr = z.union([z.string(), z.number()], 'must be a percentage such as "19.99"').meta({
  description: 'The yearly interest of a credit account in percent, 36 at the most',
  example: '19.99',
})

export const createAccount = z
  .object({
    customer_id: id('a customer who passed KYC').optional(),
    business_id: id('a business that passed KYB').optional(),
    type: oneOf(accountTypes).optional().meta({ description: 'deposit when left out', example: 'deposit' }),
    apr: apr.optional(),
    credit_limit: amount().optional().meta({
      description: 'Of a credit account: how far it may go below zero, 1000.00 when left out',
      example: '1000.00',
    }),
    description: text().optional().meta({ example: 'Everyday account' }),
  })
  .superRefine(exactlyOneOf('customer_id', 'business_id'))
  .meta({ id: 'CreateAccount' })
export const editAccount = z
  .object({
    description: text().optional().meta({ example: 'Holiday account' }),
    load_funds: flag().optional().meta({ description: 'Whether money may be transferred to it' }),
    apr: apr.optional(),
    autopay: flag().optional().meta({
      description:
        'Of credit accounts: each statement from now on is paid on the day it is due, the whole closing balance less what came in since. The newest deposit account of the same owner pays, or a bank outside where there is none.',
    }),
  })
  .meta({ id: 'EditAccount' })
export const listAccounts = z.object({
  customer_id: text(100).optional(),
  business_id: text(100).optional(),
  ...paging,
})
export const history = z.object({
  linked_account_id: text(100)
    .optional()
    .meta({ description: 'The external account whose history it is; the account itself when left out' }),
  ...paging,
})

export const account = z
  .object({
    account_id: uuid('The id of the account'),
    customer_id: z.string().nullable(),
    business_id: z.string().nullable(),
    type: z.enum(accountTypes),
    status: z.enum(['active', 'closed']),
    balance: money('The sum of what has settled'),
    available_balance: money(
      'The balance less what is held for pending payments, and the credit if there is one',
    ),
    credit_limit: z.string().nullable().meta({ description: 'null where there is no credit' }),
    currency: z.literal('USD'),
    routing_number: z.string().meta({ example: '110000000' }),
    account_number: z.string().meta({ example: '4471002938' }),
    load_funds: z.boolean(),
    apr: z.string().nullable(),
    autopay: z.boolean(),
    description: z.string().nullable(),
    ...times,
  })
  .meta({ id: 'Account' })
export const accounts = z.object({ accounts: z.array(account) }).meta({ id: 'Accounts' })
export const accountHistory = z
  .object({
    account_id: uuid('The account'),
    linked_account_id: z.string().nullable(),
    status: z.enum(['preparing', 'ready']).meta({
      description:
        'The first call has it prepared, which takes a minute or two; an event says when it is ready',
    }),
    ready_time: z.string().nullable(),
    transactions: z
      .array(transaction)
      .meta({ description: 'A page of what has settled; empty until it is ready' }),
  })
  .meta({ id: 'AccountHistory' })
