/** Draws the visible arrows of the lanes, and scrolls with them. */
import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { clockTime, dayOf } from '../kit/time.ts'
import { nowSecond, sandboxNow } from '../live/clock.ts'
import { asLink } from '../place/as-link.ts'
import { place } from '../place/navigation.ts'
import { readAttempts } from '../stream/reading.ts'
import { layout, readMissingCaptures, useSheet } from './drawing.ts'
import { DrawnArrow, DrawnTime } from './drawn-arrow.tsx'
import { cursor, indexOfCursor, openArrow, reached, toldBy } from './keys.ts'
import { type Arrow, arrowsBetween, type Layout } from './layout.ts'
import { lanesById } from './shapes.ts'
import { isFollowing, stay, zoom } from './window.ts'

/** The lanes follow the newest arrow while it is at most this far out of view, px. */
const nearEnd = 24
/** Scrolling by this distance checks the visible part again, px. */
const sightStep = 120
/** The distance drawn above and below the visible part, px. */
const spare = 300
/** Labels beyond the left edge move along in steps, px. */
const sidewaysStep = 16

export function Chart() {
  const box = useRef<HTMLElement>(null)
  const [sight, setSight] = useState({ top: 0, height: 800, left: 0 })
  useSheet(box)
  const now = layout.value
  const lanes = useMemo(() => lanesById(now), [now])

  /** The last position of the newest arrow, px from the top. */
  const held = useRef(0)
  const hold = (element: HTMLElement) => {
    element.scrollTop = element.scrollHeight
    held.current = element.scrollTop
  }
  useLayoutEffect(() => {
    if (box.current !== null && isFollowing.value) hold(box.current)
  }, [now, isFollowing.value])
  const sideways = useSideways(box, now)
  useScrollTo(box, now)
  useZoomByWheel(box)

  const look = () => {
    const element = box.current
    if (element === null) return
    const { scrollTop, scrollLeft, clientHeight, scrollHeight } = element
    const top = Math.floor(scrollTop / sightStep) * sightStep
    const left = Math.ceil(scrollLeft / sidewaysStep) * sidewaysStep
    setSight((old) =>
      old.top === top && old.height === clientHeight && old.left === left
        ? old
        : { top, height: clientHeight, left },
    )
    sideways()
    // A lower box is also far from its end. Only user scrolling leaves the end.
    const isBack = scrollTop < held.current
    if (isFollowing.value && isBack && scrollHeight - clientHeight - scrollTop > nearEnd) stay()
  }
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (isFollowing.value) hold(element)
      setSight(({ left }) => ({ top: element.scrollTop, height: element.clientHeight, left }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // Preact skips identical nodes; only waiting arrows change in a drawing.
  const kept = useMemo(() => new Map<string, VNode>(), [now, sight.left])
  const drawn = (arrow: Arrow) => {
    const { key, due } = arrow.step
    const known = due === null ? kept.get(key) : undefined
    if (known !== undefined) return known
    const drawing = { lanes, now: sandboxNow(), left: sight.left + now.axis }
    const fresh = <DrawnArrow key={key} arrow={arrow} layout={now} drawing={drawing} />
    kept.set(key, fresh)
    return fresh
  }

  const top = sight.top - spare
  const visible = arrowsBetween(now, top, sight.top + sight.height + spare)
  useMissing(visible)
  if (visible.some(({ step }) => step.due !== null)) nowSecond.value
  return (
    <section class="lanes-scroll lanes-keys" ref={box} onScroll={look} aria-label="Arrows between the lanes">
      <div class="lanes-sheet" style={{ width: `${now.width}px`, height: `${now.head + now.height}px` }}>
        <Heads layout={now} />
        <svg
          class={now.width > now.sheet.width ? 'lanes-times over' : 'lanes-times'}
          width={now.axis}
          height={now.height}
          aria-hidden="true"
          focusable="false"
          style={{ marginBottom: `${-now.height}px` }}
        >
          {visible.map((arrow) => (
            <DrawnTime key={arrow.step.key} arrow={arrow} layout={now} />
          ))}
        </svg>
        <svg
          class="lanes-drawing"
          width={now.width}
          height={now.height}
          aria-hidden="true"
          focusable="false"
          style={{ top: `${now.head}px` }}
        >
          {now.lanes.map(({ party, x }) => (
            <line key={party.id} class="lane" x1={x} y1={0} x2={x} y2={now.height} />
          ))}
          {visible.map(drawn)}
        </svg>
        <Steps layout={now} visible={visible} />
      </div>
    </section>
  )
}

function Heads({ layout: { lanes, head, width } }: { layout: Layout }) {
  return (
    <div class="lanes-heads" style={{ height: `${head}px`, width: `${width}px` }}>
      {lanes.map(({ party, name, x, width: wide }) => (
        <span
          key={party.id}
          class={`lane-head ${party.kind}`}
          title={party.name}
          style={{ left: `${x - wide / 2}px`, width: `${wide}px` }}
        >
          {name}
        </span>
      ))}
    </div>
  )
}

/** The arrows as a list of sentences, for screen readers and for the keyboard. */
function Steps({
  layout: { arrows, head, sheet, axis, width },
  visible,
}: {
  layout: Layout
  visible: Arrow[]
}) {
  const list = useRef<HTMLOListElement>(null)
  const hadFocus = list.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    // The focused arrow left the drawing; the keyboard continues from the visible arrows.
    if (hadFocus && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })
  const first = visible[0]
  const start = first === undefined ? 0 : arrows.indexOf(first)
  const here = visible.some(({ step }) => step.key === cursor.value)
  const row = Math.max(24, 26 * (sheet.text / 13))
  const opened = place.value.open
  const [oldest, newest] = [arrows[0]?.step.at ?? 0, arrows.at(-1)?.step.at ?? 0]
  const hasDays = dayOf(oldest) !== dayOf(newest)
  return (
    <ol
      ref={list}
      class="lanes-steps"
      // biome-ignore lint/a11y/noRedundantRoles: without its bullets Safari takes it for no list
      role="list"
      aria-label="What happened, in order"
      style={{ top: `${head}px` }}
    >
      {visible.map(({ step, y }, index) => (
        <li key={step.key} aria-posinset={start + index + 1} aria-setsize={arrows.length}>
          <button
            type="button"
            id={`step-${step.key}`}
            class={opened === step.id ? 'lane-step open' : 'lane-step'}
            aria-label={`${hasDays ? `${dayOf(step.at)} ` : ''}${clockTime(step.at)} ${step.sentence}`}
            aria-current={opened === step.id ? 'true' : undefined}
            tabIndex={here ? (step.key === cursor.value ? 0 : -1) : index === 0 ? 0 : -1}
            style={{
              top: `${y - row + 8}px`,
              height: `${row}px`,
              left: `${axis - 8}px`,
              width: `${width - axis}px`,
            }}
            onFocus={() => {
              cursor.value = step.key
            }}
            {...asLink(toldBy(step), () => openArrow(step.key))}
          />
        </li>
      ))}
    </ol>
  )
}

/** If not all lanes fit, the sandbox's lane stays visible until the user scrolls sideways. */
function useSideways(box: { current: HTMLElement | null }, { lanes, axis }: Layout): () => void {
  const set = useRef(0)
  const isMoved = useRef(false)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || isMoved.current) return
    const at = lanes.findIndex(({ party }) => party.kind === 'sandbox')
    const sandbox = lanes[at]?.x ?? 0
    const receiver = lanes[at + 1]?.x ?? sandbox
    element.scrollLeft = Math.min(sandbox - axis - 40, receiver + 90 - element.clientWidth)
    set.current = element.scrollLeft
  }, [lanes])
  return () => {
    const left = box.current?.scrollLeft ?? 0
    if (Math.abs(left - set.current) > 2) isMoved.current = true
  }
}

/** Scrolls to the arrow with the keyboard, and after the first drawing to the open one. */
function useScrollTo(box: { current: HTMLElement | null }, now: Layout): void {
  const isShown = useRef(false)
  const to = (index: number) => {
    const element = box.current
    const arrow = now.arrows[index]
    if (element === null || arrow === undefined) return
    const sight = element.clientHeight - now.head
    const { scrollTop } = element
    if (arrow.top < scrollTop) element.scrollTop = arrow.top - 8
    else if (arrow.y + 20 > scrollTop + sight) element.scrollTop = arrow.y + 28 - sight
  }
  useLayoutEffect(() => {
    if (isShown.current || now.arrows.length === 0) return
    isShown.current = true
    const opened = now.arrows.findIndex(({ step }) => step.id === place.peek().open)
    if (opened >= 0 && !isFollowing.peek()) to(opened)
  }, [now])
  useEffect(() => {
    if (reached.value === 0 || cursor.value === null) return
    to(indexOfCursor())
    // Newly visible arrows are drawn first.
    const id = `step-${cursor.value}`
    const frame = requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [reached.value])
}

function useZoomByWheel(box: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = box.current
    let turned = 0
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      turned += event.deltaY
      if (Math.abs(turned) < 60) return
      zoom(turned < 0 ? 1.5 : 1 / 1.5)
      turned = 0
    }
    // Only a non-passive listener can stop the page from zooming.
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [])
}

/** Loads details that lists omit for the visible arrows, each once. */
function useMissing(visible: readonly Arrow[]): void {
  useEffect(() => {
    for (const delivery of new Set(visible.flatMap(({ step }) => step.unread ?? [])))
      void readAttempts(delivery)
    readMissingCaptures(
      visible.flatMap(({ step: { kind, to, id } }) =>
        kind === 'attempt' && to.kind === 'endpoint' ? id : [],
      ),
    )
  })
}
