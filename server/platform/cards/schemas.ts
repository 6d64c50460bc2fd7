/** The requests and responses of the operations on cards. */
import { z } from 'zod'
import { id, oneOf, paging, text, times, uuid } from '../fields.ts'
import { transactionStates } from '../money/transactions.ts'

export const createCard = z
  .object({
    account_id: id('the account from which the card spends'),
    program_id: text(100).optional().meta({ description: 'The first card program by default' }),
    card_type: oneOf(['virtual', 'physical']).optional().meta({
      description: 'virtual by default and active at once; a physical card must be activated',
      example: 'virtual',
    }),
    parent_card_id: text(100).optional().meta({ description: 'The parent card of a child card' }),
    bin: text(20).optional().meta({ description: "Must be the program's BIN, if given" }),
  })
  .meta({ id: 'CreateCard' })
export const listCards = z.object({
  customer_id: text(100).optional(),
  account_id: text(100).optional(),
  ...paging,
})
export const patchCard = z
  .object({
    status: text(50).optional().meta({ description: 'active, inactive or closed', example: 'inactive' }),
  })
  .meta({ id: 'EditCard' })
export const activateCard = z
  .object({
    aac: text(20)
      .optional()
      .meta({ description: 'The activation code of a physical card; checked if given' }),
  })
  .meta({ id: 'ActivateCard' })
export const reissueCard = z
  .object({
    reason: oneOf(['lost', 'stolen', 'damaged', 'expired']).optional().meta({ example: 'lost' }),
  })
  .meta({ id: 'ReissueCard' })
export const closeCard = z
  .object({
    reason: oneOf(['customer_request', 'lost', 'stolen', 'fraud']).optional().meta({
      description: 'fraud closes the card even if the account has money',
      example: 'customer_request',
    }),
  })
  .meta({ id: 'CloseCard' })
export const resetPin = z
  .object({
    pin: z
      .string('must be a string')
      .regex(/^\d{4}$/, 'must be four digits')
      .optional()
      .meta({ description: 'Random by default; never returned' }),
  })
  .meta({ id: 'ResetPin' })
export const searchTransactions = z.object({
  from: text(50).optional().meta({ description: 'YYYY-MM-DD, inclusive' }),
  to: text(50).optional().meta({ description: 'YYYY-MM-DD, inclusive' }),
  state: oneOf(transactionStates).optional(),
})

export const cardStatuses = ['active', 'inactive', 'closed'] as const
export const card = z
  .object({
    card_id: uuid('The id of the card'),
    account_id: uuid('The account'),
    customer_id: z.string().nullable(),
    business_id: z.string().nullable(),
    program_id: uuid('The card program'),
    parent_card_id: z.string().nullable(),
    card_type: z.enum(['virtual', 'physical']),
    status: z.enum(cardStatuses),
    close_reason: z.string().nullable(),
    last_four: z.string().meta({ example: '4242' }),
    expiry: z.string().meta({ description: 'The last month in which the card is valid', example: '2029-01' }),
    aac: z
      .string()
      .nullable()
      .meta({ description: 'The activation code while the card waits for activation' }),
    ...times,
  })
  .meta({ id: 'Card' })
export const cards = z.object({ cards: z.array(card) }).meta({ id: 'Cards' })
export const pinReset = z
  .object({ card_id: uuid('The card'), status: z.literal('pin_reset') })
  .meta({ id: 'PinReset' })
