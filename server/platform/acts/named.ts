/** Finds the objects that a trigger names. */
import { type EventName, kinds } from '../../events/builders.ts'
import { valueAt } from '../../events/overrides.ts'
import { fail } from '../../failures.ts'
import type { Books } from '../books.ts'
import * as cards from '../cards/store.ts'
import * as money from '../money/transactions.ts'
import type { Act, Named, Thing } from './scene.ts'

/** The value that a trigger sets at a path, directly or within a larger value. Undefined if it sets none. */
export function setAt(set: Record<string, unknown>, path: string): unknown {
  let value: unknown
  for (const [key, given] of Object.entries(set)) {
    if (key === path) value = given
    else if (path.startsWith(`${key}.`)) value = valueAt(given, path.slice(key.length + 1).split('.'))
  }
  return value
}

/** The objects that a trigger names by id. `missing` is the first unknown id. */
export function namedIn(
  { books, identity }: { books: Books; identity: string | undefined },
  act: Act,
  set: Record<string, unknown>,
): { named: Named; missing: { path: string; thing: Thing; id: string } | undefined } {
  const find: { [Kind in Thing]: (id: string) => Named[Kind] } = {
    customer: books.customers.customers.findAnywhere,
    business: books.businesses.businesses.findAnywhere,
    account: books.accounts.accounts.findAnywhere,
    linked: books.external.externals.findAnywhere,
    card: books.cards.cards.findAnywhere,
    transaction: books.transactions.findAnywhere,
  }
  const named: Named = {}
  let missing: { path: string; thing: Thing; id: string } | undefined
  for (const [path, thing] of Object.entries(act.names)) {
    const id = setAt(set, path)
    if (typeof id !== 'string') continue
    const found = find[thing](id)
    if (found && (identity === undefined || found.identity === identity))
      Object.assign(named, { [thing]: found })
    // The trigger may choose the id of a new object.
    else if (thing !== 'transaction') missing ??= { path, thing, id }
  }
  return { named, missing }
}

const words: Record<Thing, string> = {
  customer: 'customer',
  business: 'business',
  account: 'account',
  linked: 'linked account',
  card: 'card',
  transaction: 'transaction',
}

/** Refuses an unknown id. */
export function refuseMissing(
  { path, thing, id }: { path: string; thing: Thing; id: string },
  identity: string | undefined,
): never {
  const whose = identity === undefined ? '' : ` of the identity ${identity.slice(0, 100)}`
  return fail('object_unknown', `${path}: no ${words[thing]}${whose} has the id ${id.slice(0, 100)}.`)
}

/** Known values of the named objects, by payload path. */
export function factsOf(name: EventName, { customer, business, account, linked, card, transaction }: Named) {
  const customerId = transaction ? undefined : (customer?.id ?? card?.customer_id ?? account?.customer_id)
  const accountId = account?.id ?? card?.account_id ?? linked?.account_id
  const facts: Record<string, unknown> = {
    ...(customerId !== undefined && {
      customer_id: customerId,
      'card.customer_id': customerId,
      'transaction.customer_id': customerId,
    }),
    ...(business && { business_id: business.id }),
    ...(accountId !== undefined && {
      'details.account_id': accountId,
      'card.card_account_id': accountId,
      'transaction.account_id': accountId,
    }),
    ...(account && { 'details.type': account.type }),
    ...(linked && { 'details.linked_account_id': linked.id }),
    ...(card && {
      'card.card_id': card.id,
      'card.last_four': card.last_four,
      'transaction.details.card_id': card.id,
    }),
    ...(card && name.startsWith('card.wallet.') && { 'card.status': cards.toldInEvent(card).status }),
    ...(transaction && {
      transaction: money.toldInEvent({ id: transaction.accountId, customer_id: null }, transaction),
    }),
  }
  const { shape } = kinds[name].schema
  return Object.fromEntries(
    Object.entries(facts).filter(([path]) => Object.hasOwn(shape, path.split('.')[0] ?? '')),
  )
}
