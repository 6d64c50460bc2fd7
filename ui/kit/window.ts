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

/** Whether all of row `index` is in sight. */
export const isInSight = (index: number, viewport: Viewport): boolean =>
  index >= 0 && scrollToShow(index, viewport) === viewport.scrollTop

/** Browsers place what is further down than some 16 million pixels inexactly, or not at all: the space scrolled through is no higher. */
const tallest = 15_000_000

/** Where a list stands: `scrollTop` of its element, and `top`, the pixel of all its rows at the upper edge. The same, unless it is too high. */
export interface Spot {
  scrollTop: number
  top: number
}
interface Extent {
  /** Of all rows together, px. */
  total: number
  /** Of what is in sight, px. */
  height: number
}

/** How high the element is that is scrolled through. */
export const spaceOf = (total: number): number => Math.min(total, tallest)

/** Near both ends a list that is too high is as high as it is, px. */
const edge = 100_000

/** Brings what lies between the edges of one height to the same share of another. */
function scaled(at: number, from: number, to: number): number {
  if (at <= edge) return at
  if (at >= from - edge) return to - (from - at)
  return edge + ((at - edge) / (from - 2 * edge)) * (to - 2 * edge)
}

/** The spot that shows the pixel `top`, as near as there is one. */
export function spotAt(top: number, { total, height }: Extent): Spot {
  const most = Math.max(0, total - height)
  const at = Math.max(0, Math.min(most, top))
  return { scrollTop: total <= tallest ? at : scaled(at, most, tallest - height), top: at }
}

/**
 * The spot after the element was scrolled. In a list that is too high a step goes as far as anywhere, and only a leap, such as
 * with the scroll bar, goes to the same share of the whole.
 */
export function scrolledTo(spot: Spot, scrollTop: number, extent: Extent): Spot {
  const { total, height } = extent
  if (total <= tallest) return { scrollTop, top: scrollTop }
  const most = total - height
  const step = scrollTop - spot.scrollTop
  // Half of what one pixel of the scroll bar stands for.
  if (Math.abs(step) > tallest / height / 2)
    return { scrollTop, top: Math.round(scaled(scrollTop, tallest - height, most)) }
  const top = Math.max(0, Math.min(most, spot.top + step))
  // At an end of the element there has to be an end of the list.
  const isStuck = (scrollTop < 1 && top > 0) || (scrollTop > tallest - height - 1 && top < most)
  return isStuck ? spotAt(top, extent) : { scrollTop, top }
}
