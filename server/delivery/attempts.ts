/** Reads and writes the attempts of deliveries. */

import { headsIn, keptHeads } from '../client/kept-heads.ts'
import type { Incoming } from '../client/message.ts'
import type { Outgoing, Phases } from '../client/send.ts'
import { storedJson } from '../database/columns.ts'
import { limited } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import { type SearchSource, valuesIn } from '../database/search.ts'
import { createWordIndex } from '../database/word-index.ts'
import type { Change } from '../faults/fault.ts'
import { faultWire } from '../faults/read-once.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { Attempt, AttemptRow, Outcome } from '../wire.ts'
import { told } from '../words/outcome.ts'
import { toIso } from '../words/time.ts'
import type { Earlier, Ending } from './aftermath.ts'
import {
  answerIn,
  type KeptAnswer,
  type KeptRequest,
  requestWire,
  responseWire,
  wordsOfAnswer,
} from './attempt-wire.ts'
import { durationMs } from './record.ts'
import { readTraceparent } from './trace.ts'

/** One attempt of a delivery. Times are in microseconds. */
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
  /** The fault of this attempt, or null. */
  fault: string | null
}

export const attemptWire = (record: AttemptRecord): AttemptRow => ({
  id: record.id,
  delivery_id: record.deliveryId,
  number: record.number,
  started_at: toIso(record.startedAt),
  signed_at: toIso(record.signedAt),
  duration_ms: record.durationMs,
  outcome: record.outcome && told(record.outcome),
  phases: record.phases,
  ...faultWire(record.fault),
})

interface Stored extends Omit<KeptRequest, 'sent_bytes'> {
  seq: number
  id: string
  delivery_seq: number
  delivery_id: string
  number: number
  started_at: number
  signed_at: number
  fault: string | null
  changes: string | null
  body: Buffer | null
}
interface StoredEnd extends KeptAnswer {
  duration_ms: number
  outcome: string
  phases: string | null
  sent_bytes: number | null
}
/** An attempt with its end. The fields of the end are null until it has ended. */
type StoredWhole = Stored & (StoredEnd | { [Name in keyof StoredEnd]: null })

const wholeColumns = `attempts.*, ${durationMs} AS duration_ms, outcome, phases, sent_bytes, status, attempt_ends.http_version AS answer_version,
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
  outcome: row.outcome === null ? null : storedJson(row.outcome),
  phases: row.phases === null ? null : storedJson(row.phases),
  fault: row.fault,
})

/** An attempt with its request, its response and the exact bytes of its body. */
export interface FullAttempt {
  record: AttemptRecord
  attempt: Omit<Attempt, 'signed_content' | 'released'>
  body: Buffer
}

/**
 * The stored head of a response. The reason is left out: it nearly always follows from the status, and no program reads it.
 */
const headsOf = ({ headers, trailers, interim, behind }: Incoming) =>
  keptHeads({ headers, trailers, interim, behind })

/**
 * The most bytes that one delivery with its attempts returns. More could exceed the longest string, since bodies are
 * repeated and escaped.
 */
const toldBytes = 32 * 1024 * 1024

export function createAttemptStore(database: Database) {
  const start = database.prepare(
    `INSERT INTO attempts (seq, id, delivery_seq, delivery_id, number, started_at, signed_at, fault, changes,
     url, http_version, headers, body, searched) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  )
  const end = database.prepare('INSERT INTO attempt_ends VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const select = <Given extends unknown[]>(rest: string) =>
    database.prepare<Given, StoredWhole>(`SELECT ${wholeColumns} FROM ${wholes} ${rest}`)
  const bySeq = select<[number]>('WHERE attempts.seq = ?')
  const byNumber = select<[number, number]>('WHERE delivery_seq = ? AND number = ?')
  // Bodies may be large and are read one at a time.
  const ofDelivery = database.prepare<[number, number], { seq: number; bytes: number }>(
    `SELECT attempts.seq, coalesce(length(attempts.body), ?) + coalesce(length(attempt_ends.body), 0) AS bytes
     FROM ${wholes} WHERE delivery_seq = ? ORDER BY number`,
  )
  const endsBefore = database.prepare<
    [number, number],
    { outcome: string; headers: string | null; started_at: number }
  >(
    `SELECT outcome, attempt_ends.headers, started_at
     FROM attempts JOIN attempt_ends ON attempt_ends.seq = attempts.seq WHERE delivery_seq = ? AND number < ? ORDER BY number`,
  )
  // Unfinished attempts are not in the search index, and they are few.
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
    /** Records that an attempt begins. `body` is given if it differs from the delivery's own. */
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
    /** Records how an attempt ended. */
    finish(seq: number, { outcome, durationMs, phases, sentBytes, response }: Ending) {
      end.run(
        seq,
        durationMs ?? 0,
        JSON.stringify(outcome),
        phases && JSON.stringify(phases),
        sentBytes,
        response?.status ?? null,
        response?.httpVersion ?? null,
        response && headsOf(response),
        response?.body ?? null,
        response?.size ?? null,
        response && (response.truncated ? 1 : 0),
      )
    },
    /** Attempts without an end, left by a killed process. */
    unfinished: (): AttemptRecord[] => unfinished.all().map(fromStored),
    at(seq: number): AttemptRecord | undefined {
      const row = bySeq.get(seq)
      return row && fromStored(row)
    },
    /** What a fault changed in an attempt. Empty if there is no such attempt. */
    changesOf: (deliverySeq: number, number: number): Change[] =>
      storedJson(byNumber.get(deliverySeq, number)?.changes ?? '[]'),
    /** How a delivery's attempts below a number ended, oldest first. Unfinished ones are left out. */
    endsBefore: (deliverySeq: number, number: number): Earlier[] =>
      endsBefore.all(deliverySeq, number).map(({ outcome, headers, started_at }) => {
        const read: Outcome = storedJson(outcome)
        return {
          outcome: read,
          headers: read.kind === 'responded' ? headsIn(headers).headers : [],
          at: started_at,
        }
      }),
    /**
     * How many bytes of each body a response may show: the requested number, or fewer if the sum is too
     * large.
     */
    limitWithin(deliverySeq: number, body: Buffer, asked: number): number {
      const sizes = [body.length, ...ofDelivery.all(body.length, deliverySeq).map(({ bytes }) => bytes)]
      const told = sizes.reduce((sum, bytes) => sum + Math.min(bytes, asked), 0)
      return told > toldBytes ? Math.min(asked, Math.floor(toldBytes / sizes.length)) : asked
    },
    /**
     * A delivery's attempts with request and response, each read when needed. `body` is what they send unless
     * a fault changed it.
     * @param bodyLimit the most bytes of each body to return
     */
    *of(deliverySeq: number, body: Buffer, bodyLimit = Number.POSITIVE_INFINITY): Generator<FullAttempt> {
      for (const { seq } of ofDelivery.all(0, deliverySeq)) {
        const row = bySeq.get(seq)
        if (row) yield fullOf(row, body, bodyLimit)
      }
    },
    /**
     * The exact bodies of one attempt. `answer` is null without a response. Undefined if there is no such
     * attempt.
     */
    bodiesOf(deliverySeq: number, number: number, body: Buffer) {
      const row = byNumber.get(deliverySeq, number)
      return row && { sent: row.body ?? body, answer: answerIn(row) }
    },
    searchable: {
      // A search for an attempt's words finds its delivery.
      index: createWordIndex(database, { source: 'attempts', table: 'attempts', ref: 'delivery_seq' }),
      next: ({ upTo, limit }) =>
        unsearched.all(upTo, limit).map((row) => ({ rowid: row.seq, text: textOf(row) })),
      told: (seq) => void markSearched.run(seq),
    } satisfies SearchSource,
  }

  function fullOf(row: StoredWhole, own: Buffer, bodyLimit: number): FullAttempt {
    const body = row.body ?? own
    const request = requestWire(row, body, bodyLimit)
    const record = fromStored(row)
    const trace = readTraceparent(headerOf(request.headers, 'traceparent'))
    return {
      record,
      attempt: {
        ...attemptWire(record),
        trace_id: trace?.traceId ?? null,
        span_id: trace?.spanId ?? null,
        request,
        response: responseWire(row, bodyLimit),
        changes: row.changes === null ? [] : storedJson(row.changes),
      },
      body,
    }
  }

  /** A retry repeats the body of the first attempt, which is indexed already. */
  function textOf(row: StoredWhole): string {
    const body = row.body ?? (row.number === 1 ? bodyOf.get(row.delivery_seq) : '')
    return [row.url, body?.toString('utf8') ?? '', ...valuesIn(row.headers), ...wordsOfAnswer(row)].join(' ')
  }
}
export type AttemptStore = ReturnType<typeof createAttemptStore>
