/** Releases held payments that nobody settles in time. */
import type { Accounts } from '../accounts/store.ts'
import { addDays } from '../dates.ts'
import type { Doing } from '../doing.ts'
import type { Transactions } from '../money/transactions.ts'
import type { World } from '../world.ts'

/** How long the money of an unsettled payment is held. */
const authorizationDays = 7

/** Payments that are held until they settle or expire. */
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
    /** Releases the held amount of a payment unless it settles in time. */
    hold: (doing: Doing, paymentId: string): void =>
      doing.later(expiry, paymentId, addDays(doing.now, authorizationDays)),
  }
}
export type Authorizations = ReturnType<typeof createAuthorizations>
