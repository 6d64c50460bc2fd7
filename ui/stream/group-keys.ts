import { go, place } from '../place/navigation.ts'
import { drawn, groups } from './drawn.ts'
import { activeId, cursor } from './selection.ts'

/**
 * The arrow keys of a tree: to the left what is open is folded, else what it came from is stood on; to the right the other
 * way round. False where nothing is grouped.
 */
export function turn(way: 'out' | 'in'): boolean {
  const here = activeId()
  if (groups.value === null || here === null) return false
  // What is folded away is stood for by its group.
  const id = drawn.value.at(drawn.value.indexOf(here))?.entry.id ?? here
  if (groups.value.fold(id, way === 'out')) return true
  const next = groups.value.beside(id, way)
  if (next === null) return true
  cursor.value = next
  if (place.value.open !== null) go({ open: next }, 'replace')
  return true
}
