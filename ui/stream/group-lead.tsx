/** Draws the indentation and the fold button of a row in a group. */
import type { Branch, Line } from '../live/entries.ts'
import { groups } from './drawn.ts'

/** The ARIA attributes of a row: a tree item in a group, else an option. */
export const treeItem = ({ depth, position, size, isOpen }: Branch) => ({
  role: 'treeitem' as const,
  'aria-level': depth + 1,
  'aria-posinset': position,
  'aria-setsize': size,
  'aria-expanded': isOpen ?? undefined,
})

/** The depth of a row in its group, and the fold button. The arrow keys do the same. */
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
