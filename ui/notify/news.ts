/** Passes new records to listeners, whatever the list's filter. */

import type { Entry } from '../live/entries.ts'

type Listener = (fresh: readonly Entry[]) => void
const listeners = new Set<Listener>()

/** Listens to all new records. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Passes on the records of one animation frame. */
export function tellNews(fresh: readonly Entry[]): void {
  for (const listener of listeners) listener(fresh)
}
