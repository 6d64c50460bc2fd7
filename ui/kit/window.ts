/** Computes which rows of a virtual list are visible, and where. */

/** The rows to draw, without `end`. */
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

/** The visible rows, plus a few on both sides. */
export function spanOf({ count, scrollTop, height, rowHeight }: Viewport, spare = 8): Span {
  const first = Math.floor(scrollTop / rowHeight) - spare
  const last = Math.ceil((scrollTop + height) / rowHeight) + spare
  const end = Math.max(0, Math.min(count, last))
  return { start: Math.max(0, Math.min(first, end)), end }
}

/** The scroll position that shows row `index` with the least movement. */
export function scrollToShow(index: number, { scrollTop, height, rowHeight }: Viewport): number {
  const top = index * rowHeight
  if (top < scrollTop) return top
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height
  return scrollTop
}

/** Whether row `index` is fully visible. */
export const isInSight = (index: number, viewport: Viewport): boolean =>
  index >= 0 && scrollToShow(index, viewport) === viewport.scrollTop

/** Browsers place elements beyond about 16 million pixels wrongly. The scrolled element is never higher than this. */
const tallest = 15_000_000

/**
 * The position of a list: `scrollTop` of its element, and `top`, the first visible pixel of all rows. Both are equal
 * unless the list is too high.
 */
export interface Spot {
  scrollTop: number
  top: number
}
interface Extent {
  /** Height of all rows, px. */
  total: number
  /** Height of the visible part, px. */
  height: number
}

/** The height of the scrolled element. */
export const spaceOf = (total: number): number => Math.min(total, tallest)

/** Near both ends, a list that is too high scrolls without scaling, px. */
const edge = 100_000

/** Maps a position between the edges of one height to the same share of another. */
function scaled(at: number, from: number, to: number): number {
  if (at <= edge) return at
  if (at >= from - edge) return to - (from - at)
  return edge + ((at - edge) / (from - 2 * edge)) * (to - 2 * edge)
}

/** The spot that shows the pixel `top`, or the nearest possible one. */
export function spotAt(top: number, { total, height }: Extent): Spot {
  const most = Math.max(0, total - height)
  const at = Math.max(0, Math.min(most, top))
  return { scrollTop: total <= tallest ? at : scaled(at, most, tallest - height), top: at }
}

/**
 * The spot after scrolling. In a list that is too high, a step keeps its size. Only a leap, such as with the scroll
 * bar, scales.
 */
export function scrolledTo(spot: Spot, scrollTop: number, extent: Extent): Spot {
  const { total, height } = extent
  if (total <= tallest) return { scrollTop, top: scrollTop }
  const most = total - height
  const step = scrollTop - spot.scrollTop
  // Half of the pixels that one scroll bar pixel represents.
  if (Math.abs(step) > tallest / height / 2)
    return { scrollTop, top: Math.round(scaled(scrollTop, tallest - height, most)) }
  const top = Math.max(0, Math.min(most, spot.top + step))
  // The end of the element must be the end of the list.
  const isStuck = (scrollTop < 1 && top > 0) || (scrollTop > tallest - height - 1 && top < most)
  return isStuck ? spotAt(top, extent) : { scrollTop, top }
}

/** Scrolls a row of tabs sideways, without moving the page, to centre one tab. */
export function showAcross(tab: Element | null | undefined): void {
  const row = tab?.parentElement
  if (!tab || !row || row.scrollWidth <= row.clientWidth) return
  const [own, whole] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += own.left + own.width / 2 - (whole.left + whole.width / 2)
}
