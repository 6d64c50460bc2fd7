/** Links an id to its record, if the sandbox has the record. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { linkTo } from '../place/as-link.ts'
import { openThing, place } from '../place/navigation.ts'
import { frameListeners } from './frames.ts'
import { kindOfId, listRows } from './routes.ts'

/** Whether the sandbox has the record of an id, as far as known. */
export const known = signal<ReadonlyMap<string, boolean>>(new Map())

const asked = new Set<string>()

// After a reset, ids may start again.
frameListeners.add((frames) => {
  if (!frames.some(({ kind }) => kind === 'reset')) return
  asked.clear()
  known.value = new Map()
})

/** Asks once whether a record exists. Uses a list, because a missing record is not an error. */
export async function askKnown(id: string): Promise<void> {
  const kind = kindOfId(id)
  if (kind === null || asked.has(id)) return
  asked.add(id)
  const found = await listRows(kind, { q: id, limit: 20 })
  if (!found.ok) {
    asked.delete(id)
    return
  }
  known.value = new Map(known.value).set(
    id,
    found.value.rows.some((row) => row.id === id),
  )
}

/** A link to the record of an id, unless the record is missing or already open. */
export function KnownThing({ id }: { id: string }) {
  useEffect(() => void askKnown(id), [id])
  const kind = kindOfId(id)
  if (kind === null || known.value.get(id) !== true || place.value.open === id) return null
  return (
    <a class="known-thing" {...linkTo({ ...place.value, view: 'stream', open: id }, () => openThing(id))}>
      Open {kind}
    </a>
  )
}
