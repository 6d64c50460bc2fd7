/** Draws the fold button of a row, and its indentation in a group. */
import type { Branch, Line } from '../live/entries.ts'
import { fold } from './drawn.ts'

/** The ARIA attributes of a row: a tree item in a group, else an option. */
export const treeItem = ({ depth, position, size, isOpen }: Branch) => ({
  role: 'treeitem' as const,
  'aria-level': depth + 1,
  'aria-posinset': position,
  'aria-setsize': size,
  'aria-expanded': isOpen ?? undefined,
})

/** The depth of a row in its group, and the fold button. */
export function GroupLead({ line: { entry, branch } }: { line: Line }) {
  if (branch === undefined) return null
  const { depth, isOpen } = branch
  return (
    <span class="lead" style={{ '--depth': depth }} aria-hidden="true">
      {isOpen !== null && <Turn id={entry.id} isOpen={isOpen} />}
    </span>
  )
}

/** Folds or unfolds what is below a row. The arrow keys do the same. */
export const Turn = ({ id, isOpen }: { id: string; isOpen: boolean }) => (
  <span
    class="turn"
    title={isOpen ? 'Fold' : 'Unfold'}
    aria-hidden="true"
    onClick={(event) => {
      event.stopPropagation()
      fold(id, isOpen)
    }}
  >
    {isOpen ? '▾' : '▸'}
  </span>
)
