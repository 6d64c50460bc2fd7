/** Stores named and recent filters in the browser. */
import { shared, textsOf } from '../kit/preferences.ts'
import { type Place, writePlace } from '../place/place.ts'

/** A named filter; its address holds the filter itself. */
export interface SavedFilter {
  name: string
  address: string
}
interface Kept {
  saved: SavedFilter[]
  /** The recent filters, newest first. */
  recent: string[]
}

const mostRecent = 8

const isSaved = (one: Partial<SavedFilter> | null): one is SavedFilter =>
  typeof one?.name === 'string' && typeof one.address === 'string' && /^\/(?!\/)/.test(one.address)

export const kept = shared<Kept>('filters', { saved: [], recent: [] }, (stored) => {
  const { saved = [], recent } = Object(stored)
  return { saved: [...saved].filter(isSaved), recent: textsOf(recent) }
})

export function keep(change: Partial<Kept>): void {
  kept.value = { ...kept.value, ...change }
}

export const savedFilters = () => kept.value.saved
export const recentFilters = () => kept.value.recent

/** The address of a place's filter, without the open record. */
export const filterAddress = (place: Place): string =>
  writePlace({
    ...place,
    view: 'stream',
    open: null,
    tab: null,
    beside: null,
    grouped: false,
  })

/** Whether the place has a filter. */
export const isFiltered = (place: Place): boolean => filterAddress(place) !== '/'

/** Records a use of this filter. */
export function noteRecent(q: string): void {
  const text = q.trim()
  if (text !== '')
    keep({ recent: [text, ...kept.value.recent.filter((one) => one !== text)].slice(0, mostRecent) })
}
