import { readTerms, type Term } from '../database/query.ts'
import { StartError } from '../failures.ts'
import { type DeliveryRow, deliveryStates } from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import { fitsPattern } from '../words/pattern.ts'

/** Which deliveries are meant, as the list of the API takes it: any of several has commas between. */
export interface DeliveryFilter {
  state?: string
  event?: string
  subscription_id?: string
  /** Full-text, which only the sandbox can answer. */
  q?: string
}

const fields = new Map<string | null, 'state' | 'event' | 'subscription_id'>([
  ['state', 'state'],
  ['event', 'event'],
  ['subscription', 'subscription_id'],
])

/** Refuses a state that there is not. */
export function readState(text: string): string {
  const named = text.split(',').filter((one) => one !== '')
  const unknown =
    named.length === 0 ? text : named.find((one) => !deliveryStates.some((state) => state === one))
  if (unknown === undefined) return text
  throw new StartError(`There is no state ${unknown}.`, suggest(unknown, deliveryStates))
}

/**
 * Reads `state:failed event:card.* subscription:ID "two words"` as the search takes it apart; throws a StartError where a
 * state is none. What stands there a second time, or is not to be, is left to the sandbox.
 */
export function parseFilter(text: string): DeliveryFilter {
  const filter: DeliveryFilter = {}
  const free: string[] = []
  for (const { name, value, typed, negated } of readTerms(text)) {
    const field = fields.get(name)
    if (field === undefined || value === '') free.push(typed)
    else if (negated || filter[field] !== undefined) free.push(typed.replace(`${name}:`, `${field}:`))
    else filter[field] = field === 'state' ? readState(value) : value
  }
  return free.length === 0 ? filter : { ...filter, q: free.join(' ') }
}

/** A search in two: what it says of states, and the rest of it. */
function statesIn(q = ''): { states: Term[]; rest: string } {
  const terms = readTerms(q)
  const [states, others] = [terms.filter(isOfState), terms.filter((term) => !isOfState(term))]
  return { states, rest: others.map(({ typed }) => typed).join(' ') }
}
const isOfState = ({ name }: Term) => name === 'state'

/** The same filter whatever the state is now: of what was told, that may have changed since. */
export function anyState({ state: _, q, ...filter }: DeliveryFilter): DeliveryFilter {
  const { rest } = statesIn(q)
  return rest === '' ? filter : { ...filter, q: rest }
}

/** The same as the list of the API; of `q` only what it says of states. */
export const fitsFilter = ({ state, event, subscription_id, q }: DeliveryFilter, row: DeliveryRow): boolean =>
  isAnyOf(state, (one) => row.state === one) &&
  statesIn(q).states.every(({ value, negated }) => isAnyOf(value, (one) => row.state === one) !== negated) &&
  isAnyOf(event, (one) => fitsPattern(one, row.event)) &&
  isAnyOf(subscription_id, (one) => row.subscription_id === one)

/** Whether one of several values with commas between fits; so does all where none is given. */
export const isAnyOf = (values: string | undefined, fits: (one: string) => boolean): boolean =>
  values === undefined || values.split(',').some(fits)
