/** Saves filters under names, and deletes them. */
import { undoable } from '../live/undo.ts'
import { type Place, readPlace } from '../place/place.ts'
import { filterAddress, keep, kept, type SavedFilter } from './saved-filters.ts'

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

/** The place of a saved filter. */
export const placeOfFilter = ({ address }: SavedFilter): Place => readPlace(new URL(address, 'http://page'))
