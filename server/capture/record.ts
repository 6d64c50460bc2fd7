/** What the sandbox stores about a capture, and how it converts that to rows and JSON. */
import { storedJson } from '../database/columns.ts'
import type { CaptureRow, GivenReply, ReplyFacts } from '../wire.ts'
import { told } from '../words/outcome.ts'
import { replyWords } from '../words/reply.ts'
import { toIso } from '../words/time.ts'
import { keptVerdict, verdictIn } from './kept-verdict.ts'

/** The fields that a row stores as numbers, and those stored as JSON. */
type Flag = 'expects_continue' | 'body_omitted' | 'body_cut' | 'pinned' | 'imported'
type Json = 'headers' | 'trailers' | 'verdict' | 'reply' | 'mistakes'

/** The object that a received event is about, by its id, and when the event happened, in microseconds. */
export interface Occurrence {
  about: string
  happened_at: number
}

/** One request received at an endpoint, byte for byte. */
export interface CaptureRecord extends Omit<CaptureRow, 'received_at' | 'target' | 'body_omitted' | 'reply'> {
  /** In microseconds. */
  received_at: number
  /** The target as sent, if it differs from path and query joined. Otherwise null. */
  target: string | null
  /** null if it exceeded the limit. */
  body: Buffer | null
  reply_status: number
  reply: ReplyFacts
  reply_delay_ms: number
  /** null unless the request carries an event of the platform. */
  occurrence: Occurrence | null
  /** Its number among the inputs of the recorded session, or null. */
  input: number | null
}

/** A row of a list: without its body. */
export type StoredRow = Omit<CaptureRecord, 'body' | 'input' | 'occurrence' | Flag | Json> &
  Record<Flag, number> &
  Record<Json, string>
export type Stored = StoredRow & Pick<CaptureRecord, 'body'>

const kept = [
  'seq',
  'id',
  'endpoint',
  'received_at',
  'method',
  'path',
  'query',
  'target',
  'http_version',
  'framing',
  'expects_continue',
  'peer',
  'duration_ms',
  'headers',
  'trailers',
  'body_size',
  'body_cut',
  'event',
  'summary',
  'verdict',
  'reply_status',
  'reply',
  'reply_delay_ms',
  'webhook_id',
  'delivery_id',
  'mistakes',
  'pinned',
  'note',
  'imported',
] as const satisfies (keyof StoredRow)[]

/** The columns of a {@link StoredRow}. */
export const columns = `${kept.join(', ')}, body IS NULL AS body_omitted`

/** The reply of a capture: its facts and their text. */
export function toldReply(
  facts: ReplyFacts,
  { status, delayMs }: { status: number; delayMs: number },
): GivenReply {
  const { rule = null, to = null, outcome, ...others } = facts
  const detail = replyWords({ ...facts, status })
  const ended = outcome && { outcome: told(outcome) }
  return { ...others, ...ended, status, rule, to, delay_ms: delayMs, detail }
}

/** A capture in lists and live frames. */
export const toRow = ({ reply_status: status, reply_delay_ms: delayMs, ...row }: StoredRow): CaptureRow => ({
  ...row,
  received_at: toIso(row.received_at),
  target: row.target ?? (row.query === '' ? row.path : `${row.path}?${row.query}`),
  expects_continue: row.expects_continue === 1,
  body_omitted: row.body_omitted === 1,
  body_cut: row.body_cut === 1,
  pinned: row.pinned === 1,
  imported: row.imported === 1,
  headers: storedJson(row.headers),
  trailers: storedJson(row.trailers),
  verdict: verdictIn(row.verdict),
  reply: toldReply(storedJson(row.reply), { status, delayMs }),
  mistakes: storedJson(row.mistakes),
})

/** Field by field: a spread with changed types would cost as much as everything else here. */
export const toStoredRow = (record: CaptureRecord): StoredRow => ({
  seq: record.seq,
  id: record.id,
  endpoint: record.endpoint,
  received_at: record.received_at,
  method: record.method,
  path: record.path,
  query: record.query,
  target: record.target,
  http_version: record.http_version,
  framing: record.framing,
  expects_continue: record.expects_continue ? 1 : 0,
  peer: record.peer,
  duration_ms: record.duration_ms,
  body_size: record.body_size,
  body_omitted: record.body === null ? 1 : 0,
  body_cut: record.body_cut ? 1 : 0,
  event: record.event,
  summary: record.summary,
  headers: JSON.stringify(record.headers),
  trailers: JSON.stringify(record.trailers),
  verdict: keptVerdict(record.verdict),
  reply_status: record.reply_status,
  reply: JSON.stringify(record.reply),
  reply_delay_ms: record.reply_delay_ms,
  webhook_id: record.webhook_id,
  delivery_id: record.delivery_id,
  mistakes: JSON.stringify(record.mistakes),
  pinned: record.pinned ? 1 : 0,
  note: record.note,
  imported: record.imported ? 1 : 0,
})

/** The columns of an INSERT. Its values are bound by position, at half the cost of names. */
export const written = [...kept, 'result', 'explained', 'about', 'happened_at', 'input', 'body'].join(', ')
export const valuesOf = (row: StoredRow, { verdict, occurrence, input, body }: CaptureRecord) => [
  ...kept.map((name) => row[name]),
  verdict.result,
  Number(verdict.explained),
  occurrence?.about ?? null,
  occurrence?.happened_at ?? null,
  input,
  body,
]
