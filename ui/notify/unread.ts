/** Counts the records that arrive while the page is not in view. */

import { batch, computed, effect, signal } from '@preact/signals'
import type { Entry } from '../live/entries.ts'
import { frameListeners, newsListeners } from '../live/frames.ts'
import { failing } from '../live/health.ts'
import { place } from '../place/navigation.ts'
import { following } from '../stream/stream.ts'
import { iconWith, titleWith } from './unread-words.ts'

/** The page title without unread records. */
export const title = signal('Webhook Sandbox')

/** Larger counts are not distinguished. */
const most = 1000

/** Shows the numbers in the title, and a dot on the icon: red for failing deliveries. */
export function showUnread(): void {
  const isHidden = signal(document.hidden)
  addEventListener('visibilitychange', () => {
    isHidden.value = document.hidden
  })
  /** Whether the reader sees new records: the page is visible and the stream is at its newest. */
  const isLookedAt = computed(() => !isHidden.value && (place.value.view !== 'stream' || following.value))

  const news = new Set<string>()
  /** The sequence numbers of the newest record and the newest seen record. */
  let [newest, seen] = [0, 0]
  const unread = signal(0)

  function note(fresh: readonly Entry[]): void {
    for (const entry of fresh) {
      newest = Math.max(newest, entry.seq)
      if (isLookedAt.value) continue
      if (entry.seq > seen && news.size < most) news.add(entry.id)
    }
    if (isLookedAt.value) seen = newest
    else unread.value = news.size
  }

  function look(): void {
    seen = newest
    news.clear()
    unread.value = 0
  }

  newsListeners.add(note)
  frameListeners.add((frames) => {
    for (const { kind } of frames)
      if (kind === 'reset') {
        // A reset deletes the unread records, and another database begins its numbers again.
        newest = 0
        look()
      }
  })
  effect(() => {
    if (isLookedAt.value) batch(look)
  })
  effect(() => {
    document.title = titleWith(title.value, { news: unread.value, failing: failing.value })
  })
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const own = icon?.href ?? ''
  effect(() => {
    const told = { news: unread.value, failing: failing.value }
    const href = told.news + told.failing === 0 ? own : iconWith(told)
    if (icon !== null && icon.href !== href) icon.href = href
  })
}
