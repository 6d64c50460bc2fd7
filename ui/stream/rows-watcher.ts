import type { Entry } from '../live/entries.ts'

/** Who is told what comes, changes and goes. */
export interface RowsWatcher {
  added(entry: Entry): void
  changed(id: string): void
  removed(id: string): void
  cleared(): void
}
