import { rowHeight } from '../parts/virtual-list.tsx'
import { actOnDelivery } from '../state/acts.ts'
import { go, place } from '../state/navigation.ts'
import { cursor, leap, move, open } from '../state/selection.ts'
import { paused, setPaused } from '../state/stream.ts'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** Whether arrow keys and Enter belong to the list rather than to what has the focus. */
const isAtList = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target === document.body || target.id === 'main' || target.role === 'listbox')

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

function close(): void {
  if (place.value.open === null) return
  go({ open: null })
  focus('[role="listbox"]')
}

/** How many lines a key goes over. */
function leaps(key: string): number | undefined {
  const inSight = (document.querySelector('[role="listbox"]')?.clientHeight ?? 0) / rowHeight
  const page = Math.max(1, Math.floor(inSight) - 1)
  const far = Number.MAX_SAFE_INTEGER
  return { Home: -far, End: far, PageUp: -page, PageDown: page }[key]
}

function actOnStream(event: KeyboardEvent): boolean {
  const { open: opened } = place.value
  const atList = isAtList(event.target)
  if (event.key === 'j' || (event.key === 'ArrowDown' && atList)) move(1)
  else if (event.key === 'k' || (event.key === 'ArrowUp' && atList)) move(-1)
  else if (atList && leaps(event.key) !== undefined) leap(leaps(event.key) ?? 0)
  else if (event.key === 'Enter' && atList && cursor.value !== null) open(cursor.value)
  else if (event.key === '/') focus('#search')
  else if (event.key === 'p') setPaused(!paused.value)
  else if (event.key === 'r' && opened?.startsWith('dlv_')) void actOnDelivery(opened, 'resend')
  else return false
  return true
}

/** The page's keys: j k or arrows, Home, End, PageUp, PageDown, Enter, Esc, / for the search, p to pause, r to resend. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.key === 'Escape') {
      if (isField(event.target) && event.target instanceof HTMLElement) event.target.blur()
      else close()
      return
    }
    if (isField(event.target) || place.value.view !== 'stream') return
    if (actOnStream(event)) event.preventDefault()
  })
}
