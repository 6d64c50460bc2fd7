/** The menu of a row: open it, or filter by it. */
import { middleCut, withoutSecrets } from '../kit/format.ts'
import { MenuList, type MenuPart } from '../kit/menu.tsx'
import type { Entry } from '../live/entries.ts'
import { go, openThing, place, placeOf } from '../place/navigation.ts'
import { withTerm } from '../stream/filter-text.ts'
import { likeThis } from '../stream/like-this.ts'
import { rowMenu } from '../stream/row-menu.ts'

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

/** The menu, at the position of the click. */
export function RowMenu() {
  const menu = rowMenu.value
  if (menu === null) return null
  const { entry, x, y } = menu
  const close = (back: boolean) => {
    rowMenu.value = null
    if (back) document.querySelector<HTMLElement>('.virtual-list')?.focus()
  }
  return (
    <div key={`${entry.id} ${x} ${y}`}>
      <MenuList
        label={`Row ${entry.id}`}
        at={{ left: x, right: x, top: y, bottom: y }}
        onClose={close}
        parts={[
          { heading: '', items: [{ title: 'Open', run: () => openThing(entry.id) }] },
          ...likeParts(entry),
        ]}
      />
    </div>
  )
}
