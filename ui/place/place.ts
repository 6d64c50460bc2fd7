/** The place: everything a link needs to open the same view, and its address. */
import type { DeliveryState } from '../../server/wire.ts'

export const views = [
  'stream',
  'simulate',
  'objects',
  'subscriptions',
  'endpoints',
  'check',
  'errors',
  'lanes',
  'settings',
] as const
export type ViewName = (typeof views)[number]

/** The parts of the simulator, each with its own address. */
export const sections = ['events', 'scenarios', 'traffic', 'clock'] as const
export type SectionName = (typeof sections)[number]

export const kindFilters = ['all', 'events', 'deliveries', 'captures', 'calls', 'failed'] as const
type KindFilter = (typeof kindFilters)[number]

export const deliveryStates = [
  'pending',
  'sending',
  'retrying',
  'succeeded',
  'failed',
  'cancelled',
  'refused',
  'wrongly_accepted',
] as const satisfies readonly DeliveryState[]

/** The default delivery filters. */
export interface DeliveryFilters {
  state: DeliveryState | null
  /** An event name; `*` matches any text. */
  event: string | null
  /** The id of the subscription. */
  subscription: string | null
}
export const everyDelivery: DeliveryFilters = { state: null, event: null, subscription: null }

/** How a client gets an error code: by its own request, or only by arming. */
export const reaches = ['naturally', 'armed'] as const
export const meetings = ['yes', 'no'] as const

/** The filters of the error codes; `q` searches them. */
interface ErrorFilters {
  area: string | null
  /** The HTTP status, as digits. */
  status: string | null
  reached: (typeof reaches)[number] | null
  /** Whether a call returned the code. */
  met: (typeof meetings)[number] | null
}

export interface Place extends ErrorFilters, DeliveryFilters {
  view: ViewName
  /** The part of the simulator; `events` in every other view. */
  section: SectionName
  /** Whether the stream groups records of one event. */
  grouped: boolean
  /** The open record: an id in the stream; a name, `new` or the id of a run or check in other views. */
  open: string | null
  kind: KindFilter
  q: string
  /** Only objects of this kind, as the address names it. */
  object: string | null
  /** Only captures of this endpoint. */
  endpoint: string | null
  /** Only records of this run or traffic. */
  run: string | null
  tab: string | null
  /** The capture to compare with the open one. */
  beside: string | null
  /** The drawn range of the lanes, by the numbers of its first and last record; null follows the newest. */
  from: number | null
  to: number | null
}

/** The question of the stream. */
export type Question = Pick<Place, 'kind' | 'q' | 'endpoint' | 'run' | keyof DeliveryFilters>

/** The tab that compares two captures. */
export const diffTab = 'diff'

const oneOf = <T extends string, Other>(known: readonly T[], word: string | null, otherwise: Other) =>
  known.find((one) => one === word) ?? otherwise

const digits = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** A part of a path, decoded unless it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The views whose open record is part of the path. */
const byPath: readonly ViewName[] = ['check', 'objects']

/** Parses an address; unknown words give the stream without filters. */
export function readPlace(address: { pathname: string; search: string }): Place {
  const query = new URLSearchParams(address.search)
  const [first = '', second = ''] = address.pathname.split('/').filter((part) => part !== '')
  const view = oneOf(views, first, 'stream')
  return {
    view,
    section: view === 'simulate' ? oneOf(sections, second, 'events') : 'events',
    grouped: query.get('group') === 'event',
    open: (byPath.includes(view) && decoded(second)) || query.get('open') || null,
    kind: oneOf(kindFilters, query.get('kind'), 'all'),
    q: query.get('q') ?? '',
    object: query.get('object'),
    endpoint: query.get('endpoint') || null,
    run: query.get('run') || null,
    state: oneOf(deliveryStates, query.get('state'), null),
    event: query.get('event') || null,
    subscription: query.get('subscription') || null,
    area: query.get('area') || null,
    status: query.get('status')?.match(/^\d{3}$/)?.[0] ?? null,
    reached: oneOf(reaches, query.get('reached'), null),
    met: oneOf(meetings, query.get('met'), null),
    tab: query.get('tab') || null,
    beside: query.get('beside') || null,
    from: digits(query.get('from')),
    to: digits(query.get('to')),
  }
}

const written = [
  'object',
  'endpoint',
  'run',
  'state',
  'event',
  'subscription',
  'area',
  'status',
  'reached',
  'met',
] as const satisfies readonly (keyof Place)[]

/** The shortest address of a place; omits defaults. */
export function writePlace(place: Place): string {
  const query = new URLSearchParams()
  if (place.kind !== 'all') query.set('kind', place.kind)
  if (place.grouped) query.set('group', 'event')
  if (place.q !== '') query.set('q', place.q)
  for (const name of written) {
    const value = place[name]
    if (value !== null) query.set(name, value)
  }
  if (place.view === 'lanes' && place.from !== null) query.set('from', `${place.from}`)
  if (place.view === 'lanes' && place.to !== null) query.set('to', `${place.to}`)
  if (place.open !== null && !byPath.includes(place.view)) query.set('open', place.open)
  if (place.tab !== null) query.set('tab', place.tab)
  if (place.tab === diffTab && place.beside !== null) query.set('beside', place.beside)
  const search = query.toString()
  return search === '' ? pathOf(place) : `${pathOf(place)}?${search}`
}

function pathOf({ view, section, open }: Place): string {
  if (view === 'stream') return '/'
  if (byPath.includes(view) && open !== null) return `/${view}/${encodeURIComponent(open)}`
  return section === 'events' ? `/${view}` : `/${view}/${section}`
}
