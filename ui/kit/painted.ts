/** Waits until the browser has painted or is idle. */

import { signal } from '@preact/signals'

/** Resolves after the next frame, or a moment later if no frame comes. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      // Frames are painted after their callbacks.
      setTimeout(resolve)
    })
  })

/** Longest wait for an idle browser, ms. */
const longestWait = 300

/** Resolves when the browser is idle. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: longestWait })
    else setTimeout(resolve, 50)
  })

/** Whether the page has drawn its first content. The rest is loaded then. */
export const isSettled = signal(false)

/** Waits until the page is painted and idle. */
export async function settle(): Promise<void> {
  await painted()
  await idle()
  isSettled.value = true
}
