/** Wraps the rows of all four kinds as entries of one list. */
import type { AttemptRow, CallRow, CaptureRow, Cause, Verdict } from '../../server/wire.ts'
import type { Sign } from '../kit/format.ts'
import type { Kind, RowOf } from './routes.ts'

/** A capture, with the fields its row needs. */
export interface CaptureLine
  extends Omit<
    CaptureRow,
    'headers' | 'trailers' | 'verdict' | 'query' | 'http_version' | 'framing' | 'peer'
  > {
  verdict: Pick<Verdict, 'result' | 'explained' | 'on_purpose'> & {
    causes: Pick<Cause, 'cause' | 'proved'>[]
  }
}
/** Keeps only fields that are drawn: the headers of 50,000 rows would fill the memory. */
interface KeptOf extends Omit<RowOf, 'capture' | 'call'> {
  capture: CaptureLine
  call: Omit<CallRow, 'request' | 'response'>
}

interface EntryOf<K extends Kind> {
  kind: K
  id: string
  /** The place in the order: the sequence number at first sight, kept through every change. */
  seq: number
  data: KeptOf[K]
}
export interface DeliveryEntry extends EntryOf<'delivery'> {
  attempts: Map<number, AttemptRow>
  /** The number of attempt lines below the entry, and how many of them are drawn: none while they are folded. */
  lines: number
  drawn: number
}
export type Entry = EntryOf<'event'> | DeliveryEntry | EntryOf<'capture'> | EntryOf<'call'>

/** The ids of possible origins, nearest first. */
export function causesOf(entry: Entry): string[] {
  switch (entry.kind) {
    case 'call':
      return []
    case 'event':
      return entry.data.call_id === null ? [] : [entry.data.call_id]
    case 'delivery':
      return [entry.data.event_id]
    case 'capture':
      return [entry.data.delivery_id, entry.data.webhook_id].flatMap((id) => id ?? [])
  }
}

/** The place of a line in the tree of its group. */
export interface Branch {
  /** 0 for the head of a group. */
  depth: number
  /** The position among its siblings, from 1, and their number. */
  position: number
  size: number
  /** null if the line has no descendants to fold. */
  isOpen: boolean | null
  /** The summary of the group; null except for a head with descendants. */
  summary: Sign | null
}

/** One line of the list: an entry (`attempt` 0) or one attempt of a delivery. */
export interface Line {
  entry: Entry
  attempt: number
  /** The place in its group; undefined while the list is not grouped. */
  branch?: Branch
}

/** The list as drawn, newest first. */
export interface Drawn {
  /** The number of lines, including those not loaded. */
  count: number
  /** The line at an index from the top; undefined if not loaded. */
  at(index: number): Line | undefined
  /** The index of the line of a record, not of its attempts; -1 if not drawn. */
  indexOf(id: string): number
  /** Receives the visible range, so that its lines load. */
  look?(first: number, last: number, isAtTop: boolean): void
}

/** The unique key of a line. */
export const lineKey = (line: Line): string => `${line.entry.id}:${line.attempt}`

function captureLine({
  headers: _headers,
  trailers: _trailers,
  query: _query,
  http_version: _version,
  framing: _framing,
  peer: _peer,
  verdict: { result, explained, causes, on_purpose },
  ...rest
}: CaptureRow): CaptureLine {
  return {
    ...rest,
    verdict: {
      result,
      explained,
      causes: causes.map(({ cause, proved }) => ({ cause, proved })),
      ...(on_purpose !== undefined && { on_purpose }),
    },
  }
}

const keep: { [K in Kind]: (row: RowOf[K]) => KeptOf[K] } = {
  event: (row) => row,
  delivery: (row) => row,
  capture: captureLine,
  call: ({ request: _request, response: _response, ...rest }) => rest,
}

/** Wraps a row from a list or a live frame. */
export function entryOf<K extends Kind>(kind: K, data: RowOf[K]): Entry {
  const base = { kind, id: data.id, seq: data.seq, data: keep[kind](data) }
  return (kind === 'delivery' ? { ...base, attempts: new Map(), lines: 0, drawn: 0 } : base) as Entry
}
