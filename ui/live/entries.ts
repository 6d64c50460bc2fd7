import type { AttemptRow, CallRow, CaptureRow, Cause, Verdict } from '../../server/wire.ts'
import type { Sign } from '../kit/format.ts'
import type { Kind, RowOf } from './routes.ts'

/** A capture as its line is drawn. */
export interface CaptureLine
  extends Omit<
    CaptureRow,
    'headers' | 'trailers' | 'verdict' | 'query' | 'http_version' | 'framing' | 'peer'
  > {
  verdict: Pick<Verdict, 'result' | 'explained'> & { causes: Pick<Cause, 'cause' | 'proved'>[] }
}
/** What is kept of a row: headers nobody draws, of 50,000 rows, would fill the memory. */
interface KeptOf extends Omit<RowOf, 'capture' | 'call'> {
  capture: CaptureLine
  call: Omit<CallRow, 'request' | 'response'>
}

interface EntryOf<K extends Kind> {
  kind: K
  id: string
  /** Its place in the order: the number it had when first seen, kept through every change. */
  seq: number
  data: KeptOf[K]
}
export interface DeliveryEntry extends EntryOf<'delivery'> {
  attempts: Map<number, AttemptRow>
  /** How many attempt lines are drawn under it. */
  drawn: number
}
export type Entry = EntryOf<'event'> | DeliveryEntry | EntryOf<'capture'> | EntryOf<'call'>

/** The ids of what a record may have come from, the nearest first. */
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

/** Where a line stands in the tree of its group. */
export interface Branch {
  /** 0 for the head of a group. */
  depth: number
  /** Its place among those beside it, from 1, and how many those are. */
  position: number
  size: number
  /** null where nothing stands below it that could be folded away. */
  isOpen: boolean | null
  /** What the group holds; null but for a head with something below it. */
  summary: Sign | null
}

/** One line of the list: an entry (`attempt` 0) or one attempt of a delivery. */
export interface Line {
  entry: Entry
  attempt: number
  /** Where it stands in its group; undefined while nothing is grouped. */
  branch?: Branch
}

/** The list as it is drawn, newest on top. */
export interface Drawn {
  /** How many lines there are, those that have not been read included. */
  count: number
  /** The line at an index, counted from the top; undefined where it has not been read. */
  at(index: number): Line | undefined
  /** Where the line of a thing stands, not one of its attempts; -1 where it is not drawn. */
  indexOf(id: string): number
  /** Is told which lines are in sight, so that they are there. */
  look?(first: number, last: number, isAtTop: boolean): void
}

/** Names a line among all others. */
export const lineKey = (line: Line): string => `${line.entry.id}:${line.attempt}`

function captureLine({
  headers: _headers,
  trailers: _trailers,
  query: _query,
  http_version: _version,
  framing: _framing,
  peer: _peer,
  verdict: { result, explained, causes },
  ...rest
}: CaptureRow): CaptureLine {
  return {
    ...rest,
    verdict: { result, explained, causes: causes.map(({ cause, proved }) => ({ cause, proved })) },
  }
}

const keep: { [K in Kind]: (row: RowOf[K]) => KeptOf[K] } = {
  event: (row) => row,
  delivery: (row) => row,
  capture: captureLine,
  call: ({ request: _request, response: _response, ...rest }) => rest,
}

/** Wraps a row as it came from a list or a live frame. */
export function entryOf<K extends Kind>(kind: K, data: RowOf[K]): Entry {
  const base = { kind, id: data.id, seq: data.seq, data: keep[kind](data) }
  return (kind === 'delivery' ? { ...base, attempts: new Map(), drawn: 0 } : base) as Entry
}
