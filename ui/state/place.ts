/** Where the reader is: everything that a link must carry to open the same thing elsewhere. */
export const views = ['stream', 'simulate', 'subscriptions', 'endpoints'] as const
export type ViewName = (typeof views)[number]

export const kindFilters = ['all', 'events', 'deliveries', 'captures', 'calls', 'failed'] as const
export type KindFilter = (typeof kindFilters)[number]

export interface Place {
  view: ViewName
  /** What the detail shows: an id in the stream, a name or `new` in the other views. */
  open: string | null
  kind: KindFilter
  q: string
  /** Only what this endpoint captured. */
  endpoint: string | null
  tab: string | null
}

const oneOf = <T extends string>(known: readonly T[], word: string | null, otherwise: T): T =>
  known.find((one) => one === word) ?? otherwise

/** Reads a place from an address; unknown words fall back to the stream with everything in it. */
export function readPlace(address: { pathname: string; search: string }): Place {
  const query = new URLSearchParams(address.search)
  return {
    view: oneOf(views, address.pathname.replace(/^\/|\/$/g, ''), 'stream'),
    open: query.get('open') || null,
    kind: oneOf(kindFilters, query.get('kind'), 'all'),
    q: query.get('q') ?? '',
    endpoint: query.get('endpoint') || null,
    tab: query.get('tab') || null,
  }
}

/** The shortest address of a place; what is at its default is left out. */
export function writePlace(place: Place): string {
  const query = new URLSearchParams()
  if (place.kind !== 'all') query.set('kind', place.kind)
  if (place.q !== '') query.set('q', place.q)
  if (place.endpoint !== null) query.set('endpoint', place.endpoint)
  if (place.open !== null) query.set('open', place.open)
  if (place.tab !== null) query.set('tab', place.tab)
  const path = place.view === 'stream' ? '/' : `/${place.view}`
  const search = query.toString()
  return search === '' ? path : `${path}?${search}`
}
