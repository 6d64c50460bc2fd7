import { signal } from '@preact/signals'
import { frameListeners } from './frames.ts'
import { type Kind, listRows } from './routes.ts'

/** Whether a thing of an id is here, as far as was asked. */
export const known = signal<ReadonlyMap<string, boolean>>(new Map())

const kinds: Record<string, Kind> = { evt_: 'event', dlv_: 'delivery', cap_: 'capture', cal_: 'call' }
const asked = new Set<string>()

// Ids begin again then.
frameListeners.add((frames) => {
  if (!frames.some(({ kind }) => kind === 'reset')) return
  asked.clear()
  known.value = new Map()
})

/** Asks once whether a thing is here; by a list, since what is not there is no mistake. */
export async function askKnown(id: string): Promise<void> {
  const kind = kinds[id.slice(0, 4)]
  if (kind === undefined || asked.has(id)) return
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
