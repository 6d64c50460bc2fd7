/** Collects the operations of all areas of the platform. */
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
import { inArea, type PlatformOperation } from './operation.ts'
import { programOperations } from './programs/operations.ts'
import { rdcOperations } from './rdc/operations.ts'
import { restrictionOperations } from './restrictions/operations.ts'
import { simulateOperations } from './simulate/operations.ts'
import { statementOperations } from './statements/operations.ts'
import { transferOperations } from './transfers/operations.ts'
import { webhookOperations } from './webhooks/operations.ts'
import type { World } from './world.ts'

/** The operations of all areas. Each area defines its later work where it plans it. */
export function createAreas(
  world: World,
  needs: { books: Books; service: SubscriptionService; temporaryKeys: TemporaryKeys },
): PlatformOperation[] {
  const { service, temporaryKeys } = needs
  const books = { ...needs.books, temporaryKeys }
  return [
    ...inArea('webhooks', 'Webhooks', webhookOperations(service, world.config.delivery.allow_public)),
    ...inArea('auth', 'Temporary keys', keyOperations(books)),
    ...inArea('customers', 'Customers', customerOperations(books)),
    ...inArea('related persons', 'Related persons', relatedOperations(books)),
    ...inArea('kyc', 'KYC', kycOperations(books)),
    ...inArea('businesses', 'Businesses', businessOperations(books)),
    // Before the accounts, whose id parameter would match these paths.
    ...inArea('external accounts', 'External accounts', externalOperations(books)),
    ...inArea('accounts', 'Accounts', accountOperations(books)),
    ...inArea('statements', 'Statements', statementOperations(books)),
    ...inArea('card programs', 'Card programs', programOperations(books)),
    ...inArea('cards', 'Cards', cardOperations(books)),
    ...inArea('cards', 'Cards', cardStatusOperations(books)),
    ...inArea('restrictions', 'Restrictions', restrictionOperations(books)),
    ...inArea('transfers', 'Transfers', transferOperations(books)),
    ...inArea('disputes', 'Disputes', disputeOperations(world, books)),
    ...inArea('rdc', 'Check deposits (RDC)', rdcOperations(world, books)),
    ...inArea('hosted', 'Hosted flows', hostedOperations(world, books)),
    ...inArea('simulate', 'Simulations', simulateOperations(books)),
  ]
}
