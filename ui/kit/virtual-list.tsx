/** A list of any length that draws only its visible rows. */

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { textScale } from './appearance.ts'
import { createSlots } from './slots.ts'
import { isInSight, type Spot, scrolledTo, scrollToShow, spaceOf, spanOf, spotAt } from './window.ts'

/** Time without scrolling before the scroll bar of a very long list is corrected, ms. */
const settleMs = 200

/** The position of a list when it left the page. */
export interface Kept {
  top: number
  toTop: number
}

export interface ListProps {
  label: string
  count: number
  /** Height of each row, px. */
  rowHeight: number
  /** The same in a list of at most 31.25rem, whose rows have two lines. */
  narrowHeight?: number
  /** The row to keep visible when it changes. -1 for none. */
  active: number
  /** The number in the id of the active row, if it is not `active`. */
  activeRow?: number
  /** Whether the row above the active row is a heading, which comes into view with it. */
  isHeaded?: boolean
  /** Changes when another record becomes active, not when updates move the active row. */
  activeKey: string
  /** The key of the row at an index, independent of its position. */
  keyAt: (index: number) => string
  /** Draws the row at an index. `slot` must be its key. */
  row: (index: number, slot: number) => ComponentChildren
  /** The record at an index and its index. New or removed rows above do not move the view. */
  idAt?: (index: number) => string | undefined
  indexOf?: (id: string) => number
  onScroll?: (atTop: boolean) => void
  /** Reports the visible rows, both ends included, whenever they may have changed. */
  onSight?: (first: number, last: number, atTop: boolean) => void
  /** Changes to scroll the list to its first row. */
  toTop?: number
  /** Restores the list to its earlier position. */
  kept?: Kept
  /** Number of extra rows drawn above and below the visible rows. */
  spare?: number | undefined
  /** A tree also reports the depth of each row. */
  role?: 'listbox' | 'tree'
}

/** Rows of equal height. Scrolling stays smooth at any length. */
export function VirtualList(props: ListProps) {
  const { label, count, active, activeKey, row, toTop = 0, kept, role = 'listbox' } = props
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  const [isNarrow, setNarrow] = useState(false)
  const rowHeight = (isNarrow && props.narrowHeight) || props.rowHeight
  const [, redraw] = useState(0)
  const extent = { total: count * rowHeight, height }
  const first = useRef(kept?.toTop === toTop ? kept.top : 0)
  const spot = useRef<Spot>({ scrollTop: 0, top: 0 })
  /** The last known scroll position of the element. Older than `spot` once the list itself has scrolled. */
  const known = useRef(0)
  /** How far the reader has scrolled since. */
  const drift = useRef(0)
  const anchor = useRef<{ id: string; index: number } | null>(null)
  const was = useRef({ toTop, rowHeight, height, activeKey: '' })
  /** Where the active row was when it was last revealed. */
  const revealed = useRef(-1)
  const slotsOf = useRef(createSlots())
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)

  const isAtTop = () => spot.current.top < rowHeight / 2
  const moveTo = (top: number) => {
    if (top === spot.current.top) return
    if (known.current === spot.current.scrollTop && box.current !== null)
      drift.current = box.current.scrollTop - known.current
    spot.current = spotAt(top, extent)
  }

  if (height === 0) anchor.current = null
  else if (was.current.rowHeight !== rowHeight) moveTo((spot.current.top / was.current.rowHeight) * rowHeight)
  else if (anchor.current !== null && !isAtTop()) {
    const { id, index } = anchor.current
    const now = props.indexOf?.(id) ?? -1
    if (now >= 0) moveTo(spot.current.top + (now - index) * rowHeight)
  }
  if (height > 0) {
    if (first.current > 0) moveTo(first.current)
    // A reader at the end of the list stays there when the list becomes lower.
    const end = extent.total - height
    if (!isAtTop() && height < was.current.height && spot.current.top >= extent.total - was.current.height)
      moveTo(end)
    if (was.current.toTop !== toTop) moveTo(0)
    const sighted = { count, rowHeight, scrollTop: spot.current.top }
    const wasInSight = isInSight(active, { ...sighted, height: was.current.height })
    // Updates may push the active row out of view. A lower list may not.
    const isPushed = height < was.current.height && wasInSight && (!isAtTop() || active === revealed.current)
    if (active >= 0 && (was.current.activeKey !== activeKey || isPushed)) {
      const scrollTop = scrollToShow(active, { ...sighted, height })
      moveTo(props.isHeaded ? scrollToShow(active - 1, { ...sighted, height, scrollTop }) : scrollTop)
      revealed.current = active
    }
    moveTo(Math.min(spot.current.top, Math.max(0, end)))
    first.current = 0
    // A linked record may load after the first rows. It is revealed then, unless the reader has scrolled.
    const isAwaited = active < 0 && was.current.activeKey === ''
    was.current = { toTop, rowHeight, height, activeKey: isAwaited ? '' : activeKey }
  }

  const { top } = spot.current
  const sight = {
    first: Math.ceil(top / rowHeight),
    last: Math.min(count, Math.ceil((top + height) / rowHeight)) - 1,
  }
  anchor.current = null
  for (let index = Math.ceil(top / rowHeight); index <= sight.last && anchor.current === null; index++) {
    const id = props.idAt?.(index)
    if (id !== undefined) anchor.current = { id, index }
  }

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => {
      if (element.clientHeight > 0) setHeight(element.clientHeight)
      setNarrow(element.clientWidth <= 500 * textScale.value)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => {
      observer.disconnect()
      clearTimeout(settling.current)
    }
  }, [])
  useLayoutEffect(() => {
    const element = box.current
    if (kept !== undefined && height > 0) Object.assign(kept, { top: spot.current.top, toTop })
    if (element === null || known.current === spot.current.scrollTop) return
    // Scrolling in the meantime is reported after this.
    element.scrollTop = spot.current.scrollTop + drift.current
    known.current = spot.current.scrollTop
    drift.current = 0
  })
  useEffect(() => {
    if (count > 0 && height > 0) props.onSight?.(sight.first, sight.last, isAtTop())
  })

  const settle = () => {
    // A recent scroll is reported soon and settles later.
    if (box.current?.scrollTop !== known.current) return
    spot.current = spotAt(spot.current.top, extent)
    redraw((times) => times + 1)
  }
  const scrolled = () => {
    const element = box.current
    // An undrawn list has no position to report.
    if (element === null || element.clientHeight === 0) return
    if (element.scrollTop !== known.current) was.current.activeKey = activeKey
    known.current = element.scrollTop
    spot.current = scrolledTo(spot.current, element.scrollTop, extent)
    anchor.current = null
    clearTimeout(settling.current)
    if (spaceOf(extent.total) < extent.total) settling.current = setTimeout(settle, settleMs)
    redraw((times) => times + 1)
    props.onScroll?.(isAtTop())
  }

  const { start, end } = spanOf({ count, height, rowHeight, scrollTop: top }, props.spare)
  const drawn = Array.from({ length: end - start }, (_, offset) => start + offset)
  const slots = slotsOf.current(drawn.map(props.keyAt))
  const visible = drawn.map((index, at) => row(index, slots[at] ?? index))
  const offset = spot.current.scrollTop + start * rowHeight - top
  const inSight = active >= start && active < end
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a listbox and a tree take a label
    <div
      ref={box}
      class="virtual-list"
      style={{ '--row': `${rowHeight}px` }}
      role={role}
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={inSight ? `row-${props.activeRow ?? active}` : undefined}
      onScroll={scrolled}
    >
      <div role="presentation" class="virtual-space" style={{ height: `${spaceOf(extent.total)}px` }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {visible}
        </div>
      </div>
    </div>
  )
}
