/** Detects the first action of the reader, which loads what the page does not show at first. */

import { signal } from '@preact/signals'
import { painted } from './painted.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const

/** True once the reader has touched the page. The code is then loaded before a click needs it. */
export const handSeen = signal(false)

const stop = new AbortController()
const see = async (event: Event) => {
  // A page that opens under a resting pointer gets a move event without a move.
  if (
    event.type === 'pointermove' &&
    !(event as PointerEvent).movementX &&
    !(event as PointerEvent).movementY
  )
    return
  stop.abort()
  // The response to the reader's action is painted first.
  await painted()
  handSeen.value = true
}
for (const sign of signs) addEventListener(sign, see, { signal: stop.signal, passive: true })
