import { z } from 'zod'
import { amount, exactlyOneOf, id, oneOf, text } from '../fields.ts'

export const simulateKyc = z.object({ customer_id: id('the customer') }).meta({ id: 'SimulateKyc' })
export const simulateAuthorization = z
  .object({
    card_id: id('the card that pays'),
    amount: amount(),
    merchant_name: text().optional().meta({ example: 'Corner Books' }),
    currency: text(20).optional().meta({ description: 'USD', example: 'USD' }),
  })
  .meta({ id: 'SimulateAuthorization' })
export const simulateSettlement = z
  .object({
    transaction_id: text(100).optional().meta({ description: 'A pending payment, which settles' }),
    card_id: text(100).optional().meta({ description: 'Without a pending payment: the card' }),
    amount: amount()
      .optional()
      .meta({ description: 'Required with card_id; otherwise what settles of the payment' }),
    type: oneOf(['purchase', 'refund', 'deposit']).optional().meta({
      description:
        'With card_id: purchase, which it is when left out, takes money; refund and deposit bring some',
    }),
    merchant_name: text().optional().meta({
      description: 'Of a pending payment: the name it settles under, its own when left out',
      example: 'Corner Books',
    }),
  })
  .superRefine(exactlyOneOf('card_id', 'transaction_id'))
  .superRefine((body, context) => {
    if (body.card_id !== undefined && body.amount === undefined)
      context.addIssue({ code: 'custom', path: ['amount'], message: 'is required with card_id' })
    if (body.transaction_id !== undefined && body.type !== undefined && body.type !== 'purchase')
      context.addIssue({
        code: 'custom',
        path: ['type'],
        message: `cannot be ${body.type} with transaction_id, which names a purchase; give card_id and amount`,
      })
  })
  .meta({ id: 'SimulateSettlement' })
