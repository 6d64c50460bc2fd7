import { signal } from '@preact/signals'
import { painted } from './painted.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const

/** Whether somebody has touched the page. What is not in sight at first is loaded then, and is there before the click that wants it. */
export const handSeen = signal(false)

const stop = new AbortController()
const see = async (event: Event) => {
  // A page that comes under a pointer at rest is told of a move that is none.
  if (
    event.type === 'pointermove' &&
    !(event as PointerEvent).movementX &&
    !(event as PointerEvent).movementY
  )
    return
  stop.abort()
  // What the hand did comes first.
  await painted()
  handSeen.value = true
}
for (const sign of signs) addEventListener(sign, see, { signal: stop.signal, passive: true })
