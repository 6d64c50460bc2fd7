import type { CaptureRow, Framing, GivenReply, HeaderPair, Mistake, ReplyFacts, Verdict } from '../wire.ts'
import { told } from '../words/outcome.ts'
import { replyWords } from '../words/reply.ts'
import { toIso } from '../words/time.ts'
import { keptVerdict, verdictIn } from './kept-verdict.ts'

/** One request received at an endpoint, byte for byte. Times in microseconds. */
export interface CaptureRecord {
  seq: number
  id: string
  endpoint: string
  receivedAt: number
  method: string
  /** As sent: nothing decoded, nothing made shorter. */
  path: string
  query: string
  /** The target as sent, where it is not path and query put together; else null. */
  target: string | null
  httpVersion: string
  framing: Framing
  expectsContinue: boolean
  peer: string
  durationMs: number
  headers: HeaderPair[]
  trailers: HeaderPair[]
  /** null when it was over the limit. */
  body: Buffer | null
  /** As announced where it is over the limit, else as received. */
  bodySize: number
  /** Whether it ended before it was complete: the sender went away, or it was refused. */
  bodyCut: boolean
  event: string | null
  verdict: Verdict
  replyStatus: number
  replyFacts: ReplyFacts
  replyDelayMs: number
  webhookId: string | null
  deliveryId: string | null
  mistakes: Mistake[]
  pinned: boolean
  note: string | null
  /** Whether it was brought here by an import. */
  imported: boolean
  /** Its number among the inputs of the session that is recorded; null where it is none. */
  input: number | null
}

/** A row as it is listed: without its body. */
export interface StoredRow {
  seq: number
  id: string
  endpoint: string
  received_at: number
  method: string
  path: string
  query: string
  target: string | null
  http_version: string
  framing: Framing
  expects_continue: number
  peer: string
  duration_ms: number
  body_size: number
  body_omitted: number
  body_cut: number
  event: string | null
  headers: string
  trailers: string
  verdict: string
  reply_status: number
  reply: string
  reply_delay_ms: number
  webhook_id: string | null
  delivery_id: string | null
  mistakes: string
  pinned: number
  note: string | null
  imported: number
}
export interface Stored extends StoredRow {
  body: Buffer | null
}

export const columns =
  'seq, id, endpoint, received_at, method, path, query, target, http_version, framing, expects_continue, peer, duration_ms, body_size, body IS NULL AS body_omitted, body_cut, headers, trailers, event, verdict, reply_status, reply, reply_delay_ms, webhook_id, delivery_id, mistakes, pinned, note, imported'

/** What stands in columns of its own. */
const plain = (
  row: StoredRow,
): Omit<CaptureRow, 'headers' | 'trailers' | 'verdict' | 'reply' | 'mistakes'> => ({
  id: row.id,
  seq: row.seq,
  endpoint: row.endpoint,
  received_at: toIso(row.received_at),
  method: row.method,
  path: row.path,
  query: row.query,
  target: row.target ?? (row.query === '' ? row.path : `${row.path}?${row.query}`),
  http_version: row.http_version,
  framing: row.framing,
  expects_continue: row.expects_continue === 1,
  peer: row.peer,
  duration_ms: row.duration_ms,
  body_size: row.body_size,
  body_omitted: row.body_omitted === 1,
  body_cut: row.body_cut === 1,
  event: row.event,
  webhook_id: row.webhook_id,
  delivery_id: row.delivery_id,
  pinned: row.pinned === 1,
  note: row.note,
  imported: row.imported === 1,
})

/** A reply as a capture tells it: its fields, and the same in words. */
export function toldReply(
  facts: ReplyFacts,
  { status, delayMs }: { status: number; delayMs: number },
): GivenReply {
  const { rule = null, to = null, outcome, ...others } = facts
  const detail = replyWords({ ...facts, status })
  const ended = outcome && { outcome: told(outcome) }
  return { ...others, ...ended, status, rule, to, delay_ms: delayMs, detail }
}

const replyIn = (row: StoredRow): GivenReply =>
  toldReply(JSON.parse(row.reply), { status: row.reply_status, delayMs: row.reply_delay_ms })

export const toRow = (row: StoredRow): CaptureRow => ({
  ...plain(row),
  headers: JSON.parse(row.headers),
  trailers: JSON.parse(row.trailers),
  verdict: verdictIn(row.verdict),
  reply: replyIn(row),
  mistakes: JSON.parse(row.mistakes),
})

export const toStoredRow = (record: CaptureRecord): StoredRow => ({
  seq: record.seq,
  id: record.id,
  endpoint: record.endpoint,
  received_at: record.receivedAt,
  method: record.method,
  path: record.path,
  query: record.query,
  target: record.target,
  http_version: record.httpVersion,
  framing: record.framing,
  expects_continue: record.expectsContinue ? 1 : 0,
  peer: record.peer,
  duration_ms: record.durationMs,
  body_size: record.bodySize,
  body_omitted: record.body === null ? 1 : 0,
  body_cut: record.bodyCut ? 1 : 0,
  event: record.event,
  headers: JSON.stringify(record.headers),
  trailers: record.trailers.length === 0 ? '[]' : JSON.stringify(record.trailers),
  verdict: keptVerdict(record.verdict),
  reply_status: record.replyStatus,
  reply: JSON.stringify(record.replyFacts),
  reply_delay_ms: record.replyDelayMs,
  webhook_id: record.webhookId,
  delivery_id: record.deliveryId,
  mistakes: record.mistakes.length === 0 ? '[]' : JSON.stringify(record.mistakes),
  pinned: record.pinned ? 1 : 0,
  note: record.note,
  imported: record.imported ? 1 : 0,
})

/** Bound by place, which costs half of binding by name. */
export const written =
  'seq, id, endpoint, received_at, method, path, query, target, http_version, framing, expects_continue, peer, duration_ms, headers, trailers, body_size, body_cut, event, result, verdict, explained, reply_status, reply, reply_delay_ms, webhook_id, delivery_id, mistakes, pinned, note, imported, input, body'
export const valuesOf = (row: StoredRow, { verdict, input, body }: CaptureRecord) => [
  row.seq,
  row.id,
  row.endpoint,
  row.received_at,
  row.method,
  row.path,
  row.query,
  row.target,
  row.http_version,
  row.framing,
  row.expects_continue,
  row.peer,
  row.duration_ms,
  row.headers,
  row.trailers,
  row.body_size,
  row.body_cut,
  row.event,
  verdict.result,
  row.verdict,
  verdict.explained ? 1 : 0,
  row.reply_status,
  row.reply,
  row.reply_delay_ms,
  row.webhook_id,
  row.delivery_id,
  row.mistakes,
  row.pinned,
  row.note,
  row.imported,
  input,
  body,
]
