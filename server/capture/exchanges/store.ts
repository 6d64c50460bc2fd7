/** Reads and writes the table of exchanges: forwards and replays of captures, with their responses. */

import { bodyWire, wholeCharacters } from '../../body/body-text.ts'
import type { Coded } from '../../body/decode/decode.ts'
import { type Heads, headsIn, keptHeads } from '../../client/kept-heads.ts'
import { storedJson } from '../../database/columns.ts'
import type { Database } from '../../database/open.ts'
import type { Exchange, ExchangeKind, HeaderPair, Outcome } from '../../wire.ts'
import { told } from '../../words/outcome.ts'
import { toIso } from '../../words/time.ts'
import { changesOf } from './changes.ts'

/** A forward or replay of a captured request, and its outcome. Times are in microseconds. */
export interface ExchangeRecord {
  seq: number
  id: string
  captureSeq: number
  kind: ExchangeKind
  url: string
  at: number
  durationMs: number
  method: string
  httpVersion: string
  /** As sent. */
  headers: HeaderPair[]
  trailers: HeaderPair[]
  /** null if it equals the capture's body. */
  body: Buffer | null
  outcome: Outcome
  response: (Heads & { status: number; body: Buffer; truncated: boolean }) | null
  /** Whether the capture's sender got this response. */
  answered: boolean
}

interface Stored {
  seq: number
  id: string
  capture_id: string
  capture_target: string | null
  capture_version: string
  capture_headers: string
  capture_trailers: string
  kind: ExchangeKind
  url: string
  at: number
  duration_ms: number
  method: string
  http_version: string
  request_headers: string
  request_trailers: string
  request_body: Buffer | null
  outcome: string
  response_status: number | null
  response_headers: string | null
  response_body: Buffer | null
  response_truncated: number
  answered: number
}

const fromStored = (row: Stored): Exchange => ({
  ...sentOf(row),
  id: row.id,
  seq: row.seq,
  capture_id: row.capture_id,
  kind: row.kind,
  url: row.url,
  at: toIso(row.at),
  duration_ms: row.duration_ms,
  outcome: told(storedJson(row.outcome)),
  response:
    row.response_status === null
      ? null
      : {
          status: row.response_status,
          ...headsIn(row.response_headers),
          ...bodyWire(wholeCharacters(row.response_body ?? Buffer.alloc(0), row.response_truncated === 1)),
          truncated: row.response_truncated === 1,
        },
  answered: row.answered === 1,
})

/** The request that was sent, and its changes compared with the capture. */
function sentOf(row: Stored): Pick<Exchange, 'request' | 'changes'> {
  const request = {
    method: row.method,
    http_version: row.http_version,
    headers: storedJson(row.request_headers),
    trailers: storedJson(row.request_trailers),
  }
  const came = {
    target: row.capture_target,
    http_version: row.capture_version,
    headers: storedJson(row.capture_headers),
    trailers: storedJson(row.capture_trailers),
  }
  return { request: { ...request, ...bodyWire(row.request_body) }, changes: changesOf(came, request) }
}

export function createExchangeStore(database: Database) {
  const insert = database.prepare(
    `INSERT INTO exchanges (seq, id, capture_seq, kind, url, at, duration_ms, method, http_version, request_headers, request_trailers, request_body, outcome,
     response_status, response_headers, response_body, response_truncated, answered)
     VALUES (@seq, @id, @captureSeq, @kind, @url, @at, @durationMs, @method, @httpVersion, @headers, @trailers, @body, @outcome,
     @status, @responseHeaders, @responseBody, @truncated, @answered)`,
  )
  const ofCapture = database.prepare<[number], Stored>(
    `SELECT exchanges.*, captures.id AS capture_id, captures.target AS capture_target, captures.http_version AS capture_version,
     captures.headers AS capture_headers, captures.trailers AS capture_trailers FROM exchanges JOIN captures ON captures.seq = capture_seq
     WHERE capture_seq = ? ORDER BY exchanges.seq`,
  )
  const answer = database.prepare<
    [number, string],
    Pick<Stored, 'response_status' | 'response_headers' | 'response_body' | 'response_truncated'>
  >(
    `SELECT response_status, response_headers, response_body, response_truncated FROM exchanges
     WHERE capture_seq = ? AND id = ?`,
  )
  const forget = database.prepare('DELETE FROM exchanges WHERE capture_seq = ?')
  const one = database.prepare<[string], number>('SELECT 1 FROM exchanges WHERE id = ?').pluck()
  return {
    /** Whether this id exists. */
    has: (id: string): boolean => one.get(id) !== undefined,
    insert(record: ExchangeRecord) {
      const { response } = record
      insert.run({
        ...record,
        headers: JSON.stringify(record.headers),
        trailers: JSON.stringify(record.trailers),
        outcome: JSON.stringify(record.outcome),
        status: response?.status ?? null,
        responseHeaders: response && keptHeads(response),
        responseBody: response?.body ?? null,
        truncated: response?.truncated ? 1 : 0,
        answered: record.answered ? 1 : 0,
      })
    },
    /** Deletes the exchanges of a capture. */
    forget: (captureSeq: number) => void forget.run(captureSeq),
    /** Oldest first. */
    ofCapture: (captureSeq: number): Exchange[] => ofCapture.all(captureSeq).map(fromStored),
    /** The response of a capture's exchange, or null without a response. Undefined if the exchange does not exist. */
    answerOf(captureSeq: number, id: string): { answer: Coded | null } | undefined {
      const row = answer.get(captureSeq, id)
      if (row === undefined) return undefined
      if (row.response_status === null) return { answer: null }
      return {
        answer: {
          headers: headsIn(row.response_headers).headers,
          body: row.response_body ?? Buffer.alloc(0),
          cut: row.response_truncated === 1 ? 'Only the first 64 KiB of the response are kept.' : null,
        },
      }
    },
  }
}
export type ExchangeStore = ReturnType<typeof createExchangeStore>
