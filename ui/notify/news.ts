import type { Entry } from '../live/entries.ts'

type Listener = (fresh: readonly Entry[]) => void
const listeners = new Set<Listener>()

/** Tells of everything that happens, however the list is filtered. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Passes on what one animation frame's worth of live frames brought. */
export function tellNews(fresh: readonly Entry[]): void {
  for (const listener of listeners) listener(fresh)
}
