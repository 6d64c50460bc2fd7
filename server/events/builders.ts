/** Collects the events of all areas. */
import { accounts } from './kinds/accounts.ts'
import { autopay } from './kinds/autopay.ts'
import { cards } from './kinds/cards.ts'
import { customers } from './kinds/customers.ts'
import type { Kind } from './kinds/envelope.ts'
import { kyb } from './kinds/kyb.ts'
import { kyc } from './kinds/kyc.ts'
import { statements } from './kinds/statements.ts'
import { transactions } from './kinds/transactions.ts'

export type { Faked, Kind } from './kinds/envelope.ts'

/**
 * Every event that the sandbox can send. Source of names and keys: the platform's reference and the public facts
 * about its envelope.
 */
export const kinds = {
  ...cards,
  ...kyc,
  ...kyb,
  ...accounts,
  ...statements,
  ...autopay,
  ...transactions,
  ...customers,
} as const satisfies Record<string, Kind>

export type EventName = keyof typeof kinds
export const eventNames = Object.keys(kinds) as EventName[]
export const isEventName = (name: string): name is EventName => Object.hasOwn(kinds, name)
