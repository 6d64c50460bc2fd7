import type { Account } from '../accounts/store.ts'
import type { Card } from '../cards/store.ts'
import { accountForCard, makeAccount, makeCard } from './making.ts'
import { choose, impossible, type Scene } from './scene.ts'

/** Where money moves: on an account, by a card or by none. */
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

/** The account that is named by itself, by its card or by its customer; undefined where none is. */
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
 * A place for money to move: the one that is named, else the newest card that can pay, else a new one. An account that is
 * named is given a card only where there must be one.
 */
export function placeFor(scene: Scene, byCard: 'must' | 'may' | 'not'): Place {
  const { books, doing, named } = scene
  const { cards, accounts } = books
  const account = namedAccount(scene)
  const canPay = (card: Card) => cards.hindrance(card, doing.now)?.message
  if (account) {
    const card = named.card ?? choose(undefined, cards.openOf(doing, account.id).toReversed(), canPay) ?? null
    return { account, card: card ?? (byCard === 'must' ? makeCard(scene, account) : null) }
  }
  const card = choose(undefined, cards.cards.newest(doing, ['active']), canPay)
  if (card) return { account: accounts.found(doing, card.account_id), card }
  if (byCard === 'not') {
    const [newest] = accounts.accounts.newest(doing, ['active'])
    return { account: newest ?? makeAccount(scene), card: null }
  }
  const forCard = accountForCard(scene)
  return { account: forCard, card: makeCard(scene, forCard) }
}
