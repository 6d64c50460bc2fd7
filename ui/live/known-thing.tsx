/** Links an id to its record or object, if the sandbox has it. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Frame } from '../../server/wire.ts'
import { linkTo } from '../place/as-link.ts'
import { openThing, place, placeOf } from '../place/navigation.ts'
import { frameListeners } from './frames.ts'
import { getObjects } from './routes/object.ts'
import { kindOfId } from './routes/records.ts'
import { listRows } from './routes.ts'

/** What an id leads to, as far as known: the kind of a record, the title of an object, or null for nothing. */
export const known = signal<ReadonlyMap<string, string | null>>(new Map())

const asked = new Set<string>()

// After a reset, ids may start again.
const forget = (frames: readonly Frame[]) => {
  if (!frames.some(({ kind }) => kind === 'reset')) return
  asked.clear()
  known.value = new Map()
}

/** The form of an object's id. */
export const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const isUuid = new RegExp(`^${uuid}$`, 'i')

/** The objects to ask for at once, when everything is drawn. */
const gathered: string[] = []

async function askGathered(): Promise<void> {
  const ids = gathered.splice(0).slice(0, 100)
  const found = new Map<string, string | null>(ids.map((id) => [id, null]))
  // Transactions are only listed by their kind.
  for (const kind of [{}, { kind: 'transaction' }]) {
    const missing = ids.filter((id) => found.get(id) === null)
    if (missing.length === 0) break
    const read = await getObjects({ id: missing.join(','), limit: '100', ...kind })
    if (!read.ok) {
      for (const id of ids) asked.delete(id)
      return
    }
    for (const { id, title } of read.value.objects) found.set(id, title)
  }
  known.value = new Map([...known.value, ...found])
}

/** Asks once whether a record or an object exists. Uses lists, because a missing record is not an error. */
export async function askKnown(id: string): Promise<void> {
  const kind = kindOfId(id)
  if (asked.has(id) || (kind === null && !isUuid.test(id))) return
  asked.add(id)
  frameListeners.add(forget)
  if (kind === null) {
    gathered.push(id)
    if (gathered.length === 1) setTimeout(() => void askGathered())
    return
  }
  const found = await listRows(kind, { q: id, limit: 20 })
  if (!found.ok) {
    asked.delete(id)
    return
  }
  known.value = new Map(known.value).set(id, found.value.rows.some((row) => row.id === id) ? kind : null)
}

const leadTo = (id: string) =>
  kindOfId(id) === null
    ? linkTo({ ...placeOf('objects'), open: id })
    : linkTo({ ...place.value, view: 'stream', open: id }, () => openThing(id))

/** The name of what an id leads to. Null if it is missing or already open. */
function useKnownName(id: string): string | null {
  useEffect(() => void askKnown(id), [id])
  return place.value.open === id ? null : (known.value.get(id) ?? null)
}

/** A link to the record or object of an id, unless it is missing or already open. */
export function KnownThing({ id }: { id: string }) {
  const name = useKnownName(id)
  if (name === null) return null
  return (
    <a class="known-thing" {...leadTo(id)}>
      Open {name}
    </a>
  )
}

/** The id of an object as a link, if the sandbox has the object. In a tree the keys lead elsewhere. */
export function IdLink({
  id,
  isInTree,
  children,
}: {
  id: string
  isInTree: boolean
  children: ComponentChildren
}) {
  const name = useKnownName(id.toLowerCase())
  if (name === null) return <>{children}</>
  return (
    <a title={name} tabIndex={isInTree ? -1 : undefined} {...leadTo(id.toLowerCase())}>
      {children}
    </a>
  )
}
