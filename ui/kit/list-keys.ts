import { rowHeight } from './appearance.ts'

/** Whether arrow keys and Enter belong to the list rather than to what has the focus. */
export const isAtList = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target === document.body ||
    target.id === 'main' ||
    target.classList.contains('virtual-list') ||
    target.classList.contains('card'))

/** How many lines a page of the list holds. */
function page(): number {
  const inSight = (document.querySelector('.virtual-list')?.clientHeight ?? 0) / rowHeight.value
  return Math.max(1, Math.floor(inSight) - 1)
}

export interface ListActs {
  /** To the next thing or the one before. */
  move(step: 1 | -1): void
  /** Over many lines. */
  leap(lines: number): void
  open(): void
}

const far = Number.MAX_SAFE_INTEGER

/** The keys of a list that belong to it only while nothing else has the focus. */
export const listMoves: Record<string, (list: ListActs) => void> = {
  ArrowDown: (list) => list.move(1),
  ArrowUp: (list) => list.move(-1),
  Home: (list) => list.leap(-far),
  End: (list) => list.leap(far),
  PageUp: (list) => list.leap(-page()),
  PageDown: (list) => list.leap(page()),
  Enter: (list) => list.open(),
}
