import type { Database } from '../database/open.ts'
import { toIso } from '../time.ts'
import type { Attempt, AttemptRow, HeaderPair, Outcome } from '../wire.ts'
import type { Incoming } from './send.ts'

/** One try of a delivery. Times in microseconds. */
export interface AttemptRecord {
  seq: number
  id: string
  deliveryId: string
  number: number
  startedAt: number
  signedAt: number
  durationMs: number | null
  outcome: Outcome | null
}

export const attemptWire = (record: AttemptRecord): AttemptRow => ({
  id: record.id,
  delivery_id: record.deliveryId,
  number: record.number,
  started_at: toIso(record.startedAt),
  signed_at: toIso(record.signedAt),
  duration_ms: record.durationMs,
  outcome: record.outcome,
  fault: null,
})

interface StoredAttempt {
  seq: number
  id: string
  delivery_id: string
  number: number
  started_at: number
  signed_at: number
  duration_ms: number | null
  outcome: string | null
  request_url: string
  request_headers: string
  response_status: number | null
  response_headers: string | null
  response_body: Buffer | null
  response_truncated: number | null
}

const attemptFromStored = (row: StoredAttempt): AttemptRecord => ({
  seq: row.seq,
  id: row.id,
  deliveryId: row.delivery_id,
  number: row.number,
  startedAt: row.started_at,
  signedAt: row.signed_at,
  durationMs: row.duration_ms,
  outcome: row.outcome === null ? null : JSON.parse(row.outcome),
})

function responseOf(row: StoredAttempt): Attempt['response'] {
  if (row.response_status === null) return null
  return {
    status: row.response_status,
    headers: JSON.parse(row.response_headers ?? '[]'),
    body: (row.response_body ?? Buffer.alloc(0)).toString('utf8'),
    truncated: row.response_truncated === 1,
  }
}

export function createAttemptStore(database: Database) {
  const start = database.prepare(
    `INSERT INTO attempts (seq, id, delivery_id, number, started_at, signed_at, request_url, request_headers)
     VALUES (@seq, @id, @deliveryId, @number, @startedAt, @signedAt, @url, @headers)`,
  )
  const finish = database.prepare(
    `UPDATE attempts SET duration_ms = @durationMs, outcome = @outcome, response_status = @status, response_headers = @headers,
     response_body = @body, response_truncated = @truncated WHERE id = @id`,
  )
  const last = database
    .prepare<[string], number>('SELECT max(number) FROM attempts WHERE delivery_id = ?')
    .pluck()
  const ofDelivery = database.prepare<[string], StoredAttempt>(
    'SELECT * FROM attempts WHERE delivery_id = ? ORDER BY number',
  )
  const unfinished = database.prepare<[], StoredAttempt>(
    'SELECT * FROM attempts WHERE outcome IS NULL ORDER BY seq',
  )

  return {
    start(record: AttemptRecord, request: { url: string; headers: HeaderPair[] }) {
      start.run({ ...record, outcome: null, url: request.url, headers: JSON.stringify(request.headers) })
    },
    finish(record: AttemptRecord, response: Incoming | null) {
      finish.run({
        id: record.id,
        durationMs: record.durationMs,
        outcome: JSON.stringify(record.outcome),
        status: response?.status ?? null,
        headers: response && JSON.stringify(response.headers),
        body: response?.body ?? null,
        truncated: response && (response.truncated ? 1 : 0),
      })
    },
    nextNumber: (deliveryId: string): number => (last.get(deliveryId) ?? 0) + 1,
    /** Attempts that a killed process left without an end. */
    unfinished: (): AttemptRecord[] => unfinished.all().map(attemptFromStored),
    /** A delivery's attempts with what was sent and answered; every attempt sends the delivery's `body`. */
    of: (deliveryId: string, body: Buffer): Omit<Attempt, 'signed_content'>[] =>
      ofDelivery.all(deliveryId).map((row) => ({
        ...attemptWire(attemptFromStored(row)),
        request: {
          method: 'POST',
          url: row.request_url,
          headers: JSON.parse(row.request_headers),
          body: body.toString('utf8'),
        },
        response: responseOf(row),
      })),
  }
}
export type AttemptStore = ReturnType<typeof createAttemptStore>
