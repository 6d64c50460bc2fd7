import type { SubscriptionService } from '../subscriptions/service.ts'
import { createHistories } from './accounts/history.ts'
import { accountOperations } from './accounts/operations.ts'
import { createAccounts } from './accounts/store.ts'
import { businessOperations } from './businesses/operations.ts'
import { createBusinesses } from './businesses/store.ts'
import { cardOperations } from './cards/operations.ts'
import { cardStatusOperations } from './cards/status-operations.ts'
import { createCards } from './cards/store.ts'
import { customerOperations } from './customers/operations.ts'
import { createPersonRules } from './customers/persons.ts'
import { relatedOperations } from './customers/related-operations.ts'
import { createCustomers } from './customers/store.ts'
import { disputeOperations } from './disputes/operations.ts'
import { externalOperations } from './external/operations.ts'
import { createExternalAccounts } from './external/store.ts'
import { hostedOperations } from './hosted/operations.ts'
import type { JobHandlers } from './jobs/scheduler.ts'
import { keyOperations } from './keys/operations.ts'
import type { TemporaryKeys } from './keys/store.ts'
import { kycOperations } from './kyc/operations.ts'
import { createKyc } from './kyc/store.ts'
import { createTransactions } from './money/transactions.ts'
import type { OperationRow, PlatformOperation } from './operation.ts'
import { programOperations } from './programs/operations.ts'
import { createPrograms } from './programs/store.ts'
import { createCheckDeposits } from './rdc/operations.ts'
import { restrictionOperations } from './restrictions/operations.ts'
import { createRestrictions } from './restrictions/store.ts'
import { createAuthorizationExpiry } from './simulate/expiry.ts'
import { simulateOperations } from './simulate/operations.ts'
import { statementOperations } from './statements/operations.ts'
import { createStatements } from './statements/store.ts'
import { transferOperations } from './transfers/operations.ts'
import { createTransfers } from './transfers/store.ts'
import { webhookOperations } from './webhooks/operations.ts'
import type { World } from './world.ts'

/** Every area of the platform: what it answers, and what it does later. */
export function createAreas(
  world: World,
  { service, temporaryKeys }: { service: SubscriptionService; temporaryKeys: TemporaryKeys },
): { operations: PlatformOperation[]; handlers: JobHandlers } {
  const persons = createPersonRules(world.ids)
  const customers = createCustomers(world)
  const kyc = createKyc(world)
  const businesses = createBusinesses(world)
  const transactions = createTransactions(world)
  const accounts = createAccounts(world, transactions)
  const external = createExternalAccounts(world)
  const histories = createHistories(world, transactions)
  const statements = createStatements(world, accounts, transactions)
  const programs = createPrograms(world)
  const cards = createCards(world)
  const restrictions = createRestrictions(world)
  const transfers = createTransfers(world, accounts, transactions)
  const books = {
    persons,
    customers,
    kyc,
    businesses,
    transactions,
    accounts,
    external,
    histories,
    statements,
    programs,
    cards,
    restrictions,
    transfers,
    temporaryKeys,
  }
  const checks = createCheckDeposits(world, books)

  return {
    operations: [
      ...area('webhooks', webhookOperations(service)),
      ...area('auth', keyOperations(books)),
      ...area('customers', customerOperations(books)),
      ...area('related persons', relatedOperations(books)),
      ...area('kyc', kycOperations(books)),
      ...area('businesses', businessOperations(books)),
      // Before the accounts, whose ids stand where these have a word.
      ...area('external accounts', externalOperations(books)),
      ...area('accounts', accountOperations(books)),
      ...area('statements', statementOperations(books)),
      ...area('card programs', programOperations(books)),
      ...area('cards', cardOperations(books)),
      ...area('cards', cardStatusOperations(books)),
      ...area('restrictions', restrictionOperations(books)),
      ...area('transfers', transferOperations(books)),
      ...area('disputes', disputeOperations(world, books)),
      ...area('rdc', checks.operations),
      ...area('hosted', hostedOperations(world, books)),
      ...area('simulate', simulateOperations(books)),
    ],
    handlers: {
      'kyc.decide': kyc.decide,
      'kyc.expire': kyc.expire,
      'kyb.decide': businesses.decide,
      'history.ready': histories.finish,
      'statement.close': statements.close,
      'transfer.complete': transfers.complete,
      'rdc.clear': checks.clear,
      'authorization.expire': createAuthorizationExpiry(books),
    },
  }
}

const area = (name: string, rows: readonly OperationRow[]): PlatformOperation[] =>
  rows.map((row) => ({ ...row, area: name }))
