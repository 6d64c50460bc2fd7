/** The strip above the lanes: all loaded records, with the drawn range to move and resize. */
import { useSignalEffect } from '@preact/signals'
import { useMemo, useRef, useState } from 'preact/hooks'
import { throttle } from '../kit/pace.ts'
import { rows } from '../stream/stream.ts'
import { layout } from './drawing.ts'
import { type Glance, glances } from './overview.ts'
import { spanText } from './step.ts'
import { part, show } from './window.ts'

const pieces = 240
/** The shortest time between two drawings of the strip, ms. */
const rest = 400
/** Worse states are higher, for users who do not see colours. */
const heights = { plain: 6, wait: 11, fault: 16, bad: 22 } as const satisfies Record<Glance, number>

type Grip = 'start' | 'end' | 'middle'

function useGlances(): Glance[] {
  const [drawn, setDrawn] = useState<Glance[]>([])
  const draw = useMemo(
    () =>
      throttle(rest, () => {
        const { first, last } = part.peek()
        setDrawn(glances(last - first, pieces, (index) => rows.line(first + index)?.entry))
      }),
    [],
  )
  useSignalEffect(() => {
    if (part.value) draw()
  })
  return drawn
}

function Strip({ drawn }: { drawn: readonly Glance[] }) {
  const paths = useMemo(
    () =>
      (Object.keys(heights) as Glance[]).map((glance) => ({
        glance,
        d: drawn
          .map((one, index) =>
            one === glance ? `M${index} 24v-${heights[glance]}h1v${heights[glance]}z` : '',
          )
          .join(''),
      })),
    [drawn],
  )
  return (
    <svg
      viewBox={`0 0 ${drawn.length || 1} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {paths.map(({ glance, d }) => (
        <path key={glance} class={glance} d={d} />
      ))}
    </svg>
  )
}

export function Overview() {
  const { from, to, first, last } = part.value
  const strip = useRef<HTMLDivElement>(null)
  const drag = useRef<{ grip: Grip; at: number; from: number; to: number } | null>(null)
  const count = Math.max(1, last - first)
  const drawn = useGlances()
  const percent = (index: number) => `${((index - first) / count) * 100}%`

  const lineAt = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect()
    return box === undefined ? first : first + ((event.clientX - box.left) / box.width) * count
  }
  const pressed = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const grip =
      event.target instanceof HTMLElement ? (event.target.dataset.grip as Grip | undefined) : undefined
    const at = lineAt(event)
    const length = to - from
    const start = Math.round(at - length / 2)
    if (grip === undefined) show(start, start + length, true)
    drag.current =
      grip === undefined ? { grip: 'middle', at, from: start, to: start + length } : { grip, at, from, to }
    event.currentTarget.setPointerCapture(event.pointerId)
    event.preventDefault()
  }
  const moved = (event: PointerEvent) => {
    if (drag.current === null) return
    const { grip, at, ...was } = drag.current
    const by = Math.round(lineAt(event) - at)
    if (by === 0) return
    if (grip === 'start') show(Math.min(was.from + by, was.to - 1), was.to)
    else if (grip === 'end') show(was.from, Math.max(was.to + by, was.from + 1), true)
    else {
      const step = Math.max(first - was.from, Math.min(last - was.to, by))
      show(was.from + step, was.to + step, true)
    }
  }
  const { arrows } = layout.value
  const [a, b] = [arrows[0]?.step.at, arrows.at(-1)?.step.at]
  const words =
    a === undefined || b === undefined
      ? 'nothing'
      : `${spanText(a, b)}, ${to - from} of ${last - first} records`
  return (
    <div class="lanes-overview lanes-keys">
      <div
        class="lanes-strip"
        ref={strip}
        role="slider"
        tabIndex={0}
        aria-label="Time range"
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={from - first}
        aria-valuetext={words}
        onPointerDown={pressed}
        onPointerMove={moved}
        // Also when the browser takes over the pointer, for example to scroll.
        onLostPointerCapture={() => {
          drag.current = null
        }}
      >
        <Strip drawn={drawn} />
        {last > first && (
          <div
            class="lanes-part"
            data-grip="middle"
            style={{ left: percent(from), width: `${((to - from) / count) * 100}%` }}
          >
            <span data-grip="start" />
            <span data-grip="end" />
          </div>
        )}
      </div>
    </div>
  )
}
