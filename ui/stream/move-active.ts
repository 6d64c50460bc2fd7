/** Moves the active row by keyboard. */
import { go, place } from '../place/navigation.ts'
import { drawn, fold, groups } from './drawn.ts'
import { reach } from './reading.ts'
import { activeId, aim, cursor, indexOfId, lineAt } from './selection.ts'
import { sight } from './span.ts'

const here = (): number => aim.peek() ?? indexOfId(activeId())
const last = (): number => drawn.value.count - 1

/** Activates the first record from `index` on, in the direction of `step`. An open detail follows. */
async function activate(index: number, step: 1 | -1): Promise<void> {
  if (index < 0 || index > last()) return
  let at = index
  aim.value = index
  if (lineAt(index) === undefined) {
    const isEnd = index === last()
    await reach(index)
    if (aim.peek() !== index) return
    // The number of lines is known only now.
    if (isEnd) at = last()
  }
  aim.value = null
  let line = lineAt(at)
  while (line?.attempt) {
    at += step
    line = lineAt(at)
  }
  if (line === undefined) return
  cursor.value = line.entry.id
  if (place.value.open !== null) go({ open: line.entry.id }, 'replace')
}

/** Moves by one record. Starts from the visible lines if no row is active or the active row is far away. */
export function move(step: 1 | -1): void {
  const index = here()
  void activate(index < 0 ? sight.first : index + step, step)
}

/** Moves by a number of lines, at most to the end. */
export function leap(lines: number): void {
  const index = here()
  const target = Math.max(0, Math.min(last(), (index < 0 ? sight.first : index) + lines))
  // An attempt line belongs to the record above it.
  void activate(target, target === 0 ? 1 : -1)
}

/**
 * Left folds an open row, or moves to its origin. Right unfolds, or moves to the first descendant. In a plain list, only
 * attempts unfold. False if there is nothing to do.
 */
export function turn(way: 'out' | 'in'): boolean {
  const here = activeId()
  if (here === null) return false
  // A folded row is represented by its group.
  const id = drawn.value.at(drawn.value.indexOf(here))?.entry.id ?? here
  if (fold(id, way === 'out')) return true
  if (groups.value === null) return false
  const next = groups.value.beside(id, way)
  if (next === null) return true
  cursor.value = next
  if (place.value.open !== null) go({ open: next }, 'replace')
  return true
}
