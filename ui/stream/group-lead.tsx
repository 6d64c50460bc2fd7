import type { Branch, Line } from '../live/entries.ts'
import { groups } from './drawn.ts'

/** What a row of a tree says of its place in it; a row of a plain list is an option. */
export const treeItem = ({ depth, position, size, isOpen }: Branch) => ({
  role: 'treeitem' as const,
  'aria-level': depth + 1,
  'aria-posinset': position,
  'aria-setsize': size,
  'aria-expanded': isOpen ?? undefined,
})

/** How deep a row stands in its group, and what folds the group; the arrow keys do the same. */
export function GroupLead({ line: { entry, branch } }: { line: Line }) {
  if (branch === undefined) return null
  const { depth, isOpen } = branch
  return (
    <span class="lead" style={{ '--depth': depth }} aria-hidden="true">
      {isOpen !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys and aria-expanded of the row say the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys and aria-expanded of the row say the same
        <span
          class="lead-turn"
          title={isOpen ? 'Fold' : 'Unfold'}
          onClick={(event) => {
            event.stopPropagation()
            groups.value?.fold(entry.id, isOpen)
          }}
        >
          {isOpen ? '▾' : '▸'}
        </span>
      )}
    </span>
  )
}
