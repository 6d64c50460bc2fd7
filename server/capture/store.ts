import { createList, equals, equalsMethod, glob, limited, oneOf, search } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import { type SearchSource, valuesIn } from '../database/search.ts'
import { toIso } from '../time.ts'
import {
  type Capture,
  type CaptureRow,
  type Framing,
  type HeaderPair,
  type Mistake,
  type Verdict,
  verdictResults,
} from '../wire.ts'
import { bodyWire, textOf } from './body-text.ts'
import type { ExchangeStore } from './exchanges/store.ts'

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
  /** Whether the sender went away before it was complete. */
  bodyCut: boolean
  event: string | null
  verdict: Verdict
  replyStatus: number
  replyRule: string
  replyDelayMs: number
  webhookId: string | null
  deliveryId: string | null
  mistakes: Mistake[]
  pinned: boolean
  note: string | null
}

/** One whose causes are still to be looked for, and its exact bytes. */
export interface UnexplainedCapture {
  row: CaptureRow
  body: Buffer | null
}

interface StoredRow {
  seq: number
  id: string
  endpoint: string
  received_at: number
  method: string
  path: string
  query: string
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
  reply_rule: string
  reply_delay_ms: number
  webhook_id: string | null
  delivery_id: string | null
  mistakes: string
  pinned: number
  note: string | null
}
interface Stored extends StoredRow {
  body: Buffer | null
}

const columns =
  'seq, id, endpoint, received_at, method, path, query, http_version, framing, expects_continue, peer, duration_ms, body_size, body IS NULL AS body_omitted, body_cut, headers, trailers, event, verdict, reply_status, reply_rule, reply_delay_ms, webhook_id, delivery_id, mistakes, pinned, note'

/** What stands in columns of its own. */
const plain = (row: StoredRow): Omit<CaptureRow, 'headers' | 'trailers' | 'verdict' | 'mistakes'> => ({
  id: row.id,
  seq: row.seq,
  endpoint: row.endpoint,
  received_at: toIso(row.received_at),
  method: row.method,
  path: row.path,
  query: row.query,
  http_version: row.http_version,
  framing: row.framing,
  expects_continue: row.expects_continue === 1,
  peer: row.peer,
  duration_ms: row.duration_ms,
  body_size: row.body_size,
  body_omitted: row.body_omitted === 1,
  body_cut: row.body_cut === 1,
  event: row.event,
  reply: { status: row.reply_status, rule: row.reply_rule, delay_ms: row.reply_delay_ms },
  webhook_id: row.webhook_id,
  delivery_id: row.delivery_id,
  pinned: row.pinned === 1,
  note: row.note,
})

const toRow = (row: StoredRow): CaptureRow => ({
  ...plain(row),
  headers: JSON.parse(row.headers),
  trailers: JSON.parse(row.trailers),
  verdict: JSON.parse(row.verdict),
  mistakes: JSON.parse(row.mistakes),
})

const toStoredRow = (record: CaptureRecord): StoredRow => ({
  seq: record.seq,
  id: record.id,
  endpoint: record.endpoint,
  received_at: record.receivedAt,
  method: record.method,
  path: record.path,
  query: record.query,
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
  trailers: JSON.stringify(record.trailers),
  verdict: keptVerdict(record.verdict),
  reply_status: record.replyStatus,
  reply_rule: record.replyRule,
  reply_delay_ms: record.replyDelayMs,
  webhook_id: record.webhookId,
  delivery_id: record.deliveryId,
  mistakes: JSON.stringify(record.mistakes),
  pinned: record.pinned ? 1 : 0,
  note: record.note,
})

/** What was signed repeats the body; it is made again when one capture is asked for. */
const keptVerdict = (verdict: Verdict) => JSON.stringify({ ...verdict, signed_content: null })

export function createCaptureStore(database: Database, exchanges: ExchangeStore) {
  const insert = database.prepare(
    `INSERT INTO captures (seq, id, endpoint, received_at, method, path, query, http_version, framing, expects_continue, peer, duration_ms, headers, trailers,
     body_size, body_cut, event, result, verdict, explained, reply_status, reply_rule, reply_delay_ms, webhook_id, delivery_id, mistakes, pinned, note, body)
     VALUES (@seq, @id, @endpoint, @received_at, @method, @path, @query, @http_version, @framing, @expects_continue, @peer, @duration_ms, @headers, @trailers,
     @body_size, @body_cut, @event, @result, @verdict, @explained, @reply_status, @reply_rule, @reply_delay_ms, @webhook_id, @delivery_id, @mistakes, @pinned, @note, @body)`,
  )
  const one = database.prepare<[string], Stored>(
    'SELECT *, body IS NULL AS body_omitted FROM captures WHERE id = ?',
  )
  const unsearched = database.prepare<[number, number, number], Stored>(
    `SELECT seq, id, endpoint, path, query, headers, body FROM captures WHERE seq > ? AND seq <= ? ORDER BY seq ${limited}`,
  )
  const body = database.prepare<[string], { body: Buffer | null }>('SELECT body FROM captures WHERE id = ?')
  const unexplained = database.prepare<[], Stored>(
    'SELECT *, body IS NULL AS body_omitted FROM captures WHERE explained = 0 ORDER BY seq LIMIT 1',
  )
  const explain = database.prepare('UPDATE captures SET verdict = ?, explained = 1 WHERE seq = ?')
  return {
    /** The oldest whose causes are still to be looked for. */
    unexplained(): UnexplainedCapture | undefined {
      const row = unexplained.get()
      return row && { row: toRow(row), body: row.body }
    },
    /** Puts the verdict with its causes in place of the one without; answers how to tell it. */
    explain(row: CaptureRow, verdict: Verdict): () => CaptureRow {
      explain.run(keptVerdict(verdict), row.seq)
      return () => ({ ...row, verdict: { ...verdict, signed_content: null } })
    },
    /** Answers how to tell it, without its body. */
    insert(record: CaptureRecord): () => CaptureRow {
      const row = toStoredRow(record)
      insert.run({
        ...row,
        body: record.body,
        result: record.verdict.result,
        explained: record.verdict.explained ? 1 : 0,
      })
      return () => toRow(row)
    },
    find(id: string): Capture | undefined {
      const row = one.get(id)
      if (!row) return undefined
      return {
        ...toRow(row),
        ...bodyWire(row.body),
        exchanges: exchanges.ofCapture(row.seq),
      }
    },
    /** The exact bytes; null when they were over the limit, undefined when there is no such capture. */
    bodyOf: (id: string): Buffer | null | undefined => body.get(id)?.body,
    searchable: {
      next: ({ after, upTo, limit }) =>
        unsearched.all(after, upTo, limit).map(({ seq, id, endpoint, path, query, headers, body }) => ({
          rowid: seq,
          ref: seq,
          text: [id, endpoint, path, query, ...valuesIn(headers), body ? (textOf(body) ?? '') : ''].join(' '),
        })),
    } satisfies SearchSource,
    list: createList({
      database,
      table: 'captures',
      columns,
      filters: {
        endpoint: equals('endpoint'),
        verdict: oneOf('result', verdictResults),
        event: glob('event'),
        method: equalsMethod('method'),
        webhook_id: equals('webhook_id'),
        delivery_id: equals('delivery_id'),
        q: search,
      },
      toRow: (row) => toRow(row as StoredRow),
    }),
  }
}
export type CaptureStore = ReturnType<typeof createCaptureStore>
