/** Makes card payments, or declines them with a reason. */
import type { Account, Accounts } from '../accounts/store.ts'
import type { Card, Cards } from '../cards/store.ts'
import type { Doing } from '../doing.ts'
import type { Transaction, Transactions } from '../money/transactions.ts'
import type { Restrictions } from '../restrictions/store.ts'
import type { Authorizations } from './authorizations.ts'

interface Paid {
  cents: number
  merchant: string | null
  state: 'pending' | 'settled'
  /** Random by default. */
  id?: string | undefined
  description?: string | null
}

/** Card payments, made in the requested state or declined with a reason. */
export function createPayments(needs: {
  cards: Cards
  accounts: Accounts
  restrictions: Restrictions
  transactions: Transactions
  authorizations: Authorizations
}) {
  const { cards, accounts, restrictions, transactions, authorizations } = needs

  /** Why a payment is declined: a code of the dictionary, or a restriction of the card. */
  function declineReason(doing: Doing, card: Card, account: Account, cents: number): string | null {
    const hindrance = cards.hindrance(card, doing.now)
    if (hindrance) return hindrance.code
    if (restrictions.met(doing, card.id, cents)) return 'restricted'
    return cents > accounts.available(account) ? 'insufficient_funds' : null
  }

  return {
    declineReason,
    pay(doing: Doing, card: Card, { cents, merchant, state, id, description = null }: Paid): Transaction {
      const account = accounts.found(doing, card.account_id)
      const reason = declineReason(doing, card, account, cents)
      const payment = transactions.post(doing, account, {
        state: reason === null ? state : 'declined',
        cents: -cents,
        paymentType: 'card',
        transactionType: 'purchase',
        cardId: card.id,
        merchant,
        description,
        declineReason: reason,
        ...(id !== undefined && { id }),
      })
      if (payment.state === 'pending') authorizations.hold(doing, payment.id)
      return payment
    },
  }
}
