/** Chooses how money moves in a triggered transaction. */
import { largestCents, sayCents } from '../money/amounts.ts'
import type { NewTransaction } from '../money/transactions.ts'
import { impossible, type Scene } from './scene.ts'

/** How money moves: its means, its purpose and its state. */
export type Way = Pick<NewTransaction, 'paymentType' | 'transactionType' | 'state'>

const purchase = { paymentType: 'card', transactionType: 'purchase' } as const

/** Combinations that belong together. Purchases are the most frequent. */
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

/** Only for a named card: without money and earlier transactions, it first receives money. */
const cardDeposit: Way = { paymentType: 'card', transactionType: 'deposit', state: 'settled' }

export const leaves = ({ transactionType: type }: Pick<Way, 'transactionType'>): boolean =>
  type === 'purchase' || type === 'transfer'

/** What the trigger sets about the movement. Undefined for what it leaves open. */
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
    /** true with a card, false without. */
    byCard: named.card ? true : wish('transaction.details.card_id') === null ? false : undefined,
    cents,
  }
}
export type WishedWay = ReturnType<typeof wishedWay>

const words = { purchase: 'a purchase', refund: 'a refund', deposit: 'a deposit', transfer: 'a transfer' }

/** Refuses a direction or means that does not match the type, and an amount above the limit. */
export function requireSense({
  transactionType: type,
  paymentType,
  byCard,
  cents,
  state,
  declineReason,
}: Pick<WishedWay, 'transactionType' | 'paymentType' | 'byCard' | 'cents' | 'state' | 'declineReason'>) {
  if (state !== undefined && state !== 'declined' && declineReason)
    impossible(`only what is declined has a decline_reason, and it would be ${state}`)
  if (state === 'declined' && declineReason === null)
    impossible('what is declined has a reason: transaction.details.decline_reason must not be null')
  const isByCard = byCard !== false && (paymentType === undefined || paymentType === 'card')
  if ((type === 'purchase' || type === 'refund') && !isByCard) impossible(`${words[type]} is by card`)
  if (paymentType === 'card' && byCard === false) impossible('a payment by card needs a card')
  if (cents === undefined) return
  if (cents === 0) impossible('nothing moves: transaction.amount must not be 0.00')
  if (Math.abs(cents) > largestCents)
    impossible(`transaction.amount is above ${sayCents(largestCents)}, the most that moves at once`)
  if ((type === 'deposit' || type === 'refund') && cents < 0)
    impossible(`${words[type]} brings money: transaction.amount must not be negative`)
  if (type === 'purchase' && cents > 0)
    impossible(`${words[type]} takes money: transaction.amount must not be positive`)
}

/** What a choice depends on besides the trigger. */
interface Standing {
  /** Whether there is money to spend. */
  mayLeave: boolean
  /** Whether a purchase with the card has settled. */
  hasBought: boolean
  /** Whether the card has any transaction. */
  hasPast: boolean
}

/** The smallest random amount, in cents. */
export const least = 100

/** The combinations that match the trigger, at least one. If no usual one matches, the trigger's own is used. */
function waysFor(wished: WishedWay, { mayLeave, hasBought, hasPast }: Standing): readonly Way[] {
  const agrees = <Value>(wish: Value | undefined, value: Value) => wish === undefined || wish === value
  const state = wished.state ?? (wished.declineReason ? 'declined' : undefined)
  const fits = (way: Way) =>
    agrees(wished.paymentType, way.paymentType) &&
    agrees(wished.transactionType, way.transactionType) &&
    agrees(state, way.state) &&
    (wished.declineReason !== null || way.state !== 'declined') &&
    agrees(wished.byCard, way.paymentType === 'card') &&
    (wished.cents === undefined || leaves(way) === wished.cents < 0)
  // A combination that the trigger asks for needs no earlier transactions.
  const isLikely = (way: Way) =>
    (way.transactionType !== 'refund' || hasBought || wished.transactionType === 'refund') &&
    (way.state !== 'declined' || hasPast || state === 'declined')
  const likely = ways.filter((way) => fits(way) && isLikely(way))
  const possible = likely.filter((way) => mayLeave || !needsMoney(way))
  if (possible.length > 0) return possible
  if (wished.byCard && fits(cardDeposit)) return [cardDeposit]
  if (likely.length > 0) return likely
  const isLeaving = (wished.cents ?? -1) < 0
  const byCard = wished.byCard ?? wished.paymentType === 'card'
  return [
    {
      paymentType: wished.paymentType ?? (byCard ? 'card' : 'ach'),
      transactionType:
        wished.transactionType ??
        (isLeaving ? (byCard ? 'purchase' : 'transfer') : byCard && hasBought ? 'refund' : 'deposit'),
      state: state ?? 'settled',
    },
  ]
}

const needsMoney = (way: Way) => leaves(way) && way.state !== 'declined'

/** A random combination that matches the trigger. */
export const wayFor = ({ fake }: Scene, wished: WishedWay, standing: Standing): Way =>
  fake.pick(waysFor(wished, standing))

/** The money that the transaction needs, in cents. 0 if it can do without. */
export function neededFor(wished: WishedWay): number {
  const without = waysFor(wished, { mayLeave: false, hasBought: false, hasPast: false })
  if (!without.every(needsMoney)) return 0
  return wished.cents === undefined ? least : Math.max(-wished.cents, 0)
}
