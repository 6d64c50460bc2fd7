import { signal } from '@preact/signals'

/** Once the next frame has been drawn, or a moment later where none is. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      // Frames are drawn behind what they call.
      setTimeout(resolve)
    })
  })

/** How long the browser may be busy until what could wait is done all the same, ms. */
const longestWait = 300

/** Once the browser has nothing better to do. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari does not tell.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: longestWait })
    else setTimeout(resolve, 50)
  })

/** Whether what the page was opened for has been drawn: what stands beside it is loaded then. */
export const isSettled = signal(false)

/** Waits until the page is drawn and rests. */
export async function settle(): Promise<void> {
  await painted()
  await idle()
  isSettled.value = true
}
