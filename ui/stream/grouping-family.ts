/** Reads all records that belong together: call, events, deliveries, attempts, captures. */
import type { CallRow, EventRow } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { type Entry, entryOf, type Line } from '../live/entries.ts'
import { getCall, getEvent, type Thing } from '../live/routes/records.ts'
import { getDelivery, type Kind, listRows, type RowOf } from '../live/routes.ts'
import { createGrouping } from './grouping.ts'
import { createRows } from './rows.ts'

export type { Thing }

/** The list row of a record. */
export const entryOfThing = ({ kind, data }: Thing): Entry => entryOf<Kind>(kind, data as RowOf[Kind])

/** The records that belong together. */
export interface Family {
  /** As a tree, from its head down. */
  lines: Line[]
  ids: string[]
  /** Whether the sandbox has more records of a kind. */
  isCut: boolean
}

/** The most records to read of each kind. */
const most = 100
/** The most deliveries whose attempts are read. */
const mostTold = 20

const eventIdOf = (thing: Thing): string | null => {
  switch (thing.kind) {
    case 'call':
      return null
    case 'event':
      return thing.data.id
    case 'delivery':
      return thing.data.event_id
    case 'capture':
      return thing.data.webhook_id?.startsWith('evt_') ? thing.data.webhook_id : null
  }
}

/** Reads the call, its events, their deliveries with attempts, and their captures. */
export async function readFamily(thing: Thing): Promise<Result<Family>> {
  const eventId = eventIdOf(thing)
  const own = eventId === null ? null : await ownEvent(thing, eventId)
  const callId = thing.kind === 'call' ? thing.data.id : (own?.call_id ?? null)
  const [call, events, deliveries] = await Promise.all([
    callId === null ? null : ownCall(thing, callId),
    callId === null ? null : listRows('event', { call_id: callId, limit: most }),
    callId !== null || eventId !== null
      ? listRows('delivery', {
          limit: most,
          ...(callId === null ? { event_id: eventId } : { call_id: callId }),
        })
      : null,
  ])
  const caused: EventRow[] = events?.ok ? events.value.rows : own === null ? [] : [own]
  const ids = new Set(caused.map(({ id }) => id))
  const webhookId = thing.kind === 'capture' ? thing.data.webhook_id : eventId
  if (webhookId !== null) ids.add(webhookId)
  const captures = await Promise.all(
    [...ids].map((id) => listRows('capture', { webhook_id: id, limit: most })),
  )
  const pages = [events, deliveries, ...captures]
  const failed = pages.find((page) => page?.ok === false)
  if (failed?.ok === false) return failed
  const value = await treeOf(
    [
      ...(call === null ? [] : [entryOf('call', call)]),
      ...caused.map((row) => entryOf('event', row)),
      ...(deliveries?.ok ? deliveries.value.rows : []).map((row) => entryOf('delivery', row)),
      ...captures.flatMap((page) => (page.ok ? page.value.rows : [])).map((row) => entryOf('capture', row)),
      // The record itself belongs to the family, even if it is older than the records read.
      entryOfThing(thing),
    ],
    pages.some((page) => page?.ok && page.value.next !== null),
  )
  return { ok: true, value }
}

/** The event or the call of a record; null if it was deleted. */
async function ownEvent(thing: Thing, id: string): Promise<EventRow | null> {
  if (thing.kind === 'event') return thing.data
  const read = await getEvent(id)
  return read.ok ? read.value.event : null
}
async function ownCall(thing: Thing, id: string): Promise<CallRow | null> {
  if (thing.kind === 'call') return thing.data
  const read = await getCall(id)
  return read.ok ? read.value.call : null
}

async function treeOf(entries: readonly Entry[], isCut: boolean): Promise<Family> {
  const rows = createRows()
  rows.add(entries)
  const tried = [...rows.all()].filter((entry) => entry.kind === 'delivery' && entry.lines > 0)
  const told = await Promise.all(tried.slice(0, mostTold).map(({ id }) => getDelivery(id, 0)))
  for (const answer of told)
    if (answer.ok) for (const attempt of answer.value.delivery.attempts) rows.addAttempt(attempt)
  const grouping = createGrouping()
  for (const entry of rows.all()) {
    rows.fold(entry.id, false)
    grouping.add(entry)
  }
  const lines = Array.from({ length: grouping.count }, (_, index) => grouping.at(index))
  return {
    lines: lines.flatMap((line) => line ?? []),
    ids: entries.map(({ id }) => id),
    isCut,
  }
}
