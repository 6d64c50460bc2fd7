/** The requests and responses of the operations on statements. */
import { z } from 'zod'
import { paging, text, uuid } from '../fields.ts'
import { money, transaction } from '../money/schemas.ts'

export const getStatement = z.object(paging)

export const statement = z
  .object({
    statement_id: uuid('The id of the statement'),
    account_id: uuid('The account'),
    statement_month: z.string().meta({ example: '2026-01' }),
    opening_balance: money('At the beginning of the month'),
    closing_balance: money('At its end; a negative amount is owed'),
    minimum_payment: money(
      'For credit accounts: the least to pay by the due date, a tenth of the owed amount',
    ),
    payment_due_date: z.string().meta({ description: 'The last day to pay in time', example: '2026-02-26' }),
    transactions: z.array(transaction).meta({ description: 'A page of transactions settled in the month' }),
  })
  .meta({ id: 'Statement' })
export const emailStatement = z
  .object({
    email: text()
      .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
      .meta({ example: 'ada@example.com' }),
  })
  .meta({ id: 'EmailStatement' })
export const emailed = z
  .object({ statement_id: uuid('The id of the statement'), email: z.string(), status: z.literal('sent') })
  .meta({ id: 'EmailedStatement' })
