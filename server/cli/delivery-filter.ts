import { suggest } from '../nearest.ts'
import { fitsPattern } from '../pattern.ts'
import { StartError } from '../start-error.ts'
import { type DeliveryRow, deliveryStates } from '../wire.ts'

/** Which deliveries are meant, as the list of the API takes it: any of several has commas between. */
export interface DeliveryFilter {
  state?: string
  event?: string
  subscription_id?: string
  /** Full-text, which only the sandbox can answer. */
  q?: string
}

const names = { state: 'state', event: 'event', subscription: 'subscription_id' } as const

/** Refuses a state that there is not. */
export function readState(text: string): string {
  const named = text.split(',').filter((one) => one !== '')
  const unknown =
    named.length === 0 ? text : named.find((one) => !deliveryStates.some((state) => state === one))
  if (unknown === undefined) return text
  throw new StartError(`There is no state ${unknown}.`, suggest(unknown, deliveryStates))
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
  isAnyOf(state, (one) => row.state === one) &&
  isAnyOf(event, (one) => fitsPattern(one, row.event)) &&
  isAnyOf(subscription_id, (one) => row.subscription_id === one)

const isAnyOf = (values: string | undefined, fits: (one: string) => boolean): boolean =>
  values === undefined || values.split(',').some(fits)
