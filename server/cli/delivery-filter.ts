import { suggest } from '../nearest.ts'
import { StartError } from '../start-error.ts'
import { entryMatches } from '../subscriptions/matching.ts'
import { type DeliveryRow, type DeliveryState, deliveryStates } from '../wire.ts'

/** Which deliveries are meant, as the list of the API takes it. */
export interface DeliveryFilter {
  state?: DeliveryState
  event?: string
  subscription_id?: string
  /** Full-text, which only the sandbox can answer. */
  q?: string
}

const names = { state: 'state', event: 'event', subscription: 'subscription_id' } as const

/** Refuses a state that there is not. */
export function readState(text: string): DeliveryState {
  const state = deliveryStates.find((one) => one === text)
  if (state === undefined) throw new StartError(`There is no state ${text}.`, suggest(text, deliveryStates))
  return state
}

/** Reads `state:failed event:card.* subscription:ID words`; throws a StartError where a state is none. */
export function parseFilter(text: string): DeliveryFilter {
  const filter: DeliveryFilter = {}
  const free: string[] = []
  for (const part of text.split(/\s+/)) {
    const [, name, value] = /^(state|event|subscription):(.+)$/.exec(part) ?? []
    if (name === undefined || value === undefined) free.push(part)
    else if (name === 'state') filter.state = readState(value)
    else filter[names[name as 'event' | 'subscription']] = value
  }
  const q = free.join(' ').trim()
  return q === '' ? filter : { ...filter, q }
}

/** The same as the list of the API, but for `q`. */
export const fitsFilter = ({ state, event, subscription_id }: DeliveryFilter, row: DeliveryRow): boolean =>
  (state === undefined || row.state === state) &&
  (event === undefined || entryMatches(event, row.event)) &&
  (subscription_id === undefined || row.subscription_id === subscription_id)
