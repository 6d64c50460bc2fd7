import { cautionAbout } from '../client/network-policy.ts'
import type { SubscriptionService } from '../subscriptions/service.ts'
import { accountOperations } from './accounts/operations.ts'
import type { Books } from './books.ts'
import { businessOperations } from './businesses/operations.ts'
import { cardOperations } from './cards/operations.ts'
import { cardStatusOperations } from './cards/status-operations.ts'
import { customerOperations } from './customers/operations.ts'
import { relatedOperations } from './customers/related-operations.ts'
import { disputeOperations } from './disputes/operations.ts'
import { externalOperations } from './external/operations.ts'
import { hostedOperations } from './hosted/operations.ts'
import { keyOperations } from './keys/operations.ts'
import type { TemporaryKeys } from './keys/store.ts'
import { kycOperations } from './kyc/operations.ts'
import type { OperationRow, PlatformOperation } from './operation.ts'
import { programOperations } from './programs/operations.ts'
import { rdcOperations } from './rdc/operations.ts'
import { restrictionOperations } from './restrictions/operations.ts'
import { simulateOperations } from './simulate/operations.ts'
import { statementOperations } from './statements/operations.ts'
import { transferOperations } from './transfers/operations.ts'
import { webhookOperations } from './webhooks/operations.ts'
import type { World } from './world.ts'

/** What every area of the platform answers. What an area does later it defines where it plans it. */
export function createAreas(
  world: World,
  needs: { books: Books; service: SubscriptionService; temporaryKeys: TemporaryKeys },
): PlatformOperation[] {
  const { service, temporaryKeys } = needs
  const books = { ...needs.books, temporaryKeys }
  return [
    ...area(
      'webhooks',
      'Webhooks',
      webhookOperations(service, (url) => cautionAbout(url, world.config.delivery.allow_public)),
    ),
    ...area('auth', 'Temporary keys', keyOperations(books)),
    ...area('customers', 'Customers', customerOperations(books)),
    ...area('related persons', 'Related persons', relatedOperations(books)),
    ...area('kyc', 'KYC', kycOperations(books)),
    ...area('businesses', 'Businesses', businessOperations(books)),
    // Before the accounts, whose ids stand where these have a word.
    ...area('external accounts', 'External accounts', externalOperations(books)),
    ...area('accounts', 'Accounts', accountOperations(books)),
    ...area('statements', 'Statements', statementOperations(books)),
    ...area('card programs', 'Card programs', programOperations(books)),
    ...area('cards', 'Cards', cardOperations(books)),
    ...area('cards', 'Cards', cardStatusOperations(books)),
    ...area('restrictions', 'Restrictions', restrictionOperations(books)),
    ...area('transfers', 'Transfers', transferOperations(books)),
    ...area('disputes', 'Disputes', disputeOperations(world, books)),
    ...area('rdc', 'Check deposits (RDC)', rdcOperations(world, books)),
    ...area('hosted', 'Hosted flows', hostedOperations(world, books)),
    ...area('simulate', 'Simulations', simulateOperations(books)),
  ]
}

const area = (name: string, title: string, rows: readonly OperationRow[]): PlatformOperation[] =>
  rows.map((row) => ({ ...row, area: { name, title } }))
