/** The keys of a list: arrows, Enter, Page Up and Page Down. */

/** Whether the list gets arrow keys and Enter, rather than the focused element. */
export const isAtList = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target === document.body ||
    target.id === 'main' ||
    target.classList.contains('virtual-list') ||
    target.classList.contains('card'))

/** The number of lines on one page of the list. */
function page(): number {
  const list = document.querySelector<HTMLElement>('.virtual-list')
  const inSight = (list?.clientHeight ?? 0) / Number.parseFloat(list?.style.getPropertyValue('--row') || '1')
  return Math.max(1, Math.floor(inSight) - 1)
}

export interface ListActs {
  /** Moves to the next or previous record. */
  move(step: 1 | -1): void
  /** Moves by many lines. */
  leap(lines: number): void
  open(): void
}

const far = Number.MAX_SAFE_INTEGER

/** These keys belong to the list only while no other element has the focus. */
export const listMoves: Record<string, (list: ListActs) => void> = {
  ArrowDown: (list) => list.move(1),
  ArrowUp: (list) => list.move(-1),
  Home: (list) => list.leap(-far),
  End: (list) => list.leap(far),
  PageUp: (list) => list.leap(-page()),
  PageDown: (list) => list.leap(page()),
  Enter: (list) => list.open(),
}
