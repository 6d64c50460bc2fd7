/** Stores named and recent filters in the browser. */
import { signal } from '@preact/signals'
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

const key = 'webhook-sandbox.filters'
const mostRecent = 8

const isText = (value: unknown): value is string => typeof value === 'string'
const isSaved = (one: Partial<SavedFilter> | null): one is SavedFilter =>
  isText(one?.name) && isText(one.address) && /^\/(?!\/)/.test(one.address)

/** Reads the stored filters, and skips invalid ones. */
export function readKept(text: string | null): Kept {
  try {
    const { saved = [], recent = [] } = JSON.parse(text ?? '{}')
    return { saved: [...saved].filter(isSaved), recent: [...recent].filter(isText) }
  } catch {
    return { saved: [], recent: [] }
  }
}

function load(): Kept {
  try {
    return readKept(localStorage.getItem(key))
  } catch {
    return readKept(null)
  }
}

const kept = signal(load())
if (typeof addEventListener === 'function')
  addEventListener('storage', (event) => {
    if (event.key === key) kept.value = readKept(event.newValue)
  })

function keep(change: Partial<Kept>): void {
  kept.value = { ...kept.value, ...change }
  try {
    localStorage.setItem(key, JSON.stringify(kept.value))
  } catch {
    // Private windows may refuse storage; then the filters last as long as the page.
  }
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
