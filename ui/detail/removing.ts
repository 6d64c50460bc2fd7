/** Deletes the open record after the undo period. */
import type { Later } from '../live/pending.ts'
import { doLater } from '../live/undo.ts'
import { close, go, place } from '../place/navigation.ts'

/** Closes the open record and deletes it after the undo period; undo opens the record again. */
export function removeOpen(later: Omit<Later, 'undo'>): void {
  const before = place.value
  close('replace')
  const after = place.value
  doLater({ ...later, undo: () => place.value === after && go(before, 'replace') })
}
