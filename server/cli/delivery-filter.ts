/** Reads filters of deliveries, and applies them to deliveries that the live socket reports. */
import { readTerms, type Term } from '../database/query.ts'
import { StartError } from '../failures.ts'
import { type DeliveryRow, deliveryStates, failingStates } from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import { fitsPattern } from '../words/pattern.ts'

/** A filter as the API takes it. Commas separate alternatives. */
export interface DeliveryFilter {
  state?: string
  event?: string
  subscription_id?: string
  /** Words to search, which only the sandbox can do. */
  q?: string
}

const fields = new Map<string | null, 'state' | 'event' | 'subscription_id'>([
  ['state', 'state'],
  ['event', 'event'],
  ['subscription', 'subscription_id'],
])

/** The states, and the word for those that are failing. */
const states: readonly string[] = [...deliveryStates, 'failing']

/** Refuses an unknown state. */
export function readState(text: string): string {
  const named = text.split(',').filter((one) => one !== '')
  const unknown = named.length === 0 ? text : named.find((one) => !states.includes(one))
  if (unknown === undefined) return text
  throw new StartError(`Unknown state: ${unknown}.`, suggest(unknown, states))
}

/**
 * Reads `state:failed event:card.* subscription:ID "two words"`. Throws a StartError for an unknown state. Repeated and
 * negated filters become part of `q`.
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

/** Separates the terms about the state from the rest of a search. */
function statesIn(q = ''): { states: Term[]; rest: string } {
  const terms = readTerms(q)
  const [states, others] = [terms.filter(isOfState), terms.filter((term) => !isOfState(term))]
  return { states, rest: others.map(({ typed }) => typed).join(' ') }
}
const isOfState = ({ name }: Term) => name === 'state'

/** The same filter without the state, which may have changed since it was reported. */
export function anyState({ state: _, q, ...filter }: DeliveryFilter): DeliveryFilter {
  const { rest } = statesIn(q)
  return rest === '' ? filter : { ...filter, q: rest }
}

/** Whether a delivery matches the filter, as far as that can be judged here: of `q`, only terms about the state count. */
export const fitsFilter = ({ state, event, subscription_id, q }: DeliveryFilter, row: DeliveryRow): boolean =>
  isAnyOf(state, (one) => isIn(one, row)) &&
  statesIn(q).states.every(({ value, negated }) => isAnyOf(value, (one) => isIn(one, row)) !== negated) &&
  isAnyOf(event, (one) => fitsPattern(one, row.event)) &&
  isAnyOf(subscription_id, (one) => row.subscription_id === one)

const isIn = (state: string, row: DeliveryRow): boolean =>
  row.state === state || (state === 'failing' && failingStates.some((one) => one === row.state))

/** Whether any of several comma-separated values fits. Without values, everything fits. */
export const isAnyOf = (values: string | undefined, fits: (one: string) => boolean): boolean =>
  values === undefined || values.split(',').some(fits)
