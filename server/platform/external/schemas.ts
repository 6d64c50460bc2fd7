/** The requests and responses of the operations on external accounts. */
import { z } from 'zod'
import { id, oneOf, paging, text, times, uuid } from '../fields.ts'

const bankFields = {
  bank_name: text().optional().meta({ example: 'Harbour Savings' }),
  account_type: oneOf(['checking', 'savings']).optional(),
}
const linkTypes = ['manual', 'vendor'] as const

export const createExternal = z
  .object({
    account_id: id('the account to link it to'),
    link_type: oneOf(linkTypes).optional().meta({
      description: 'manual by default, which uses account numbers; vendor waits until a token is exchanged',
      example: 'manual',
    }),
    routing_number: text(20).optional().meta({ description: 'Required for manual', example: '110000000' }),
    account_number: text(40).optional().meta({ description: 'Required for manual', example: '000123456789' }),
    ...bankFields,
  })
  .superRefine((body, context) => {
    if (body.link_type === 'vendor') return
    for (const field of ['routing_number', 'account_number'] as const)
      if (body[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'is required' })
  })
  .meta({ id: 'CreateExternalAccount' })
export const patchExternal = z.object(bankFields).meta({ id: 'EditExternalAccount' })
export const listExternal = z.object({ account_id: text(100).optional(), ...paging })
export const exchangeToken = z
  .object({
    linked_account_id: id('the external account'),
    public_token: text().meta({
      description: 'The public token of the vendor; one that begins with `fail` is not verified',
      example: 'public-sandbox-1',
    }),
  })
  .meta({ id: 'ExchangeToken' })
export const migrate = z
  .object({
    linked_account_id: id('a manually linked external account'),
    access_token: text().meta({ description: 'Its token at the vendor', example: 'access-sandbox-1' }),
  })
  .meta({ id: 'MigrateAccount' })

export const external = z
  .object({
    linked_account_id: uuid('The id of the external account'),
    account_id: uuid('The linked account'),
    status: z.enum(['active', 'closed']),
    verification_status: z.enum([
      'pending_automatic_verification',
      'pending_manual_verification',
      'verification_failed',
      'verified',
    ]),
    link_type: z.enum(linkTypes),
    bank_name: z.string().nullable(),
    account_type: z.enum(['checking', 'savings']),
    routing_number: z.string().nullable(),
    mask: z.string().nullable().meta({ description: 'The last four digits of the account number' }),
    ...times,
  })
  .meta({ id: 'ExternalAccount' })
export const externals = z.object({ external_accounts: z.array(external) }).meta({ id: 'ExternalAccounts' })
