import { computed, signal } from '@preact/signals'
import type { AttemptRow } from '../../server/wire.ts'
import { throttle } from '../kit/pace.ts'
import { place } from '../place/navigation.ts'
import { causesOf, type Entry } from './entries.ts'

/** Goes up when something that the open detail shows has changed. */
export const touched = signal(0)

/** What was open when everything was reset. */
export const openAtReset = signal<string | null>(null)

/** Ids the open detail also speaks of; set by it once it has been read. */
export const linked = signal<readonly string[]>([])
const watched = computed(() => new Set([place.value.open, ...linked.value].filter((id) => id)))

const bump = throttle(150, () => {
  touched.value++
})

const idsOf = (entry: Entry): string[] => [
  entry.id,
  ...causesOf(entry),
  ...(entry.kind === 'delivery' ? [entry.data.subscription_id] : []),
]

/** Tells the open detail of news about it. */
export function touch(fresh: readonly Entry[], attempts: readonly AttemptRow[]): void {
  const isWatched = (id: string) => watched.value.has(id)
  if (
    fresh.some((entry) => idsOf(entry).some(isWatched)) ||
    attempts.some((one) => isWatched(one.delivery_id))
  )
    bump()
}

/** Tells the open detail that something it shows is gone. */
export function touchGone(ids: readonly string[]): void {
  if (ids.some((id) => watched.value.has(id))) bump()
}
