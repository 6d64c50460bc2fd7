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

/** What an act is carried out with. */
export interface Scene {
  books: Books
  /** At the time of the event. What it emits is collected, not sent. */
  doing: Doing
  /** The same at an earlier time. */
  at(time: number): Doing
  /** The objects that the trigger names. */
  named: Named
  fake: Faked
  /** What the trigger sets at a path, if it has the right form; undefined otherwise. */
  wish(path: string): unknown
  /** The id that the trigger wants for what the event makes; refuses one that is taken. */
  newId(path: string, isTaken: (id: string) => boolean): string | undefined
}

/** How an event is brought about. */
export interface Act {
  /** The paths of its payload that name what exists. */
  names: Readonly<Record<string, Thing>>
  /** Chooses or makes what it is about, and has it happen; refuses before anything is written. */
  play(scene: Scene): void
}

/** Refuses an event that cannot happen, with the reason in a half-sentence, or in the words of the platform: `The card … is closed`. */
export function impossible(why: string): never {
  const half = why.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())
  return fail('event_impossible', `It cannot happen: ${half}.`)
}

/** The object that is named, or the newest that nothing hinders; undefined where there is none. */
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
