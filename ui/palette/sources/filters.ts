import { narrow } from '../../detail/row-menu-box.tsx'
import { placeOfFilter, savedFilters } from '../../filter/saved-filters.ts'
import { withoutSecrets } from '../../kit/format.ts'
import { go } from '../../place/navigation.ts'
import { likeThis } from '../../stream/like-this.ts'
import { activeThing } from '../../stream/selection.ts'
import { rows } from '../../stream/stream.ts'
import type { Entry } from '../entry.ts'

/** The filters that were saved, and those that keep what is like the thing the keys stand on. */
export function filterEntries(): Entry[] {
  const id = activeThing()
  const thing = id === null ? undefined : rows.get(id)
  return [
    ...savedFilters().map(
      (saved): Entry => ({
        id: `filter:${saved.address}`,
        group: 'filters',
        title: saved.name,
        about: placeOfFilter(saved).q,
        words: 'saved filter',
        run: () => go(placeOfFilter(saved)),
      }),
    ),
    ...(thing === undefined ? [] : likeThis(thing)).map(
      ({ title, term }): Entry => ({
        id: `like:${term}`,
        group: 'like',
        title: `Only ${title}`,
        about: withoutSecrets(term),
        words: 'filter like this similar',
        run: () => narrow(term),
      }),
    ),
  ]
}
