/** Notifies of failures through the system while the page is hidden. */

import { computed, signal } from '@preact/signals'
import { createTimer } from '../kit/pace.ts'
import { notifies } from '../kit/preferences.ts'
import type { Entry } from '../live/entries.ts'
import { newsListeners } from '../live/frames.ts'
import { openThing } from '../place/navigation.ts'
import { failureWords } from './failure-words.ts'

/** Shortest time between notifications, ms. */
const restMs = 10_000

const permission = signal(typeof Notification === 'function' ? Notification.permission : 'denied')

/** Whether the system notifies of failures. */
export const notifications = computed((): 'off' | 'on' | 'refused' => {
  if (permission.value === 'denied') return 'refused'
  return notifies.value && permission.value === 'granted' ? 'on' : 'off'
})

/** Requests permission. Call only on a click, because the browser asks the reader. */
export async function askForNotifications(): Promise<void> {
  if (typeof Notification !== 'function') return
  permission.value = await Notification.requestPermission()
  notifies.value = permission.value === 'granted'
}
export function stopNotifications(): void {
  notifies.value = false
}

/** Notifies of failures until the returned function is called. */
export function notifyOfFailures(): () => boolean {
  let waiting: { id: string; words: string }[] = []
  /** Failures that were already notified: a retried delivery fails again. */
  const told = new Set<string>()
  let last = Number.NEGATIVE_INFINITY
  const rest = createTimer()

  function note(fresh: readonly Entry[]): void {
    if (notifications.value !== 'on') return
    // The page itself shows the failure.
    if (!document.hidden && document.hasFocus()) return
    for (const entry of fresh) {
      const words = failureWords(entry, location.origin)
      // Ids may repeat after a reset, sequence numbers do not.
      const key =
        entry.kind === 'delivery' ? `${entry.seq} ${entry.data.state === 'retrying'}` : `${entry.seq}`
      if (words === null || told.has(key)) continue
      if (told.size > 1000) told.clear()
      told.add(key)
      waiting = [...waiting.filter(({ id }) => id !== entry.id), { id: entry.id, words }]
    }
    if (waiting.length === 0 || rest.isSet()) return
    rest.set(Math.max(0, last + restMs - performance.now()), tell)
  }

  function tell(): void {
    const failures = waiting
    waiting = []
    const newest = failures.at(-1)
    if (newest === undefined || notifications.value !== 'on') return
    last = performance.now()
    const shown = new Notification('Webhook Sandbox', {
      body: `${failures.length} failed: ${newest.words}`,
      tag: 'webhook-sandbox-failure',
    })
    shown.onclick = () => {
      window.focus()
      openThing(newest.id)
      shown.close()
    }
  }

  newsListeners.add(note)
  return () => newsListeners.delete(note)
}
