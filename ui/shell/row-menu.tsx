/** Draws the menu of a row: every act on its record, then filters for similar records. */
import { actsOf, type ThingAct } from '../acts/thing-acts.ts'
import { likeParts } from '../detail/similar.tsx'
import { Key } from '../kit/icon.tsx'
import { MenuList } from '../kit/menu.tsx'
import { openThing } from '../place/navigation.ts'
import { rowMenu } from '../stream/row-menu.ts'

const item = ({ title, key, run }: ThingAct) => ({
  name: title,
  title: (
    <>
      {title} {key !== undefined && <Key name={key === 'Delete' ? 'Del' : key} />}
    </>
  ),
  run: () => void run(),
})

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
          { heading: 'Actions', items: actsOf(entry.id).map(item) },
          ...likeParts(entry),
        ]}
      />
    </div>
  )
}
