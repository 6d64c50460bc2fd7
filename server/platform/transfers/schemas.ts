/** The requests and responses of the operations on transfers. */
import { z } from 'zod'
import { amount, id, text, times, uuid } from '../fields.ts'

export const createTransfer = z
  .object({
    amount: amount(),
    card_id: id('the card of the account'),
    direction: text(20).optional().meta({
      description: "out by default, from the card's account; in goes to it",
      example: 'out',
    }),
    linked_account_id: text(100).optional().meta({ description: 'The external account on the other side' }),
    destination_account_id: text(100)
      .optional()
      .meta({ description: 'An account here on the other side; the transfer is completed at once' }),
    currency: text(20).optional().meta({ description: 'USD', example: 'USD' }),
    date: text(50).optional().meta({ description: 'The day of the transfer, YYYY-MM-DD; today by default' }),
    description: text().optional().meta({ example: 'Rent' }),
  })
  .meta({ id: 'CreateTransfer' })
export const directions = ['out', 'in'] as const
export const transfer = z
  .object({
    transfer_id: uuid('The id of the transfer'),
    card_id: uuid('The card'),
    account_id: uuid('The account of the card'),
    linked_account_id: z.string().nullable(),
    destination_account_id: z.string().nullable(),
    direction: z.enum(directions),
    amount: z.string().meta({ example: '21.93' }),
    currency: z.literal('USD'),
    status: z.enum(['pending', 'completed', 'cancelled']),
    date: z.string().meta({ example: '2026-01-05' }),
    description: z.string().nullable(),
    transaction_id: uuid('Its transaction on the account'),
    ...times,
  })
  .meta({ id: 'Transfer' })
