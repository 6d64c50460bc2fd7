/** Holds the open row menu, and opens it by mouse or key. */
import { signal } from '@preact/signals'
import type { Entry } from '../live/entries.ts'
import { activeId, lineAt } from './selection.ts'
import { rows } from './stream.ts'

/** The row whose menu is open, and the position of the menu. */
export const rowMenu = signal<{ entry: Entry; x: number; y: number } | null>(null)

/** Opens the menu of the active row; false if no row is active. */
export function openRowMenu(): boolean {
  const entry = rows.get(activeId() ?? '')
  if (entry === undefined) return false
  const row = document.querySelector('.virtual-list .row.active')
  const { left = 40, bottom = 40 } = row?.getBoundingClientRect() ?? {}
  rowMenu.value = { entry, x: left + 110, y: bottom }
  return true
}

/** The row that a right click, or the menu key, refers to. */
export function listenToMenus(): void {
  addEventListener('contextmenu', (event) => {
    const { target } = event
    if (!(target instanceof Element) || target.closest('.virtual-list') === null) return
    // Selected text keeps the browser menu, so the user can copy the text.
    if (String(getSelection() ?? '') !== '') return
    const row = target.closest('.row')
    // A row that is not loaded has no id.
    const entry = lineAt(Number(row?.id.slice('row-'.length) || -1))?.entry
    if (entry !== undefined) rowMenu.value = { entry, x: event.clientX, y: event.clientY }
    else if (!openRowMenu()) return
    event.preventDefault()
  })
}
