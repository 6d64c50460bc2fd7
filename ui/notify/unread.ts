/** Counts the records that arrive while the page is not in view. */

import { batch, computed, effect, signal } from '@preact/signals'
import type { Entry } from '../live/entries.ts'
import { frameListeners } from '../live/frames.ts'
import { place } from '../place/navigation.ts'
import { isFailed } from '../stream/asked.ts'
import { following } from '../stream/stream.ts'
import { onNews } from './news.ts'
import { iconWith, titleWith } from './unread-words.ts'

/** The page title without unread records. */
export const title = signal('Webhook Sandbox')

const isHidden = signal(document.hidden)
addEventListener('visibilitychange', () => {
  isHidden.value = document.hidden
})
/** Whether the reader sees new records: the page is visible and the stream is at its newest. */
const isLookedAt = computed(() => !isHidden.value && (place.value.view !== 'stream' || following.value))

/** Larger counts are not distinguished. */
const most = 1000
const news = new Set<string>()
const failed = new Set<string>()
/** The sequence numbers of the newest record and the newest seen record. */
let [newest, seen] = [0, 0]
const unread = signal({ news: 0, failed: 0 })

/** A check of a receiver reports its failures itself. */
const alarms = (entry: Entry) =>
  isFailed(entry) && !(entry.kind === 'delivery' && entry.data.check_id !== null)

/** An older delivery is new again when it fails. An older capture only got a note. */
const endsBadly = ({ kind, data }: Entry) =>
  kind === 'delivery' &&
  data.check_id === null &&
  (data.state === 'failed' || data.state === 'wrongly_accepted')

function note(fresh: readonly Entry[]): void {
  for (const entry of fresh) {
    newest = Math.max(newest, entry.seq)
    if (isLookedAt.value) continue
    const isNew = entry.seq > seen
    if (isNew && news.size < most) news.add(entry.id)
    if (failed.size < most && (isNew ? alarms(entry) : endsBadly(entry))) failed.add(entry.id)
  }
  if (isLookedAt.value) seen = newest
  else unread.value = { news: news.size, failed: failed.size }
}

function look(): void {
  seen = newest
  news.clear()
  failed.clear()
  unread.value = { news: 0, failed: 0 }
}

/** Shows the number in the title and a dot on the icon. */
export function showUnread(): void {
  onNews(note)
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
    document.title = titleWith(title.value, unread.value)
  })
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const own = icon?.href ?? ''
  effect(() => {
    const { news, failed } = unread.value
    const href = news + failed === 0 ? own : iconWith({ news, failed })
    if (icon !== null && icon.href !== href) icon.href = href
  })
}
