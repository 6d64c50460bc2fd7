/** Makes card events happen. */
import type { EventName } from '../../events/builders.ts'
import type { Account } from '../accounts/store.ts'
import { type Card, toldInEvent } from '../cards/store.ts'
import { accountForCard, makeAccount, makeCard } from './making.ts'
import { type Act, choose, impossible, type Scene } from './scene.ts'

const names = { 'card.card_id': 'card' } as const

/** The named card, or the newest suitable card in these states. */
const cardOf = (
  { books: { cards }, doing, named }: Scene,
  states: readonly string[],
  hindrance: (card: Card) => string | undefined,
) => choose(named.card, cards.cards.newest(doing, states), hindrance)

const closed = ({ id, status }: Card) => (status === 'closed' ? `the card ${id} is closed` : undefined)
const unlike = (card: Card, status: Card['status']) =>
  closed(card) ?? (card.status === status ? undefined : `the card ${card.id} is ${card.status}`)
const expired = ({ books }: Scene, card: Card, now: number) => {
  const hindrance = books.cards.hindrance(card, now)
  return hindrance?.code === 'expired_card' ? `the card ${card.id} has expired` : undefined
}

/** The account for a new card. */
function accountOf(scene: Scene): Account {
  const { books, doing, named } = scene
  const { accounts, cards, kyc, programs } = books
  const hindrance = (account: Account) => {
    if (account.status === 'closed') return `the account ${account.id} is closed`
    if (named.customer && account.customer_id !== named.customer.id)
      return `the account ${account.id} is not one of the customer ${named.customer.id}`
    const open = cards.openOf(doing, account.id).length
    return open < programs.found().max_cards ? undefined : `the account ${account.id} has ${open} open cards`
  }
  if (named.account) return choose(named.account, [], hindrance) ?? named.account
  if (!named.customer) return accountForCard(scene)
  const { id } = named.customer
  const found = choose(undefined, accounts.openOf(doing, id).toReversed(), hindrance)
  if (found) return found
  if (kyc.of(doing, id)?.status !== 'success') impossible(`the customer ${id} has not passed KYC`)
  return makeAccount(scene, { owner: { customer_id: id, business_id: null } })
}

const created: Act = {
  names: { 'card.card_account_id': 'account', 'card.customer_id': 'customer' },
  play(scene) {
    const { cards, programs } = scene.books
    const id = scene.newId('card.card_id', (one) => cards.cards.findAnywhere(one) !== undefined)
    cards.issue(scene.doing, accountOf(scene), {
      program: programs.found(),
      card_type: scene.wish('card.status') === 'Inactive' ? 'physical' : 'virtual',
      parent_card_id: null,
      id,
    })
  },
}

/** An act on a card: an existing one, or a new one. */
const toCard = (
  find: (scene: Scene) => Card | undefined,
  happen: (scene: Scene, card: Card) => void,
  made: { card_type?: Card['card_type'] } = {},
): Act => ({
  names,
  play: (scene) => happen(scene, find(scene) ?? makeCard(scene, accountForCard(scene), made)),
})

/** A card with a status that has not expired. */
const usable =
  (status: Card['status']) =>
  (scene: Scene): Card | undefined =>
    cardOf(scene, [status], (one) => unlike(one, status) ?? expired(scene, one, scene.doing.now))

/** Closing requires an empty account, as in the API. */
const closing: Act = {
  names,
  play(scene) {
    const { doing, books } = scene
    const clear = new Map<string, boolean>()
    function isClear(accountId: string) {
      const known = clear.get(accountId) ?? books.transactions.isClear(accountId)
      clear.set(accountId, known)
      return known
    }
    const hindrance = (card: Card) =>
      closed(card) ??
      (isClear(card.account_id)
        ? undefined
        : `the account ${card.account_id} of the card ${card.id} has money left, or payments under way`)
    const card =
      cardOf(scene, ['active', 'inactive'], hindrance) ??
      makeCard(
        scene,
        accountForCard(scene, ({ id }) => isClear(id)),
      )
    books.cards.close(doing, card, 'customer_request')
  },
}

/** Wallets are outside of the platform, which only emits their events. */
const wallet = (event: 'card.wallet.add' | 'card.wallet.add_failure'): Act =>
  toCard(usable('active'), ({ doing, fake }, card) => {
    const wallet_provider = fake.pick(['apple_pay', 'google_pay'])
    const reason = fake.pick(['device_not_eligible', 'verification_failed', 'declined_by_issuer'])
    doing.emit(event, {
      card: toldInEvent(card),
      wallet: event === 'card.wallet.add' ? { wallet_provider } : { wallet_provider, reason },
    })
  })

export const cardActs = {
  'card.created': created,
  'card.status.active': toCard(
    usable('inactive'),
    ({ books, doing }, card) => books.cards.activate(doing, card),
    { card_type: 'physical' },
  ),
  'card.status.inactive': toCard(usable('active'), ({ books, doing }, card) =>
    books.cards.deactivate(doing, card),
  ),
  'card.status.closed': closing,
  'card.status.reissue': toCard(
    (scene) => cardOf(scene, ['active', 'inactive'], closed),
    ({ books, doing }, card) => books.cards.reissue(doing, card, books.programs.found(card.program_id)),
  ),
  'card.wallet.add': wallet('card.wallet.add'),
  'card.wallet.add_failure': wallet('card.wallet.add_failure'),
} satisfies Partial<Record<EventName, Act>>
