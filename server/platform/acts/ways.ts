import type { NewTransaction } from '../money/transactions.ts'
import type { Scene } from './scene.ts'

/** How money moves: by what, what for, and how it stands. */
export type Way = Pick<NewTransaction, 'paymentType' | 'transactionType' | 'state'>

const purchase = { paymentType: 'card', transactionType: 'purchase' } as const

/** Ways that go together; purchases are the most. */
const ways: readonly Way[] = [
  { ...purchase, state: 'settled' },
  { ...purchase, state: 'settled' },
  { ...purchase, state: 'pending' },
  { ...purchase, state: 'declined' },
  { paymentType: 'card', transactionType: 'refund', state: 'settled' },
  { paymentType: 'ach', transactionType: 'deposit', state: 'settled' },
  { paymentType: 'ach', transactionType: 'deposit', state: 'settled' },
  { paymentType: 'ach', transactionType: 'transfer', state: 'settled' },
  { paymentType: 'check', transactionType: 'deposit', state: 'settled' },
]

export const leaves = ({ transactionType: type }: Pick<Way, 'transactionType'>): boolean =>
  type === 'purchase' || type === 'transfer'

/** What the trigger sets of how the money moves; each undefined where it sets nothing. */
export function wishedWay({ wish, named }: Scene) {
  const amount = wish('transaction.amount')
  const cents = typeof amount === 'string' ? Math.round(Number(amount) * 100) : undefined
  return {
    paymentType: wish('transaction.payment_type') as Way['paymentType'] | undefined,
    transactionType: wish('transaction.transaction_type') as Way['transactionType'] | undefined,
    state: wish('transaction.state') as Way['state'] | undefined,
    declineReason: wish('transaction.details.decline_reason') as string | null | undefined,
    merchant: wish('transaction.details.merchant') as string | null | undefined,
    description: wish('transaction.details.description') as string | null | undefined,
    /** true by a card, false by none. */
    byCard: named.card ? true : wish('transaction.details.card_id') === null ? false : undefined,
    cents,
  }
}
export type WishedWay = ReturnType<typeof wishedWay>

/** A way that has all that is wished; what goes with none of the usual ones is taken as it is wished. */
export function wayFor({ fake }: Scene, wished: WishedWay, { mayLeave }: { mayLeave: boolean }): Way {
  const agrees = <Value>(wish: Value | undefined, value: Value) => wish === undefined || wish === value
  const state = wished.state ?? (wished.declineReason ? 'declined' : undefined)
  const fitting = ways.filter(
    (way) =>
      agrees(wished.paymentType, way.paymentType) &&
      agrees(wished.transactionType, way.transactionType) &&
      agrees(state, way.state) &&
      agrees(wished.byCard, way.paymentType === 'card') &&
      (wished.cents === undefined || leaves(way) === wished.cents < 0),
  )
  const possible = fitting.filter((way) => mayLeave || !leaves(way) || way.state === 'declined')
  const usual = possible.length > 0 ? possible : fitting
  if (usual.length > 0) return fake.pick(usual)
  const isLeaving = (wished.cents ?? -1) < 0
  const byCard = wished.byCard ?? wished.paymentType === 'card'
  return {
    paymentType: wished.paymentType ?? (byCard ? 'card' : 'ach'),
    transactionType:
      wished.transactionType ??
      (isLeaving ? (byCard ? 'purchase' : 'transfer') : byCard ? 'refund' : 'deposit'),
    state: state ?? 'settled',
  }
}
