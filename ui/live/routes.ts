/** The requests of the page to the sandbox, by kind of record. */
import type {
  ArmedError,
  Attempt,
  Call,
  CallRow,
  Capture,
  CaptureRow,
  CatalogueEvent,
  CatalogueFault,
  CatalogueScheme,
  Clock,
  ConfigEntry,
  Delivery,
  DeliveryRow,
  Endpoint,
  ErrorEntry,
  Event,
  EventRow,
  FaultRule,
  Health,
  PlatformObject,
  PlatformObjectRow,
  RateLimit,
  Reply,
  Subscription,
  Verdict,
  Verified,
} from '../../server/wire.ts'
import { type Result, request } from './api.ts'
import type { VerifyOrder } from './verify-order.ts'

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

const heads = { evt_: 'event', dlv_: 'delivery', cap_: 'capture', cal_: 'call' } as const

/** The kind of an id, by its prefix; null for other ids. */
export const kindOfId = (id: string): Kind | null =>
  Object.entries(heads).find(([head]) => id.startsWith(head))?.[1] ?? null

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
export const getEvent = (name: string) => request<{ event: Event }>('GET', `/sandbox/events/${id(name)}`)
/** Reads whole bodies, or only the given number of bytes of each. */
export const getDelivery = (name: string, bodyLimit?: number) =>
  request<{ delivery: Delivery }>('GET', `/sandbox/deliveries/${id(name)}${limited(bodyLimit)}`)
export const getCapture = (name: string, bodyLimit?: number) =>
  request<{ capture: Capture }>('GET', `/sandbox/captures/${id(name)}${limited(bodyLimit)}`)
export const getCall = (name: string, bodyLimit?: number) =>
  request<{ call: Call }>('GET', `/sandbox/calls/${id(name)}${limited(bodyLimit)}`)
const limited = (bodyLimit: number | undefined) => (bodyLimit === undefined ? '' : `?body_limit=${bodyLimit}`)

/** Reads the newest objects of the platform that match. */
export const getObjects = (filters: Record<string, string>) =>
  request<{ objects: PlatformObjectRow[]; next: string | null }>(
    'GET',
    `/sandbox/objects?${new URLSearchParams(filters)}`,
  )
export const getObject = (name: string) =>
  request<{ object: PlatformObject }>('GET', `/sandbox/objects/${id(name)}`)

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

/** Verifies the request of an attempt with a secret, as of its signing time. */
export const verifySent = (
  { request: { url, headers, body, body_base64 }, response, signed_at }: Attempt,
  scheme: string,
  secret: string,
) =>
  request<Verified>('POST', '/sandbox/verify', {
    body: {
      url,
      headers,
      ...(body_base64 === null ? { body } : { body_base64 }),
      scheme,
      secret,
      at: signed_at,
      answer: response?.body,
    },
  })

/** Verifies a request; the sandbox stores nothing. */
export const postVerify = (order: VerifyOrder) =>
  request<{ verdict: Verdict }>('POST', '/sandbox/verify', { body: order })

export const getSubscriptions = () =>
  request<{ subscriptions: Subscription[] }>('GET', '/sandbox/subscriptions?limit=500')

/** The platform's own webhook operations, called as an integrator calls them. */
export const platform = (
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  caller: PlatformCaller,
  body?: unknown,
) =>
  request<{ webhook_subscription: { id: string; secret: string } }>(method, `/api/v0.1${path}`, {
    headers: { authorization: caller.authorization, identity: caller.identity },
    ...(body === undefined ? {} : { body }),
  })
export interface PlatformCaller {
  authorization: string
  identity: string
}

/** The settings to change on an endpoint; null clears a setting. */
export interface EndpointForm {
  name: string
  secret?: string | null
  scheme?: string | null
  scheme_options?: Record<string, unknown>
  reply?: Reply
  forward_to?: string[]
  rate_limit?: RateLimit | null
}
export const getEndpoints = () => request<{ endpoints: Endpoint[] }>('GET', '/sandbox/endpoints?limit=500')
export const postEndpoint = (form: EndpointForm) =>
  request<{ endpoint: Endpoint }>('POST', '/sandbox/endpoints', { body: form })
export const patchEndpoint = ({ name, ...change }: EndpointForm) =>
  request<{ endpoint: Endpoint }>('PATCH', `/sandbox/endpoints/${id(name)}`, { body: change })
export const deleteEndpoint = (name: string) => request<null>('DELETE', `/sandbox/endpoints/${id(name)}`)

export const getErrors = () =>
  request<{ errors: ErrorEntry[]; beyond_dictionary: ErrorEntry[] }>('GET', '/sandbox/catalogue/errors')

/** What to arm: one of `code`, `status` and `outcome`, and the calls it matches. */
export interface ArmOrder {
  code?: string
  status?: number
  body?: unknown
  outcome?: 'reset' | 'hang'
  method?: string
  path?: string
  identity?: string
  times?: number
  after?: number
  probability?: number
  delay_ms?: number
}
export const getArmedErrors = () =>
  request<{ armed_errors: ArmedError[] }>('GET', '/sandbox/armed-errors?limit=500')
export const postArmedError = (order: ArmOrder) =>
  request<{ armed_error: ArmedError; note: string | null }>('POST', '/sandbox/armed-errors', { body: order })
export const deleteArmedError = (name: string) =>
  request<{ armed_error: ArmedError }>('DELETE', `/sandbox/armed-errors/${id(name)}`)

export const getConfig = () => request<{ config: ConfigEntry[] }>('GET', '/sandbox/config')

export const keepable = ['subscriptions', 'endpoints'] as const
export type Keepable = (typeof keepable)[number]
export const postReset = (keep: readonly Keepable[]) =>
  request<{ reset: true; kept: string[] }>('POST', '/sandbox/reset', { body: { keep } })

/** The numbers of imported and already present captures, and the captures whose id was taken. */
export interface Imported {
  imported: number
  skipped: number
  renamed: { id: string; as: string }[]
}
export const postCaptures = (captures: readonly unknown[]) =>
  request<Imported>('POST', '/sandbox/captures/import', { body: { captures } })

/** The result of importing a HAR, with what the HAR lacks. */
export interface ImportedHar extends Imported {
  lost: { code: string; entries: number; detail: string }[]
}
export const postHar = (entries: readonly unknown[]) =>
  request<ImportedHar>('POST', '/sandbox/captures/import', { body: { log: { entries } } })

/** A new rule; absent fields match everything. */
export type RuleOrder = Pick<FaultRule, 'fault'> & {
  event?: string
  subscription_id?: string
  every?: number
  probability?: number
  first?: number
}

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
export const postFaultRule = (order: RuleOrder) =>
  request<{ fault_rule: FaultRule }>('POST', '/sandbox/fault-rules', { body: order })
export const deleteFaultRule = (rule: string) =>
  request<unknown>('DELETE', `/sandbox/fault-rules/${id(rule)}`)

const path = (subscription: string) => `/sandbox/subscriptions/${id(subscription)}`

/** What a subscription's form changes; null restores the default. */
export type SubscriptionChange = Pick<
  Subscription,
  | 'url'
  | 'events'
  | 'description'
  | 'scheme'
  | 'scheme_options'
  | 'ordered'
  | 'concurrency'
  | 'timeout_ms'
  | 'retry_delays'
  | 'fault'
  | 'handshake'
>
export const patchSubscription = (subscription: string, change: Partial<SubscriptionChange>) =>
  request<{ subscription: Subscription }>('PATCH', path(subscription), { body: change })

export const sendHandshake = (subscription: string) =>
  request<{ subscription: Subscription }>('POST', `${path(subscription)}/handshake`, { body: {} })

/** Both secrets sign until the overlap, such as `24h`, ends. */
export const rotateSecret = (subscription: string, overlap: string) =>
  request<{ subscription: Subscription }>('POST', `${path(subscription)}/rotate-secret`, {
    body: { overlap },
  })
