import { Menu } from '../parts/menu.tsx'
import type { Kind, RowOf } from '../state/routes.ts'
import { entryOf } from '../state/rows.ts'
import { likeParts } from './row-menu.tsx'

/** Filters the stream for what is like the thing that is open. */
export function LikeThis<K extends Kind>({ kind, data }: { kind: K; data: RowOf[K] }) {
  return (
    <Menu
      label="Like this"
      menuLabel="Filter for what is like this"
      parts={() => likeParts(entryOf(kind, data))}
    />
  )
}
