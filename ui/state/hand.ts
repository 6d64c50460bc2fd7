import { signal } from '@preact/signals'

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'] as const

/** Whether somebody has touched the page. What is not in sight at first is loaded then, and is there before the click that wants it. */
export const handSeen = signal(false)

const stop = new AbortController()
const see = () => {
  handSeen.value = true
  stop.abort()
}
for (const sign of signs) addEventListener(sign, see, { signal: stop.signal, passive: true })
