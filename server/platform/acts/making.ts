import type { Account } from '../accounts/store.ts'
import type { Business } from '../businesses/store.ts'
import type { Card, CardData } from '../cards/store.ts'
import type { Customer } from '../customers/store.ts'
import type { Scene } from './scene.ts'

/** How long before the event each step on the way to it is taken, in microseconds. */
const lead = { customer: 4000, kyc: 3000, account: 2000, card: 1000 }

/** Somebody who does not exist, as the platform's API would take him. */
export function fakedPerson({ fake }: Scene) {
  const { first_name, last_name, dob, email, phone, ssn, state, ...place } = fake.person()
  const address = { ...place, ...(state !== null && { state }) }
  return { person: { dob, names: [{ first_name, last_name }], email, phone, addresses: [address] }, ssn }
}

/** A customer whose KYC was never started. */
export function makeCustomer(scene: Scene, by = scene.doing.now): Customer {
  const { customers, persons } = scene.books
  const doing = scene.at(by - lead.customer)
  const { person, ssn } = fakedPerson(scene)
  return customers.customers.create(doing, { ...persons.newPerson(person, doing.now), ssn })
}

/** An account, of a new customer who passed KYC unless its owner is given. It is there `by` a time. */
export function makeAccount(
  scene: Scene,
  {
    by = scene.doing.now,
    type = 'deposit',
    owner,
  }: { by?: number; type?: Account['type']; owner?: Pick<Account, 'customer_id' | 'business_id'> } = {},
): Account {
  const { accounts, kyc, statements } = scene.books
  const ofOwner = owner ?? { customer_id: makeCustomer(scene, by).id, business_id: null }
  if (!owner && ofOwner.customer_id !== null)
    kyc.bring(scene.at(by - lead.kyc), ofOwner.customer_id, { status: 'success' })
  const account = accounts.open(scene.at(by - lead.account), {
    customer_id: ofOwner.customer_id,
    business_id: ofOwner.business_id,
    type,
    apr: null,
    credit_limit: accounts.creditLimit(type, undefined),
    description: null,
  })
  // Counted from the event: a month that ended on the way to it is told of by nobody.
  statements.begin(scene.doing, account)
  return account
}

/** A card of an account. */
export function makeCard(
  scene: Scene,
  account: Account,
  { by = scene.doing.now, card_type = 'virtual' }: { by?: number; card_type?: CardData['card_type'] } = {},
): Card {
  const { cards, programs } = scene.books
  return cards.issue(scene.at(by - lead.card), account, {
    program: programs.found(),
    card_type,
    parent_card_id: null,
  })
}

/** How many accounts are looked at for one with room: many cards in a row fill them one after the other. */
const accountsLookedAt = 10

/** The newest account that a card may be issued for and that will do; a new one where there is none. */
export function accountForCard(scene: Scene, willDo: (account: Account) => boolean = () => true): Account {
  let looked = 0
  for (const account of scene.books.accounts.accounts.newest(scene.doing, ['active'])) {
    if (hasRoom(scene, account) && willDo(account)) return account
    if (++looked === accountsLookedAt) break
  }
  return makeAccount(scene)
}

/** Whether another card goes on an account. Closed ones count too: they are as much to look through. */
function hasRoom({ books: { cards, programs } }: Scene, { id }: Account): boolean {
  const most = programs.found().max_cards
  return cards.cards.countOf(id, most) < most
}

/** A business whose KYB was never started. */
export function makeBusiness(scene: Scene): Business {
  const { fake } = scene
  return scene.books.businesses.businesses.create(scene.at(scene.doing.now - lead.customer), {
    legal_name: fake.merchant(),
    // No employer number begins so; those that choose how KYB ends do not either.
    ein: `89-${fake.digits(7)}`,
    kyb_status: null,
  })
}
