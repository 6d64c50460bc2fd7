import { toldBody } from '../../body/body-limit.ts'
import { anyOf, equals, type Filter, glob, method, oneOf, time } from '../../database/filters.ts'
import { createList, limited } from '../../database/list.ts'
import { number, seekOfNumbers } from '../../database/number-filter.ts'
import type { Database } from '../../database/open.ts'
import { type SearchSource, valuesIn } from '../../database/search.ts'
import { createWordIndex } from '../../database/word-index.ts'
import { platformCodes } from '../../errors/dictionary.ts'
import { withPrefix } from '../../http/prefix.ts'
import type { ArmedOutcome, Call, CallRow, HeaderPair } from '../../wire.ts'
import type { FilterName } from '../../words/filter-names.ts'
import { toIso } from '../../words/time.ts'

/** One request to the emulated API and its answer. Times in microseconds. */
export interface CallRecord {
  seq: number
  id: string
  at: number
  method: string
  /** As sent, query included. */
  path: string
  identity: string | null
  /** The run that made it, null for none. */
  runId: string | null
  status: number
  errorCode: string | null
  /** The armed error that answered: its id, or `header`. */
  armed: string | null
  /** What was done to the connection instead of answering. */
  outcome: ArmedOutcome | null
  durationMs: number
  requestHeaders: HeaderPair[]
  /** null when it was over the limit. */
  requestBody: Buffer | null
  responseHeaders: HeaderPair[]
  responseBody: string
}

interface StoredRow {
  seq: number
  id: string
  at: number
  method: string
  path: string
  identity: string | null
  run_id: string | null
  status: number
  error_code: string | null
  armed: string | null
  outcome: ArmedOutcome | null
  duration_ms: number
  request_headers: string
  response_headers: string
}
interface Stored extends StoredRow {
  request_body: Buffer | null
  response_body: string
}

const columns =
  'seq, id, at, method, path, identity, run_id, status, error_code, armed, outcome, duration_ms, request_headers, response_headers'

const toRow = (row: StoredRow): CallRow => ({
  id: row.id,
  seq: row.seq,
  at: toIso(row.at),
  method: row.method,
  path: row.path,
  identity: row.identity,
  run_id: row.run_id,
  status: row.status,
  error_code: row.error_code,
  armed: row.armed,
  outcome: row.outcome,
  duration_ms: row.duration_ms,
  request: { headers: JSON.parse(row.request_headers) },
  response: { headers: JSON.parse(row.response_headers) },
})

/** A body as it is told; its bytes only where it is no text. */
function told(bytes: Buffer, limit?: number) {
  const { body_base64, ...body } = toldBody(bytes, limit)
  return body_base64 === null ? body : { ...body, body_base64 }
}

export function createCallStore(database: Database, now: () => number) {
  const index = createWordIndex(database, { source: 'calls', table: 'calls' })
  const insert = database.prepare(
    `INSERT INTO calls (${columns}, request_body, response_body)
     VALUES (@seq, @id, @at, @method, @path, @identity, @run_id, @status, @error_code, @armed, @outcome, @duration_ms, @request_headers, @response_headers, @request_body, @response_body)`,
  )
  const one = database.prepare<[string], Stored>('SELECT * FROM calls WHERE id = ?')
  const unsearched = database.prepare<[number, number, number], Stored>(
    `SELECT * FROM calls WHERE seq > ? AND seq <= ? ORDER BY seq ${limited}`,
  )
  return {
    /** Answers how to tell it, without its bodies. */
    insert(record: CallRecord): () => CallRow {
      const { requestBody, responseBody, requestHeaders, responseHeaders, ...rest } = record
      const row: StoredRow = {
        ...rest,
        run_id: record.runId,
        error_code: record.errorCode,
        duration_ms: record.durationMs,
        request_headers: JSON.stringify(requestHeaders),
        response_headers: JSON.stringify(responseHeaders),
      }
      insert.run({ ...row, request_body: requestBody, response_body: responseBody })
      return () => toRow(row)
    },
    /** `bodyLimit`: how many bytes of each body are told at the most. */
    find(id: string, bodyLimit?: number): Call | undefined {
      const row = one.get(id)
      if (!row) return undefined
      const { request, response, ...rest } = toRow(row)
      return {
        ...rest,
        request: {
          ...request,
          ...(row.request_body ? told(row.request_body, bodyLimit) : { body: null }),
        },
        response: { ...response, ...told(Buffer.from(row.response_body), bodyLimit) },
      }
    },
    searchable: {
      index,
      next: ({ after, upTo, limit }) =>
        unsearched.all(after, upTo, limit).map((row) => ({
          rowid: row.seq,
          at: row.at,
          text: [
            row.id,
            row.method,
            row.path,
            ...valuesIn(row.request_headers),
            ...valuesIn(row.response_headers),
            row.request_body?.toString('utf8') ?? '',
            row.response_body,
          ].join(' '),
        })),
    } satisfies SearchSource,
    list: createList({
      database,
      table: 'calls',
      columns,
      filters: {
        method: method('method'),
        path: glob('path', { read: withPrefix, phrased: 'phrased' }),
        identity: equals('identity'),
        run_id: anyOf('run_id', 'partly'),
        status: number('status', seekOfNumbers('status', { from: 400 })),
        code: oneOf('error_code', platformCodes, {
          listedBy: 'GET /sandbox/catalogue/errors',
          seek: (code) => ({ column: 'error_code', within: 'error_code IS NOT NULL', exact: [code] }),
        }),
        since: time('at', 'since'),
        until: time('at', 'until'),
      } satisfies Record<FilterName<'call'>, Filter>,
      words: { indexes: [index] },
      now,
      toRow: (row) => toRow(row as StoredRow),
    }),
  }
}
export type CallStore = ReturnType<typeof createCallStore>
