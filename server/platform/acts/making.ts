/** Creates customers, accounts, cards and businesses for triggered events. */
import type { Account } from '../accounts/store.ts'
import type { Business } from '../businesses/store.ts'
import type { Card, CardData } from '../cards/store.ts'
import type { Customer } from '../customers/store.ts'
import type { Scene } from './scene.ts'

/** How long before the event each preparing step happens, in microseconds. */
const lead = { customer: 4000, kyc: 3000, account: 2000, card: 1000 }

/** An invented person, in the form of the platform's API. */
export function fakedPerson({ fake }: Scene) {
  const { first_name, last_name, dob, email, phone, ssn, state, ...place } = fake.person()
  const address = { ...place, ...(state !== null && { state }) }
  return { person: { dob, names: [{ first_name, last_name }], email, phone, addresses: [address] }, ssn }
}

/** A customer without KYC. */
export function makeCustomer(scene: Scene, by = scene.doing.now): Customer {
  const { customers, persons } = scene.books
  const doing = scene.at(by - lead.customer)
  const { person, ssn } = fakedPerson(scene)
  return customers.customers.create(doing, { ...persons.newPerson(person, doing.now), ssn })
}

/** An account; without an owner, of a new customer who passed KYC. It exists `by` a time. */
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
  // Counted from the event: months that ended before have no statement event.
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

/** How many accounts are examined for a free place: many cards in a row fill them one after another. */
const accountsLookedAt = 10

/** The newest suitable account that can have another card, or a new account. */
export function accountForCard(scene: Scene, willDo: (account: Account) => boolean = () => true): Account {
  let looked = 0
  for (const account of scene.books.accounts.accounts.newest(scene.doing, ['active'])) {
    if (hasRoom(scene, account) && willDo(account)) return account
    if (++looked === accountsLookedAt) break
  }
  return makeAccount(scene)
}

/** Whether an account can have another card. Closed cards count too, since they are also read. */
function hasRoom({ books: { cards, programs } }: Scene, { id }: Account): boolean {
  const most = programs.found().max_cards
  return cards.cards.countOf(id, most) < most
}

/** A business without KYB. */
export function makeBusiness(scene: Scene): Business {
  const { fake } = scene
  return scene.books.businesses.businesses.create(scene.at(scene.doing.now - lead.customer), {
    legal_name: fake.merchant(),
    // No real employer number begins with this, nor do the numbers that choose how KYB ends.
    ein: `89-${fake.digits(7)}`,
    kyb_status: null,
  })
}
