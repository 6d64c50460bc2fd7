/** Reports code that did not load. */

import { againMs, notLoaded } from '../../live/lazily.tsx'
import { refusal } from '../../live/refusal.ts'

/** The messages of Chromium, Firefox and Safari, and Vite's message for a stylesheet. */
const isAboutLoading = /import.+module|preload CSS/i

/** Code of a key or button loads on first use. Without this message a failed load would go unnoticed. */
export function reportFailedLoads(): void {
  addEventListener('unhandledrejection', (event) => {
    if (!isAboutLoading.test(event.reason?.message)) return
    event.preventDefault()
    // Cleared when the sandbox responds again.
    refusal.value = { code: 'not_reached', ...notLoaded }
  })
  // Vite requests a stylesheet once, even if loading fails.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof Element && target.matches('[rel=stylesheet]'))
        setTimeout(() => target.replaceWith(target.cloneNode()), againMs)
    },
    true,
  )
}
