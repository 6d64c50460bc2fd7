/** The requests of the simulate operations. */
import { z } from 'zod'
import { amount, exactlyOneOf, id, oneOf, text } from '../fields.ts'

export const simulateKyc = z.object({ customer_id: id('the customer') }).meta({ id: 'SimulateKyc' })
export const simulateAuthorization = z
  .object({
    card_id: id('the paying card'),
    amount: amount(),
    merchant_name: text().optional().meta({ example: 'Corner Books' }),
    currency: text(20).optional().meta({ description: 'USD', example: 'USD' }),
  })
  .meta({ id: 'SimulateAuthorization' })
export const simulateSettlement = z
  .object({
    transaction_id: text(100).optional().meta({ description: 'The pending payment to settle' }),
    card_id: text(100).optional().meta({ description: 'The card, if there is no pending payment' }),
    amount: amount()
      .optional()
      .meta({ description: 'Required with card_id; otherwise the amount that settles' }),
    type: oneOf(['purchase', 'refund', 'deposit']).optional().meta({
      description: 'With card_id: purchase by default, which takes money; refund and deposit bring money',
    }),
    merchant_name: text().optional().meta({
      description: 'For a pending payment: the name under which it settles; by default its own',
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
