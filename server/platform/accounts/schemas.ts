/** The requests and responses of the operations on accounts. */
import { z } from 'zod'
import { amount, exactlyOneOf, flag, id, oneOf, paging, text, times, uuid } from '../fields.ts'
import { money, transaction } from '../money/schemas.ts'

const accountTypes = ['deposit', 'prepaid', 'credit'] as const

const apr = z.union([z.string(), z.number()], 'must be a percentage such as "19.99"').meta({
  description: 'The yearly interest of a credit account in percent, at most 36',
  example: '19.99',
})

export const createAccount = z
  .object({
    customer_id: id('a customer who passed KYC').optional(),
    business_id: id('a business that passed KYB').optional(),
    type: oneOf(accountTypes).optional().meta({ description: 'deposit by default', example: 'deposit' }),
    apr: apr.optional(),
    credit_limit: amount().optional().meta({
      description: 'The credit of a credit account; 1000.00 by default',
      example: '1000.00',
    }),
    description: text().optional().meta({ example: 'Everyday account' }),
  })
  .superRefine(exactlyOneOf('customer_id', 'business_id'))
  .meta({ id: 'CreateAccount' })
export const editAccount = z
  .object({
    description: text().optional().meta({ example: 'Holiday account' }),
    load_funds: flag().optional().meta({ description: 'Whether money may be transferred to the account' }),
    apr: apr.optional(),
    autopay: flag().optional().meta({
      description:
        "For credit accounts: pays each statement on its due day. The amount is the closing balance minus payments received since. The owner's newest deposit account pays, or an outside bank if there is none.",
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
    .meta({ description: 'The external account of the history; by default the account itself' }),
  ...paging,
})

export const account = z
  .object({
    account_id: uuid('The id of the account'),
    customer_id: z.string().nullable(),
    business_id: z.string().nullable(),
    type: z.enum(accountTypes),
    status: z.enum(['active', 'closed']),
    balance: money('The sum of settled transactions'),
    available_balance: money('The balance minus the amounts held for pending payments, plus any credit'),
    credit_limit: z.string().nullable().meta({ description: 'null without credit' }),
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
        'The first call starts the preparation, which takes a minute or two; an event reports when the history is ready',
    }),
    ready_time: z.string().nullable(),
    transactions: z
      .array(transaction)
      .meta({ description: 'A page of settled transactions; empty until the history is ready' }),
  })
  .meta({ id: 'AccountHistory' })
