/** Describes what an act gets to work with. */
import type { Faked } from '../../events/builders.ts'
import { fail } from '../../failures.ts'
import type { Account } from '../accounts/store.ts'
import type { Books } from '../books.ts'
import type { Business } from '../businesses/store.ts'
import type { Card } from '../cards/store.ts'
import type { Customer } from '../customers/store.ts'
import type { Doing } from '../doing.ts'
import type { ExternalAccount } from '../external/store.ts'
import type { Transaction } from '../money/transactions.ts'

/** The objects that ids in a payload may name. */
export interface Named {
  customer?: Customer
  business?: Business
  account?: Account
  linked?: ExternalAccount
  card?: Card
  transaction?: Transaction
}
export type Thing = keyof Named

/** The context of an act. */
export interface Scene {
  books: Books
  /** At the time of the event. Emitted events are collected and not sent. */
  doing: Doing
  /** The same at an earlier time. */
  at(time: number): Doing
  /** The objects that the trigger names. */
  named: Named
  fake: Faked
  /** The value that the trigger sets at a path, if its form is valid. Otherwise undefined. */
  wish(path: string): unknown
  /** The id that the trigger sets for a new object. Refuses a taken id. */
  newId(path: string, isTaken: (id: string) => boolean): string | undefined
}

/** How an event is brought about. */
export interface Act {
  /** The payload paths that name existing objects. */
  names: Readonly<Record<string, Thing>>
  /** Chooses or creates the object, and makes the event happen. Refuses before any change. */
  play(scene: Scene): void
}

/** Refuses an impossible event. The reason is a clause, or a sentence of the platform such as `The card … is closed`. */
export function impossible(why: string): never {
  const half = why.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())
  return fail('event_impossible', `The event cannot happen: ${half}.`)
}

/** The named object, or the newest suitable one. Undefined if there is none. */
export function choose<Item>(
  named: Item | undefined,
  candidates: Iterable<Item>,
  hindrance: (one: Item) => string | undefined,
): Item | undefined {
  if (named !== undefined) {
    const why = hindrance(named)
    return why === undefined ? named : impossible(why)
  }
  for (const one of candidates) if (hindrance(one) === undefined) return one
  return undefined
}
