/** Reads and writes the table of calls. */

import { toldBody } from '../../body/body-limit.ts'
import { storedJson } from '../../database/columns.ts'
import { anyOf, equals, type Filter, glob, method, oneOf, time } from '../../database/filters.ts'
import { createList, limited } from '../../database/list.ts'
import { number, seekOfNumbers } from '../../database/number-filter.ts'
import type { Database } from '../../database/open.ts'
import { type SearchSource, valuesIn } from '../../database/search.ts'
import { createWordIndex } from '../../database/word-index.ts'
import { platformCodes } from '../../errors/dictionary.ts'
import { withPrefix } from '../../http/prefix.ts'
import type { Call, CallRow } from '../../wire.ts'
import { call } from '../../words/act.ts'
import type { FilterName } from '../../words/filter-names.ts'
import { toIso } from '../../words/time.ts'

/** A request to the emulated API and its response, without bodies. The time is in microseconds. */
interface StoredRow extends Omit<CallRow, 'at' | 'request' | 'response'> {
  at: number
  request_headers: string
  response_headers: string
}
export interface StoredCall extends StoredRow {
  /** null if it exceeded the limit. */
  request_body: Buffer | null
  response_body: string
}

const columns =
  'id, seq, at, method, path, identity, run_id, status, error_code, armed, outcome, duration_ms, request_headers, response_headers'

const toRow = ({ request_headers, response_headers, ...row }: StoredRow): CallRow => ({
  ...row,
  at: toIso(row.at),
  request: { headers: storedJson(request_headers) },
  response: { headers: storedJson(response_headers) },
})

/** A body in a response: text, or bytes if it is not text. */
function told(bytes: Buffer, limit?: number) {
  const { body_base64, ...body } = toldBody(bytes, limit)
  return body_base64 === null ? body : { ...body, body_base64 }
}

export function createCallStore(database: Database, now: () => number) {
  const index = createWordIndex(database, { source: 'calls', table: 'calls' })
  const insert = database.prepare(
    `INSERT INTO calls (${columns}, request_body, response_body)
     VALUES (@id, @seq, @at, @method, @path, @identity, @run_id, @status, @error_code, @armed, @outcome, @duration_ms, @request_headers, @response_headers, @request_body, @response_body)`,
  )
  const one = database.prepare<[string], StoredCall>(
    `SELECT ${columns}, request_body, response_body FROM calls WHERE id = ?`,
  )
  const unsearched = database.prepare<[number, number, number], StoredCall>(
    `SELECT * FROM calls WHERE seq > ? AND seq <= ? ORDER BY seq ${limited}`,
  )
  return {
    /** Returns how to announce the call, without its bodies. */
    insert(call: StoredCall): () => CallRow {
      insert.run(call)
      const { request_body: _, response_body: __, ...row } = call
      return () => toRow(row)
    },
    /** `bodyLimit`: the most bytes of each body to return. */
    find(id: string, bodyLimit?: number): Call | undefined {
      const found = one.get(id)
      if (!found) return undefined
      const { request_body, response_body, ...row } = found
      const { request, response, ...rest } = toRow(row)
      return {
        ...rest,
        request: { ...request, ...(request_body ? told(request_body, bodyLimit) : { body: null }) },
        response: { ...response, ...told(Buffer.from(response_body), bodyLimit) },
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
          listedBy: call('listErrors'),
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
