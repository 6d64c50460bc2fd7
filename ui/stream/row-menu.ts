import { signal } from '@preact/signals'
import type { Entry } from '../live/entries.ts'
import { activeId, lineAt } from './selection.ts'
import { rows } from './stream.ts'

/** The row whose menu is open, and where on the page it stands. */
export const rowMenu = signal<{ entry: Entry; x: number; y: number } | null>(null)

/** Opens the menu of the row on which the keys stand, beside it; false where there is none. */
export function openRowMenu(): boolean {
  const entry = rows.get(activeId() ?? '')
  if (entry === undefined) return false
  const row = document.querySelector('.virtual-list .row.active')
  const { left = 40, bottom = 40 } = row?.getBoundingClientRect() ?? {}
  rowMenu.value = { entry, x: left + 110, y: bottom }
  return true
}

/** The row that a right click, or the key of the menu, is meant for. */
export function listenToMenus(): void {
  addEventListener('contextmenu', (event) => {
    const { target } = event
    if (!(target instanceof Element) || target.closest('.virtual-list') === null) return
    // What is selected is to be copied, not filtered.
    if (String(getSelection() ?? '') !== '') return
    const row = target.closest('.row')
    // A row that has not been read has no id.
    const entry = lineAt(Number(row?.id.slice('row-'.length) || -1))?.entry
    if (entry !== undefined) rowMenu.value = { entry, x: event.clientX, y: event.clientY }
    else if (!openRowMenu()) return
    event.preventDefault()
  })
}
