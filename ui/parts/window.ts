/** The rows to draw, `end` not included. */
export interface Span {
  start: number
  end: number
}
export interface Viewport {
  count: number
  scrollTop: number
  height: number
  rowHeight: number
}

/** Which rows are in sight, with a few more on both sides. */
export function spanOf({ count, scrollTop, height, rowHeight }: Viewport, spare = 8): Span {
  const first = Math.floor(scrollTop / rowHeight) - spare
  const last = Math.ceil((scrollTop + height) / rowHeight) + spare
  const end = Math.max(0, Math.min(count, last))
  return { start: Math.max(0, Math.min(first, end)), end }
}

/** The scroll position that shows row `index`, moved no further than needed. */
export function scrollToShow(index: number, { scrollTop, height, rowHeight }: Viewport): number {
  const top = index * rowHeight
  if (top < scrollTop) return top
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height
  return scrollTop
}
