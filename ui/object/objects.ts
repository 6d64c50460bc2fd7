/** Reads the platform's objects, and again when something happens. */
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { ObjectKind, PlatformObject, PlatformObjectRow } from '../../server/wire.ts'
import { objectState, timelineOf } from '../../server/words/object.ts'
import type { Sign } from '../kit/format.ts'
import { throttle } from '../kit/pace.ts'
import type { Result } from '../live/api.ts'
import { type Entry, entryOf } from '../live/entries.ts'
import { afterFrames } from '../live/frames.ts'
import { getObject, getObjects } from '../live/routes/object.ts'
import { type Kind, listRows } from '../live/routes.ts'

/** How many objects one step of the list shows, and how many the list shows at most. */
export const step = 100
export const mostListed = 500

/** The newest objects, which the palette finds by title. */
export const newestObjects = signal<readonly PlatformObjectRow[]>([])

/** Reads the newest objects for the palette. */
export async function readNewest(): Promise<void> {
  const read = await getObjects({ limit: `${mostListed}` })
  if (read.ok) newestObjects.value = read.value.objects
}

export const listObjects = (q: string, kind: ObjectKind | null, limit: number) =>
  getObjects({ limit: `${limit}`, ...(q !== '' && { q }), ...(kind !== null && { kind }) })

/** How many of the newest calls, events and deliveries of an object are shown. */
export const mostOfKind = 50

/** An object with its newest calls, events and deliveries, in order. */
interface Read {
  object: PlatformObject
  timeline: Entry[]
}

export async function readObject(id: string): Promise<Result<Read>> {
  const read = await getObject(id)
  if (!read.ok) return read
  const { object } = read.value
  const named = { q: `"${object.id}"`, limit: mostOfKind }
  const [calls, events, deliveries] = await Promise.all([
    listRows('call', named),
    listRows('event', named),
    listRows('delivery', { event_id: object.events.join(',') || 'none', limit: mostOfKind }),
  ])
  if (!calls.ok) return calls
  if (!events.ok) return events
  if (!deliveries.ok) return deliveries
  const happened = { calls: calls.value.rows, events: events.value.rows, deliveries: deliveries.value.rows }
  return {
    ok: true,
    value: { object, timeline: timelineOf(happened).map(({ kind, row }) => entryOf<Kind>(kind, row)) },
  }
}

/** How long objects rest after they were read again, ms. */
const restMs = 500

/** Increases when objects may have changed. */
export function useHappenings(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const bump = throttle(restMs, () => setCount((last) => last + 1))
    return afterFrames(['call', 'event', 'delivery', 'reset'], bump)
  }, [])
  return count
}

const good = new Set([
  'active',
  'success',
  'approved',
  'completed',
  'settled',
  'cleared',
  'verified',
  'ready',
  'processed',
])
const bad = new Set(['failure', 'failed', 'rejected', 'declined', 'error', 'timeout', 'verification_failed'])
const over = new Set(['closed', 'cancelled', 'dropped', 'inactive'])

/** The sign of an object's state, if it has one. A state that is neither good nor bad waits for something. */
export function stateSign(object: Pick<PlatformObjectRow, 'kind' | 'state'>): Sign | null {
  const { state } = object
  const text = objectState(object)
  if (state === null || text === null) return null
  return {
    tone: good.has(state) ? 'good' : bad.has(state) ? 'bad' : over.has(state) ? 'quiet' : 'wait',
    text,
  }
}
