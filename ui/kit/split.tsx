/** A list and its detail, with a movable divider. */

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { listShare } from './preferences.ts'

interface Props {
  list: ComponentChildren
  detail: ComponentChildren
  detailLabel: string
  /** The id of the open record, if any. On a narrow page the detail covers the list. */
  open: string | null
}

const clamp = (share: number) => Math.min(0.75, Math.max(0.25, share))

/** The divider moves by pointer and by arrow keys. */
export function Split({ list, detail, detailLabel, open }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (open !== null && pane.current !== null) pane.current.scrollTop = 0
  }, [open])
  const dragged = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (box && event.buttons === 1) listShare.value = clamp((event.clientX - box.left) / box.width)
  }
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -0.025, ArrowRight: 0.025, Home: -1, End: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    listShare.value = clamp(listShare.value + step)
  }
  const percent = Math.round(listShare.value * 100)
  return (
    <div
      class={open !== null ? 'split covered' : 'split'}
      ref={frame}
      style={{ '--share': `${listShare.value * 100}%` }}
    >
      <div class="split-list">{list}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a divider that moves is a widget, which hr is not */}
      <div
        class="divider"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Width of the list"
        aria-valuenow={percent}
        aria-valuemin={25}
        aria-valuemax={75}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={dragged}
        onKeyDown={pressed}
      />
      <section class="split-detail" ref={pane} aria-label={detailLabel} tabIndex={-1}>
        {detail}
      </section>
    </div>
  )
}
