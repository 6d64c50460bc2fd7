/** Filters for records similar to a record, as parts of a menu. */
import { withoutSecrets } from '../kit/format.ts'
import type { MenuPart } from '../kit/menu.tsx'
import { middleCut } from '../kit/middle-cut.ts'
import type { Entry } from '../live/entries.ts'
import { go, place, placeOf } from '../place/navigation.ts'
import { withTerm } from '../stream/filter-terms.ts'
import { likeThis } from '../stream/like-this.ts'

/** Adds a term to the filter of the stream or of the lanes. */
export function narrow(term: string): void {
  const { value } = place
  const base = value.view === 'stream' || value.view === 'lanes' ? value : placeOf('stream')
  go({ ...base, q: withTerm(base.q, term) })
}

/** The filters that keep or hide similar records. */
export const likeParts = (entry: Entry): MenuPart[] => {
  const all = likeThis(entry)
  const item = (term: string, title: string) => ({
    name: term,
    title: (
      <>
        <code>{middleCut(withoutSecrets(term), 36)}</code> <span class="quiet">{title}</span>
      </>
    ),
    run: () => narrow(term),
  })
  return [
    { heading: 'Show only', items: all.map(({ title, term }) => item(term, title)) },
    { heading: 'Hide', items: all.slice(0, 1).map(({ term }) => item(`-${term}`, '')) },
  ].filter(({ items }) => items.length > 0)
}
