import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { scrollToShow, spanOf } from './window.ts'

export const rowHeight = 28

interface Props {
  label: string
  count: number
  /** The row that is kept in sight when it changes; -1 for none. */
  active: number
  /** Changes when the active row is another thing, not when news only moves it. */
  activeKey: string
  row: (index: number) => ComponentChildren
  onScroll: (atTop: boolean, nearEnd: boolean) => void
  /** Goes up to bring the list back to its newest row. */
  toTop: number
}

/** A list of rows of one height of which only those in sight exist; smooth at any length. */
export function VirtualList({ label, count, active, activeKey, row, onScroll, toTop }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ scrollTop: 0, height: 800 })
  const view = { ...place, count, rowHeight }
  const { start, end } = spanOf(view)

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setPlace((old) => ({ ...old, height: element.clientHeight }))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || active < 0) return
    element.scrollTop = scrollToShow(active, { ...view, scrollTop: element.scrollTop })
  }, [activeKey])
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = 0
  }, [toTop])

  const scrolled = () => {
    const element = box.current
    if (element === null) return
    const { scrollTop, clientHeight, scrollHeight } = element
    setPlace({ scrollTop, height: clientHeight })
    onScroll(scrollTop < rowHeight / 2, scrollTop + clientHeight > scrollHeight - 40 * rowHeight)
  }

  const visible = Array.from({ length: end - start }, (_, offset) => row(start + offset))
  const inSight = active >= start && active < end
  return (
    <div
      ref={box}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={inSight ? `row-${active}` : undefined}
      onScroll={scrolled}
    >
      <div role="presentation" class="virtual-space" style={{ height: `${count * rowHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${start * rowHeight}px)` }}>
          {visible}
        </div>
      </div>
    </div>
  )
}
