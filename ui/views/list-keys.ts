import { rowHeight } from '../parts/virtual-list.tsx'

/** Whether arrow keys and Enter belong to the list rather than to what has the focus. */
const isAtList = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target === document.body || target.id === 'main' || target.role === 'listbox')

export const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

/** How many lines a key goes over. */
function leaps(key: string): number | undefined {
  const inSight = (document.querySelector('.virtual-list')?.clientHeight ?? 0) / rowHeight
  const page = Math.max(1, Math.floor(inSight) - 1)
  const far = Number.MAX_SAFE_INTEGER
  return { Home: -far, End: far, PageUp: -page, PageDown: page }[key]
}

export interface ListActs {
  /** To the next thing or the one before. */
  move(step: 1 | -1): void
  /** Over many lines. */
  leap(lines: number): void
  open(): void
}

/** The keys of a list and its search; false when the key is none of them. */
export function actOnList(event: KeyboardEvent, { move, leap, open }: ListActs): boolean {
  const atList = isAtList(event.target)
  const lines = atList ? leaps(event.key) : undefined
  // From the list on, Tab leads to what it opens, and what the keys stand on is read out.
  if (document.activeElement === document.body && /^([jk]|Arrow(Up|Down)|Enter)$/.test(event.key))
    focus('.virtual-list')
  if (event.key === 'j' || (event.key === 'ArrowDown' && atList)) move(1)
  else if (event.key === 'k' || (event.key === 'ArrowUp' && atList)) move(-1)
  else if (lines !== undefined) leap(lines)
  else if (event.key === 'Enter' && atList) open()
  else if (event.key === '/') focus('#search')
  else return false
  return true
}
