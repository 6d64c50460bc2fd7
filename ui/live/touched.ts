/** Reloads the open detail when a live frame changes it. */
import { computed, signal } from '@preact/signals'
import type { AttemptRow } from '../../server/wire.ts'
import { throttle } from '../kit/pace.ts'
import { place } from '../place/navigation.ts'
import { causesOf, type Entry } from './entries.ts'

/** Increases when the open detail changes. */
export const touched = signal(0)

/** The record that was open at the last reset. */
export const openAtReset = signal<string | null>(null)

/** The related ids of the open detail; the detail sets them when it is read. */
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

/** Reports a change to the open detail. */
export function touch(fresh: readonly Entry[], attempts: readonly AttemptRow[]): void {
  const isWatched = (id: string) => watched.value.has(id)
  if (
    fresh.some((entry) => idsOf(entry).some(isWatched)) ||
    attempts.some((one) => isWatched(one.delivery_id))
  )
    bump()
}

/** Reports to the open detail that a record was deleted. */
export function touchGone(ids: readonly string[]): void {
  if (ids.some((id) => watched.value.has(id))) bump()
}
