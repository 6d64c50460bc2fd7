import type { DeliveryState } from '../../server/wire.ts'

/** Where the reader is: everything that a link must carry to open the same thing elsewhere. */
export const views = [
  'stream',
  'simulate',
  'subscriptions',
  'endpoints',
  'errors',
  'lanes',
  'settings',
] as const
export type ViewName = (typeof views)[number]

/** What the simulator does, each part under an address of its own. */
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

/** Which deliveries are listed where nothing else is. */
export interface DeliveryFilters {
  state: DeliveryState | null
  /** A name; `*` stands for any run of characters. */
  event: string | null
  /** The subscription's id. */
  subscription: string | null
}
export const everyDelivery: DeliveryFilters = { state: null, event: null, subscription: null }

/** How a client gets to see an error code: by a request of its own, or only when it is armed. */
export const reaches = ['naturally', 'armed'] as const
export const meetings = ['yes', 'no'] as const

/** Which error codes are listed; `q` searches them. */
interface ErrorFilters {
  area: string | null
  /** The HTTP status, as digits. */
  status: string | null
  reached: (typeof reaches)[number] | null
  /** Whether a call was answered with it. */
  met: (typeof meetings)[number] | null
}

export interface Place extends ErrorFilters, DeliveryFilters {
  view: ViewName
  /** The part of the simulator; `events` in every other view. */
  section: SectionName
  /** Whether the stream keeps what belongs to one event together. */
  grouped: boolean
  /** What the detail shows: an id in the stream, a name, `new` or the id of a run in the other views. */
  open: string | null
  kind: KindFilter
  q: string
  /** Only what this endpoint captured. */
  endpoint: string | null
  /** Only what this run, or this traffic, made. */
  run: string | null
  tab: string | null
  /** The capture that the open one is laid beside. */
  beside: string | null
  /** The part of the lanes that is drawn, by the numbers of its first and last thing; the newest without them. */
  from: number | null
  to: number | null
}

/** What the stream is asked for. */
export type Question = Pick<Place, 'kind' | 'q' | 'endpoint' | 'run' | keyof DeliveryFilters>

/** The tab of a capture that lays another beside it. */
export const diffTab = 'diff'

const oneOf = <T extends string, Other>(known: readonly T[], word: string | null, otherwise: Other) =>
  known.find((one) => one === word) ?? otherwise

const digits = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Reads a place from an address; unknown words fall back to the stream with everything in it. */
export function readPlace(address: { pathname: string; search: string }): Place {
  const query = new URLSearchParams(address.search)
  const [first = '', second = ''] = address.pathname.split('/').filter((part) => part !== '')
  const view = oneOf(views, first, 'stream')
  return {
    view,
    section: view === 'simulate' ? oneOf(sections, second, 'events') : 'events',
    grouped: query.get('group') === 'event',
    open: query.get('open') || null,
    kind: oneOf(kindFilters, query.get('kind'), 'all'),
    q: query.get('q') ?? '',
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

/** The shortest address of a place; what is at its default is left out. */
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
  if (place.open !== null) query.set('open', place.open)
  if (place.tab !== null) query.set('tab', place.tab)
  if (place.tab === diffTab && place.beside !== null) query.set('beside', place.beside)
  const search = query.toString()
  return search === '' ? pathOf(place) : `${pathOf(place)}?${search}`
}

function pathOf({ view, section }: Place): string {
  if (view === 'stream') return '/'
  return section === 'events' ? `/${view}` : `/${view}/${section}`
}
