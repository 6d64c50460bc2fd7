/** Finds the account and card for a money movement. */
import type { Account } from '../accounts/store.ts'
import type { Card } from '../cards/store.ts'
import { accountForCard, makeAccount, makeCard } from './making.ts'
import { choose, impossible, type Scene } from './scene.ts'

/** Where money moves: an account, with or without a card. */
export interface Place {
  account: Account
  card: Card | null
}

/** Refuses objects that do not belong together. */
function checkNamed({ named: { customer, account, card } }: Scene) {
  if (card && account && card.account_id !== account.id)
    impossible(`the card ${card.id} is not one of the account ${account.id}`)
  if (card && customer && card.customer_id !== customer.id)
    impossible(`the card ${card.id} is not one of the customer ${customer.id}`)
  if (account && customer && account.customer_id !== customer.id)
    impossible(`the account ${account.id} is not one of the customer ${customer.id}`)
}

/** The account named directly, by its card, or by its customer. Undefined if none is named. */
function namedAccount(scene: Scene): Account | undefined {
  checkNamed(scene)
  const { books, doing, named } = scene
  const { account, card, customer } = named
  const found = account ?? (card && books.accounts.found(doing, card.account_id))
  if (found?.status === 'closed') impossible(`the account ${found.id} is closed`)
  if (found || !customer) return found
  const own = books.accounts.openOf(doing, customer.id).at(-1)
  if (own) return own
  if (books.kyc.of(doing, customer.id)?.status !== 'success')
    impossible(`the customer ${customer.id} has not passed KYC and has no account`)
  return makeAccount(scene, { owner: { customer_id: customer.id, business_id: null } })
}

/**
 * A place for a money movement: the named one, else the newest card that can pay `needed`, else a new one. A named account
 * only gets a card if one is required.
 */
export function placeFor(scene: Scene, byCard: 'must' | 'may' | 'not', needed: number): Place {
  const { books, doing, named } = scene
  const { cards, accounts, payments } = books
  const account = namedAccount(scene)
  if (account) {
    const canPay = (card: Card) => cards.hindrance(card, doing.now)?.message
    const card = named.card ?? choose(undefined, cards.openOf(doing, account.id).toReversed(), canPay) ?? null
    return { account, card: card ?? (byCard === 'must' ? makeCard(scene, account) : null) }
  }
  const has = (one: Account) => needed === 0 || accounts.available(one) >= needed
  for (const card of cards.cards.newest(doing, ['active'])) {
    const own = accounts.found(doing, card.account_id)
    const isFit =
      needed > 0 && byCard !== 'not'
        ? payments.declineReason(doing, card, own, needed) === null
        : cards.hindrance(card, doing.now) === undefined && has(own)
    if (isFit) return { account: own, card }
  }
  if (byCard === 'not') {
    for (const one of accounts.accounts.newest(doing, ['active']))
      if (has(one)) return { account: one, card: null }
    return { account: makeAccount(scene), card: null }
  }
  const forCard = accountForCard(scene, has)
  return { account: forCard, card: makeCard(scene, forCard) }
}
