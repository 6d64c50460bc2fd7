/** Continues pending transactions. */
import { sayCents } from '../money/amounts.ts'
import type { Transaction } from '../money/transactions.ts'
import { impossible, type Scene } from './scene.ts'
import { requireSense, type WishedWay, wishedWay } from './ways.ts'

/** Refuses values that differ from the transaction as it was made. */
function requireSame({ books, doing, named }: Scene, transaction: Transaction, wished: WishedWay) {
  const { id, accountId, cardId, transactionType, paymentType } = transaction
  const refuse = (what: string) => impossible(`the transaction ${id} ${what}`)
  if ((wished.transactionType ?? transactionType) !== transactionType) refuse(`is a ${transactionType}`)
  if ((wished.paymentType ?? paymentType) !== paymentType) refuse(`goes by ${paymentType}`)
  if (named.account && named.account.id !== accountId) refuse(`is one of the account ${accountId}`)
  const isByOther = named.card ? named.card.id !== cardId : wished.byCard === false && cardId !== null
  if (isByOther) refuse(cardId === null ? 'is by no card' : `is by the card ${cardId}`)
  const { customer_id } = books.accounts.found(doing, accountId)
  if (named.customer && named.customer.id !== customer_id) refuse(`is one of the customer ${customer_id}`)
}

/** Refuses an amount that can no longer change, or that would move in the other direction. */
function requireAmount({ id, cents }: Transaction, wished: number | undefined, canChange: boolean) {
  if (wished === undefined || wished === cents) return
  if (!canChange) impossible(`the transaction ${id} ends with the ${sayCents(cents)} it was made with`)
  if (cents < 0 !== wished < 0)
    impossible(
      `the transaction ${id} ${cents < 0 ? 'takes money: transaction.amount must be negative' : 'brings money: transaction.amount must be positive'}`,
    )
}

/** Settles or cancels a pending transaction. */
export function move(scene: Scene, transaction: Transaction) {
  const { books, doing } = scene
  const wished = wishedWay(scene)
  const { state = 'settled', cents, merchant, description, declineReason } = wished
  const { transactionType, paymentType } = transaction
  requireSame(scene, transaction, wished)
  requireSense({ transactionType, paymentType, byCard: undefined, cents, state, declineReason })
  if (transaction.state !== 'pending' || state === 'pending')
    impossible(`the transaction ${transaction.id} is ${transaction.state} already`)
  if (state === 'declined')
    impossible(`the transaction ${transaction.id} is pending, and only settles or is cancelled`)
  const told = {
    ...(merchant !== undefined && { merchant }),
    ...(description !== undefined && { description }),
  }
  const transfer = books.transfers.ofTransaction(doing, transaction)
  requireAmount(transaction, cents, transfer === undefined && state === 'settled')
  if (transfer) {
    const status = state === 'settled' ? 'completed' : 'cancelled'
    books.transfers.endNow(doing, transfer, { status, ...told })
    return
  }
  const account = books.accounts.found(doing, transaction.accountId)
  if (state === 'settled' && cents !== undefined && cents < 0)
    books.accounts.requireFunds(account, -cents, -Math.min(transaction.cents, 0))
  doing.forgetLater(transaction.id)
  books.transactions.turn(doing, account, transaction, {
    state,
    ...told,
    ...(cents !== undefined && { cents }),
  })
}
