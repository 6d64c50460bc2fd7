/** Stores named and recent filters in the browser. */
import { shared, textsOf } from '../kit/preferences.ts'
import { undoable } from '../live/undo.ts'
import { type Place, readPlace, writePlace } from '../place/place.ts'

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

const kept = shared<Kept>('filters', { saved: [], recent: [] }, (stored) => {
  const { saved = [], recent } = Object(stored)
  return { saved: [...saved].filter(isSaved), recent: textsOf(recent) }
})

function keep(change: Partial<Kept>): void {
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

/** The saved filter that a place shows. */
export const savedAs = (place: Place): SavedFilter | undefined =>
  kept.value.saved.find(({ address }) => address === filterAddress(place))

/** Saves a filter under a name; the same filter has one name. */
export function saveFilter(place: Place, name: string): void {
  const address = filterAddress(place)
  const one = { name, address }
  const known = kept.value.saved
  keep({
    saved: known.some((other) => other.address === address)
      ? known.map((other) => (other.address === address ? one : other))
      : [...known, one],
  })
}

/** Deletes a saved filter. Undo restores the filter in its place. */
export function forgetFilter({ address, name }: SavedFilter): void {
  const before = kept.value.saved
  const at = before.findIndex((one) => one.address === address)
  keep({ saved: before.filter((other) => other.address !== address) })
  undoable(`Deleted the filter ${name}`, () => {
    if (kept.value.saved.some((other) => other.address === address)) return
    keep({ saved: kept.value.saved.toSpliced(at, 0, { name, address }) })
  })
}

/** Records a use of this filter. */
export function noteRecent(q: string): void {
  const text = q.trim()
  if (text !== '')
    keep({ recent: [text, ...kept.value.recent.filter((one) => one !== text)].slice(0, mostRecent) })
}

/** The place of a saved filter. */
export const placeOfFilter = ({ address }: SavedFilter): Place => readPlace(new URL(address, 'http://page'))
