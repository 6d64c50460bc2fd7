/** The requests of the page to the sandbox, by kind of record. */
import type {
  ArmedError,
  CallRow,
  CaptureRow,
  CatalogueEvent,
  CatalogueFault,
  CatalogueScheme,
  Clock,
  Delivery,
  DeliveryRow,
  Endpoint,
  ErrorEntry,
  EventRow,
  FaultRule,
  Health,
  Subscription,
} from '../../server/wire.ts'
import { type Result, request } from './api.ts'

/** The kinds of records, each with its list row. */
export interface RowOf {
  event: EventRow
  delivery: DeliveryRow
  capture: CaptureRow
  call: CallRow
}
export type Kind = keyof RowOf
export const plurals = {
  event: 'events',
  delivery: 'deliveries',
  capture: 'captures',
  call: 'calls',
} as const satisfies Record<Kind, string>

/** One page of a list, newest first. */
export interface Page<K extends Kind> {
  rows: RowOf[K][]
  next: string | null
  /** The most new records that a search misses. */
  lag: number
}
export type Filters = Record<string, string | number | null>

/** Reads a list of one kind. Omits filters that are null or empty. */
export async function listRows<K extends Kind>(kind: K, filters: Filters = {}): Promise<Result<Page<K>>> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== null && value !== '') query.set(name, `${value}`)
  const plural = plurals[kind]
  type Answer = Record<string, RowOf[K][]> & { next: string | null; index_lag?: number }
  const answer = await request<Answer>('GET', `/sandbox/${plural}?${query}`)
  if (!answer.ok) return answer
  const { [plural]: rows = [], next, index_lag: lag = 0 } = answer.value
  return { ok: true, value: { rows, next, lag } }
}

const id = encodeURIComponent

export const getHealth = () => request<Health>('GET', '/sandbox/health')
export const getClock = () => request<{ clock: Clock }>('GET', '/sandbox/clock')
export const getCatalogue = () => request<{ events: CatalogueEvent[] }>('GET', '/sandbox/catalogue/events')
export const getSchemes = () => request<{ schemes: CatalogueScheme[] }>('GET', '/sandbox/catalogue/schemes')
/** Reads whole bodies, or only the given number of bytes of each. */
export const getDelivery = (name: string, bodyLimit?: number) =>
  request<{ delivery: Delivery }>('GET', `/sandbox/deliveries/${id(name)}${limited(bodyLimit)}`)
export const limited = (bodyLimit: number | undefined) =>
  bodyLimit === undefined ? '' : `?body_limit=${bodyLimit}`

export interface Trigger {
  /** An event name, or a pattern; the sandbox triggers every match. */
  event: string
  set?: Record<string, unknown>
  /** The whole body, instead of a generated one. */
  payload?: string
  count?: number
  subscription_id?: string
  fault?: string
  /** Also sends the events that must come before. */
  with_history?: boolean
  /** Sends a payload that the schema refuses. */
  force?: boolean
}
/** The result of a trigger. Above a thousand events it holds only the counts. */
export interface Triggered {
  counts: { events: number; deliveries: number }
  events?: EventRow[]
  deliveries?: DeliveryRow[]
}
export const postEvent = (trigger: Trigger) =>
  request<Triggered>('POST', '/sandbox/events', { body: trigger })

export const getSubscriptions = () =>
  request<{ subscriptions: Subscription[] }>('GET', '/sandbox/subscriptions?limit=500')
export const getEndpoints = () => request<{ endpoints: Endpoint[] }>('GET', '/sandbox/endpoints?limit=500')

export const getErrors = () =>
  request<{ errors: ErrorEntry[]; beyond_dictionary: ErrorEntry[] }>('GET', '/sandbox/catalogue/errors')
export const getArmedErrors = () =>
  request<{ armed_errors: ArmedError[] }>('GET', '/sandbox/armed-errors?limit=500')

interface Faults {
  faults: CatalogueFault[]
  /** Why the asked text is not a fault. */
  problem: { message: string; fix: string } | null
}
/** The faults. Also checks a text. */
export const getFaults = (text = '') =>
  request<Faults>(
    'GET',
    `/sandbox/catalogue/faults${text === '' ? '' : `?fault=${encodeURIComponent(text)}`}`,
  )
export const getFaultRules = () =>
  request<{ fault_rules: FaultRule[] }>('GET', '/sandbox/fault-rules?limit=500')
