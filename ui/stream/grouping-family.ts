import type { Call, CallRow, CaptureRow, Delivery, DeliveryRow, Event, EventRow } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { type Entry, entryOf, type Line } from '../live/entries.ts'
import { getCall, getDelivery, getEvent, listRows } from '../live/routes.ts'
import { createGrouping } from './grouping.ts'
import { createRows } from './rows.ts'

/** One thing, as much of it as says what it belongs to. */
export type Member =
  | { kind: 'call'; data: Call }
  | { kind: 'event'; data: Event }
  | { kind: 'delivery'; data: Delivery }
  | { kind: 'capture'; data: CaptureRow }

/** What belongs together with a thing. */
export interface Family {
  /** As a tree, from its head down. */
  lines: Line[]
  ids: string[]
  /** Whether there is more of a kind than was read. */
  isCut: boolean
}

/** So many of each kind are read. */
const most = 100
/** Of so many deliveries the attempts are read. */
const mostTold = 20

const eventIdOf = (member: Member): string | null => {
  switch (member.kind) {
    case 'call':
      return null
    case 'event':
      return member.data.id
    case 'delivery':
      return member.data.event_id
    case 'capture':
      return member.data.webhook_id?.startsWith('evt_') ? member.data.webhook_id : null
  }
}

/** A thing that may have been let go since; null then. */
async function ifThere<T, Row>(asked: Promise<Result<T>>, row: (value: T) => Row): Promise<Row | null> {
  const answer = await asked
  return answer.ok ? row(answer.value) : null
}

/** Reads the call, the events it caused, their deliveries with their attempts, and their captures. */
export async function readFamily(member: Member): Promise<Result<Family>> {
  const eventId = eventIdOf(member)
  const own = eventId === null ? null : await ownEvent(member, eventId)
  const callId = member.kind === 'call' ? member.data.id : (own?.call_id ?? null)
  const [call, events, deliveries] = await Promise.all([
    callId === null ? null : ownCall(member, callId),
    callId === null ? null : listRows('event', { call_id: callId, limit: most }),
    callId !== null || eventId !== null
      ? listRows('delivery', {
          limit: most,
          ...(callId === null ? { event_id: eventId } : { call_id: callId }),
        })
      : null,
  ])
  if (events?.ok === false) return events
  if (deliveries?.ok === false) return deliveries
  const caused: EventRow[] = events?.value.rows ?? (own === null ? [] : [own])
  const ids = new Set(caused.map(({ id }) => id))
  const webhookId = member.kind === 'capture' ? member.data.webhook_id : eventId
  if (webhookId !== null) ids.add(webhookId)
  const pages = await Promise.all([...ids].map((id) => listRows('capture', { webhook_id: id, limit: most })))
  const failed = pages.find((page) => !page.ok)
  if (failed?.ok === false) return failed
  const captures = pages.flatMap((page) => (page.ok ? page.value.rows : []))
  const isCut =
    [events, deliveries].some((page) => page?.ok && page.value.next !== null) ||
    pages.some((page) => page.ok && page.value.next !== null)
  const value = await treeOf(
    [
      ...(call === null ? [] : [entryOf('call', call)]),
      ...caused.map((row) => entryOf('event', row)),
      ...(deliveries?.value.rows ?? []).map((row) => entryOf('delivery', row)),
      ...captures.map((row) => entryOf('capture', row)),
      // It is one of them also where it is older than what was read.
      entryOfMember(member),
    ],
    isCut,
  )
  return { ok: true, value }
}

const ownEvent = (member: Member, id: string): Promise<EventRow | null> | EventRow =>
  member.kind === 'event' ? member.data : ifThere(getEvent(id), ({ event }) => event)
const ownCall = (member: Member, id: string): Promise<CallRow | null> | CallRow =>
  member.kind === 'call' ? member.data : ifThere(getCall(id), ({ call }) => call)

function entryOfMember(member: Member): Entry {
  switch (member.kind) {
    case 'call':
      return entryOf('call', member.data)
    case 'event':
      return entryOf('event', member.data)
    case 'delivery':
      return entryOf('delivery', member.data as DeliveryRow)
    case 'capture':
      return entryOf('capture', member.data)
  }
}

async function treeOf(entries: readonly Entry[], isCut: boolean): Promise<Family> {
  const rows = createRows()
  rows.add(entries)
  const tried = [...rows.all()].filter((entry) => entry.kind === 'delivery' && entry.drawn > 0)
  const told = await Promise.all(tried.slice(0, mostTold).map(({ id }) => getDelivery(id, 0)))
  for (const answer of told)
    if (answer.ok) for (const attempt of answer.value.delivery.attempts) rows.addAttempt(attempt)
  const grouping = createGrouping()
  for (const entry of rows.all()) grouping.add(entry)
  const lines = Array.from({ length: grouping.count }, (_, index) => grouping.at(index))
  return {
    lines: lines.flatMap((line) => line ?? []),
    ids: entries.map(({ id }) => id),
    isCut,
  }
}
