import type { Accounts } from '../accounts/store.ts'
import { addDays } from '../dates.ts'
import type { Doing } from '../doing.ts'
import type { Transactions } from '../money/transactions.ts'

/** How long the money of a payment is held that nobody settles. */
const authorizationDays = 7

export const authorizationEnd = (now: number): number => addDays(now, authorizationDays)

/** Gives back what is held for a payment that nobody settled in time. */
export function createAuthorizationExpiry({
  accounts,
  transactions,
}: {
  accounts: Accounts
  transactions: Transactions
}) {
  return (doing: Doing, id: string) => {
    const payment = transactions.find(doing, id)
    if (payment?.state === 'pending')
      transactions.turn(doing, accounts.found(doing, payment.accountId), payment, { state: 'cancelled' })
  }
}
