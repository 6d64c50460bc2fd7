/** Draws only the visible rows of a list with equal row heights. */

import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { scrollToShow, spanOf } from './window.ts'

interface Props {
  count: number
  rowHeight: number
  row: (index: number) => ComponentChildren
  /** The row to keep visible when it changes. -1 for none. */
  active?: number
  box?: RefObject<HTMLDivElement | null>
  /** Makes a list without keys of its own focusable, for scrolling by keyboard. */
  label?: string
}

export function RowsWindow({ count, rowHeight, row, active = -1, box: given, label }: Props) {
  const own = useRef<HTMLDivElement>(null)
  const box = given ?? own
  const [place, setPlace] = useState({ scrollTop: 0, height: 600 })
  const view = { ...place, count, rowHeight }
  const { start, end } = spanOf(view)
  const look = () => {
    const element = box.current
    if (element !== null) setPlace({ scrollTop: element.scrollTop, height: element.clientHeight })
  }
  useLayoutEffect(look, [count])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || active < 0) return
    element.scrollTop = scrollToShow(active, { ...view, ...sizeOf(element) })
    look()
  }, [active, count])
  return (
    <div
      ref={box}
      class="rows-window"
      onScroll={look}
      {...(label !== undefined && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      <div role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${start * rowHeight}px)` }}>
          {Array.from({ length: end - start }, (_, offset) => row(start + offset))}
        </div>
      </div>
    </div>
  )
}

const sizeOf = ({ scrollTop, clientHeight }: HTMLElement) => ({ scrollTop, height: clientHeight })
