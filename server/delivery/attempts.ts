import { isUtf8 } from 'node:buffer'
import { beginningOf, leftOut } from '../body-limit.ts'
import { limited } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import { type SearchSource, valuesIn } from '../database/search.ts'
import { createWordIndex } from '../database/word-index.ts'
import { toIso } from '../time.ts'
import type { Attempt, AttemptRow, HeaderPair, Outcome } from '../wire.ts'
import type { Change } from './faults/fault.ts'
import type { Outgoing, Phases, Sent } from './send.ts'

/** One try of a delivery. Times in microseconds. */
export interface AttemptRecord {
  seq: number
  id: string
  deliverySeq: number
  deliveryId: string
  number: number
  startedAt: number
  signedAt: number
  durationMs: number | null
  outcome: Outcome | null
  phases: Phases | null
  /** The fault that touches it, null for none. */
  fault: string | null
}

export const attemptWire = (record: AttemptRecord): AttemptRow => ({
  id: record.id,
  delivery_id: record.deliveryId,
  number: record.number,
  started_at: toIso(record.startedAt),
  signed_at: toIso(record.signedAt),
  duration_ms: record.durationMs,
  outcome: record.outcome,
  phases: record.phases,
  fault: record.fault,
})

interface Stored {
  seq: number
  id: string
  delivery_seq: number
  delivery_id: string
  number: number
  started_at: number
  signed_at: number
  fault: string | null
  changes: string | null
  url: string
  http_version: string
  headers: string
  body: Buffer | null
}
interface StoredEnd {
  duration_ms: number
  outcome: string
  phases: string | null
  sent_bytes: number | null
  status: number | null
  answer_version: string | null
  answer_headers: string | null
  answer_body: Buffer | null
  size: number | null
  truncated: number | null
}
/** An attempt with its end, all of which is null where it has none yet. */
type StoredWhole = Stored & (StoredEnd | { [Name in keyof StoredEnd]: null })

const wholeColumns = `attempts.*, duration_ms, outcome, phases, sent_bytes, status, attempt_ends.http_version AS answer_version,
  attempt_ends.headers AS answer_headers, attempt_ends.body AS answer_body, size, truncated`
const wholes = 'attempts LEFT JOIN attempt_ends ON attempt_ends.seq = attempts.seq'

const fromStored = (row: StoredWhole): AttemptRecord => ({
  seq: row.seq,
  id: row.id,
  deliverySeq: row.delivery_seq,
  deliveryId: row.delivery_id,
  number: row.number,
  startedAt: row.started_at,
  signedAt: row.signed_at,
  durationMs: row.duration_ms,
  outcome: row.outcome === null ? null : JSON.parse(row.outcome),
  phases: row.phases === null ? null : JSON.parse(row.phases),
  fault: row.fault,
})

function requestOf(row: StoredWhole, body: Buffer, bodyLimit: number): Attempt['request'] {
  const bytes = row.body ?? body
  const isText = isUtf8(bytes)
  const shown = beginningOf(bytes, bodyLimit, isText)
  return {
    method: 'POST',
    url: row.url,
    http_version: row.http_version,
    headers: JSON.parse(row.headers),
    body: shown.toString('utf8'),
    body_base64: isText ? null : shown.toString('base64'),
    ...leftOut(bytes, shown),
    sent_bytes: row.sent_bytes,
  }
}

function responseOf(row: StoredWhole): Attempt['response'] {
  if (row.status === null) return null
  const body = row.answer_body ?? Buffer.alloc(0)
  return {
    status: row.status,
    http_version: row.answer_version ?? '1.1',
    headers: JSON.parse(row.answer_headers ?? '[]'),
    body: body.toString('utf8'),
    size: row.size ?? body.length,
    truncated: row.truncated === 1,
  }
}

/** As JSON; nearly every answer has the headers of the one before it, which are then the same object. */
let lastHeaders: { of: readonly HeaderPair[] | undefined; json: string } = { of: undefined, json: '' }
function jsonOf(headers: readonly HeaderPair[]): string {
  if (headers !== lastHeaders.of) lastHeaders = { of: headers, json: JSON.stringify(headers) }
  return lastHeaders.json
}

/** An attempt with what was sent and answered, and the exact bytes of its body. */
export interface FullAttempt {
  attempt: Omit<Attempt, 'signed_content'>
  body: Buffer
}

export function createAttemptStore(database: Database) {
  const start = database.prepare(
    `INSERT INTO attempts (seq, id, delivery_seq, delivery_id, number, started_at, signed_at, fault, changes,
     url, http_version, headers, body, searched) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  )
  const end = database.prepare('INSERT INTO attempt_ends VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const select = <Given extends unknown[]>(rest: string) =>
    database.prepare<Given, StoredWhole>(`SELECT ${wholeColumns} FROM ${wholes} ${rest}`)
  const bySeq = select<[number]>('WHERE attempts.seq = ?')
  const ofDelivery = select<[number]>('WHERE delivery_seq = ? ORDER BY number')
  // What is not finished is not searched either, and those are few.
  const unfinished = select<[]>('WHERE searched = 0 AND outcome IS NULL ORDER BY attempts.seq')
  const unsearched = select<[number, number]>(
    `WHERE searched = 0 AND attempts.seq <= ? AND outcome IS NOT NULL ORDER BY attempts.seq ${limited}`,
  )
  const bodyOf = database
    .prepare<[number], string | Buffer>(
      `SELECT coalesce(deliveries.body, events.payload, '') FROM deliveries LEFT JOIN events ON events.seq = event_seq
       WHERE deliveries.seq = ?`,
    )
    .pluck()
  const markSearched = database.prepare('UPDATE attempts SET searched = 1 WHERE seq = ?')

  return {
    /** Writes down that an attempt begins. `body` is given where it is not the delivery's own. */
    start(
      record: AttemptRecord,
      request: Outgoing,
      { body, changes }: { body: Buffer | null; changes: readonly Change[] },
    ) {
      start.run(
        record.seq,
        record.id,
        record.deliverySeq,
        record.deliveryId,
        record.number,
        record.startedAt,
        record.signedAt,
        record.fault,
        changes.length > 0 ? JSON.stringify(changes) : null,
        request.url,
        request.wire.httpVersion,
        JSON.stringify(request.headers),
        body,
      )
    },
    /** Writes down how it ended. */
    finish(seq: number, { outcome, durationMs, phases, sentBytes, response }: Sent) {
      end.run(
        seq,
        durationMs,
        JSON.stringify(outcome),
        JSON.stringify(phases),
        sentBytes,
        response?.status ?? null,
        response?.httpVersion ?? null,
        response && jsonOf(response.headers),
        response?.body ?? null,
        response?.size ?? null,
        response && (response.truncated ? 1 : 0),
      )
    },
    /** Attempts that a killed process left without an end. */
    unfinished: (): AttemptRecord[] => unfinished.all().map(fromStored),
    at(seq: number): AttemptRecord | undefined {
      const row = bySeq.get(seq)
      return row && fromStored(row)
    },
    /** How a delivery's finished attempts ended, oldest first. */
    outcomesOf: (deliverySeq: number): Outcome[] =>
      ofDelivery.all(deliverySeq).flatMap((row) => fromStored(row).outcome ?? []),
    /**
     * A delivery's attempts with what was sent and answered; `body` is what they send unless a fault changed it.
     * @param bodyLimit how many bytes of each body are told at the most
     */
    of: (deliverySeq: number, body: Buffer, bodyLimit = Number.POSITIVE_INFINITY): FullAttempt[] =>
      ofDelivery.all(deliverySeq).map((row) => ({
        attempt: {
          ...attemptWire(fromStored(row)),
          request: requestOf(row, body, bodyLimit),
          response: responseOf(row),
          changes: row.changes === null ? [] : JSON.parse(row.changes),
        },
        body: row.body ?? body,
      })),
    searchable: {
      // What attempts say is found as their deliveries'.
      index: createWordIndex(database, { source: 'attempts', table: 'attempts', ref: 'delivery_seq' }),
      next: ({ upTo, limit }) =>
        unsearched.all(upTo, limit).map((row) => ({ rowid: row.seq, text: textOf(row) })),
      told: (seq) => void markSearched.run(seq),
    } satisfies SearchSource,
  }

  /** A retry repeats the body of the first attempt, which is known already. */
  function textOf(row: StoredWhole): string {
    const body = row.body ?? (row.number === 1 ? bodyOf.get(row.delivery_seq) : '')
    return [
      row.url,
      body?.toString('utf8') ?? '',
      ...valuesIn(row.headers),
      ...valuesIn(row.answer_headers),
      row.answer_body?.toString('utf8') ?? '',
    ].join(' ')
  }
}
export type AttemptStore = ReturnType<typeof createAttemptStore>
