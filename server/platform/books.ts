/** Creates the stores of all areas. */
import { createHistories } from './accounts/history.ts'
import { createAccounts } from './accounts/store.ts'
import { createAutopay } from './autopay/store.ts'
import { createBusinesses } from './businesses/store.ts'
import { createCards } from './cards/store.ts'
import { createPersonRules } from './customers/persons.ts'
import { createCustomers } from './customers/store.ts'
import { createExternalAccounts } from './external/store.ts'
import { createKyc } from './kyc/store.ts'
import { createTransactions } from './money/transactions.ts'
import { createPrograms } from './programs/store.ts'
import { createRestrictions } from './restrictions/store.ts'
import { createAuthorizations } from './simulate/authorizations.ts'
import { createPayments } from './simulate/payments.ts'
import { createStatements } from './statements/store.ts'
import { createTransfers } from './transfers/store.ts'
import type { World } from './world.ts'

/** The stores of all areas, which areas share with each other. */
export function createBooks(world: World) {
  const persons = createPersonRules(world.ids)
  const customers = createCustomers(world)
  const kyc = createKyc(world)
  const businesses = createBusinesses(world)
  const transactions = createTransactions(world)
  const accounts = createAccounts(world, transactions)
  const external = createExternalAccounts(world)
  const histories = createHistories(world, transactions)
  const autopay = createAutopay(world, { accounts, transactions })
  const statements = createStatements(world, { accounts, transactions, autopay })
  const programs = createPrograms(world)
  const cards = createCards(world)
  const restrictions = createRestrictions(world)
  const transfers = createTransfers(world, accounts, transactions)
  const authorizations = createAuthorizations(world, { accounts, transactions })
  const payments = createPayments({ cards, accounts, restrictions, transactions, authorizations })
  return {
    persons,
    customers,
    kyc,
    businesses,
    transactions,
    accounts,
    autopay,
    external,
    histories,
    statements,
    programs,
    cards,
    restrictions,
    transfers,
    authorizations,
    payments,
  }
}
export type Books = ReturnType<typeof createBooks>
