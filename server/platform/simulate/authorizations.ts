import type { Accounts } from '../accounts/store.ts'
import { addDays } from '../dates.ts'
import type { Doing } from '../doing.ts'
import type { Transactions } from '../money/transactions.ts'
import type { World } from '../world.ts'

/** How long the money of a payment is held that nobody settles. */
const authorizationDays = 7

/** Payments that are held until they settle, or until their time is over. */
export function createAuthorizations(
  { job }: World,
  { accounts, transactions }: { accounts: Accounts; transactions: Transactions },
) {
  const expiry = job('authorization.expire', (doing, id) => {
    const payment = transactions.find(doing, id)
    if (payment?.state === 'pending')
      transactions.turn(doing, accounts.found(doing, payment.accountId), payment, { state: 'cancelled' })
  })
  return {
    /** Gives back what is held for a payment unless it settles in time. */
    hold: (doing: Doing, paymentId: string): void =>
      doing.later(expiry, paymentId, addDays(doing.now, authorizationDays)),
  }
}
export type Authorizations = ReturnType<typeof createAuthorizations>
