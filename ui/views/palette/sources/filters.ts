import { withoutSecrets } from '../../../parts/format.ts'
import { likeThis } from '../../../state/like-this.ts'
import { go } from '../../../state/navigation.ts'
import { placeOfFilter, savedFilters } from '../../../state/saved-filters.ts'
import { activeThing } from '../../../state/selection.ts'
import { rows } from '../../../state/stream.ts'
import { narrow } from '../../row-menu-box.tsx'
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
