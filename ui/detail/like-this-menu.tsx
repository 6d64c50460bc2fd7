import { Menu } from '../kit/menu.tsx'
import { entryOf } from '../live/entries.ts'
import type { Kind, RowOf } from '../live/routes.ts'
import { likeParts } from './row-menu-box.tsx'

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
