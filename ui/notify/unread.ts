import { batch, computed, effect, signal } from '@preact/signals'
import type { Entry } from '../live/entries.ts'
import { frameListeners } from '../live/frames.ts'
import { place } from '../place/navigation.ts'
import { isFailed } from '../stream/asked.ts'
import { following } from '../stream/stream.ts'
import { onNews } from './news.ts'
import { iconWith, titleWith } from './unread-words.ts'

/** What the window is called while nothing is unread. */
export const title = signal('Webhook Sandbox')

const isHidden = signal(document.hidden)
addEventListener('visibilitychange', () => {
  isHidden.value = document.hidden
})
/** Whether what comes in is seen: the page is in front, and the stream at its newest. */
const isLookedAt = computed(() => !isHidden.value && (place.value.view !== 'stream' || following.value))

/** More are not told apart. */
const most = 1000
const news = new Set<string>()
const failed = new Set<string>()
/** Number of the newest thing there is, and of the newest that was seen. */
let [newest, seen] = [0, 0]
const unread = signal({ news: 0, failed: 0 })

/** An older delivery is news again when it ends badly; an older capture only got a note. */
const endsBadly = ({ kind, data }: Entry) =>
  kind === 'delivery' && (data.state === 'failed' || data.state === 'wrongly_accepted')

function note(fresh: readonly Entry[]): void {
  for (const entry of fresh) {
    newest = Math.max(newest, entry.seq)
    if (isLookedAt.value) continue
    const isNew = entry.seq > seen
    if (isNew && news.size < most) news.add(entry.id)
    if (failed.size < most && (isNew ? isFailed(entry) : endsBadly(entry))) failed.add(entry.id)
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

/** Counts what is unread in the title and puts a dot on the icon. */
export function showUnread(): void {
  onNews(note)
  frameListeners.add((frames) => {
    for (const { kind } of frames)
      if (kind === 'reset') {
        // What was unread is gone, and the numbers of another database begin anew.
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
