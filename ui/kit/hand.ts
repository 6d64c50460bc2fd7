/** Detects the first action of the reader, which loads what the page does not show at first. */

import { signal } from '@preact/signals'
import { painted } from './painted.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const

/** True once the reader has touched the page. The code is then loaded before a click needs it. */
export const handSeen = signal(false)

/** Waits for the first action. */
export function awaitHand(): void {
  const stop = new AbortController()
  const see = async (event: Event) => {
    // A page that opens under a resting pointer gets a move event without a move.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
      return
    stop.abort()
    // The response to the reader's action is painted first.
    await painted()
    handSeen.value = true
  }
  for (const sign of signs) addEventListener(sign, see, { signal: stop.signal, passive: true })
}
