import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { linkTo } from '../place/as-link.ts'
import { openThing, place } from '../place/navigation.ts'
import { frameListeners } from './frames.ts'
import { kindOfId, listRows } from './routes.ts'

/** Whether a thing of an id is here, as far as was asked. */
export const known = signal<ReadonlyMap<string, boolean>>(new Map())

const asked = new Set<string>()

// Ids begin again then.
frameListeners.add((frames) => {
  if (!frames.some(({ kind }) => kind === 'reset')) return
  asked.clear()
  known.value = new Map()
})

/** Asks once whether a thing is here; by a list, since what is not there is no mistake. */
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

/** A link to the thing of an id, where it is here and not open already. */
export function KnownThing({ id }: { id: string }) {
  useEffect(() => void askKnown(id), [id])
  const kind = kindOfId(id)
  if (kind === null || known.value.get(id) !== true || place.value.open === id) return null
  return (
    <a class="known-thing" {...linkTo({ ...place.value, view: 'stream', open: id }, () => openThing(id))}>
      Open the {kind}
    </a>
  )
}
