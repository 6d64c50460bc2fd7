/** What the sandbox stores about a delivery, and how it converts that to rows and JSON. */
import { storedJson } from '../database/columns.ts'
import { faultWire } from '../faults/read-once.ts'
import type { SchemeOptions } from '../signing/options.ts'
import type { SchemeName } from '../signing/recipes.ts'
import type { DeliveryReason, DeliveryRow, DeliveryState, Outcome } from '../wire.ts'
import { told } from '../words/outcome.ts'
import { sayReason } from '../words/reason.ts'
import { toIso, toIsoOrNull } from '../words/time.ts'

/** One event on its way to one subscription. Times are in microseconds. */
export interface DeliveryRecord {
  seq: number
  id: string
  eventSeq: number
  eventId: string
  event: string
  /** The meaning of its event in a few words. Null if unknown, and if the delivery has a body of its own. */
  summary: string | null
  subscriptionId: string
  url: string
  scheme: SchemeName
  /** The options of the scheme at creation. They may contain a password and are never shown. */
  schemeOptions: SchemeOptions
  /** In the grammar of faults, or null. */
  fault: string | null
  /** Whether it has a body or headers of its own instead of the event's. */
  isEdited: boolean
  /** The check of a receiver that sent it, or null. */
  checkId: string | null
  state: DeliveryState
  /** Finished attempts, without those that the sandbox cut short. */
  attemptsMade: number
  /** The number of attempts after which the delivery fails for good. */
  attemptsMax: number
  /** Attempts begun, including those cut short: the number of the newest. */
  attemptsBegun: number
  /** Only set while the delivery is pending. */
  nextAttemptAt: number | null
  lastOutcome: Outcome | null
  lastDurationMs: number | null
  lastSignedAt: number | null
  reason: DeliveryReason | null
  createdAt: number
  finishedAt: number | null
}

/** The columns of the table without the content, in order. */
export const names =
  'seq, id, event_seq, event_id, event, subscription_id, url, scheme, fault, state, attempts_made, attempts_max, attempts_begun, next_attempt_at, last_signed_at, reason, created_at, finished_at, scheme_options'

/** The duration of an attempt, or null if unknown, for which the column has no value. */
export const durationMs = "iif(sent_bytes IS NULL AND outcome ->> 'kind' = 'interrupted', NULL, duration_ms)"

/** A column of the newest ended attempt, or null. */
export const lastEnd = (column: string) =>
  `CASE WHEN deliveries.attempts_begun > 0 THEN (SELECT ${column} FROM attempts JOIN attempt_ends ON attempt_ends.seq = attempts.seq
   WHERE delivery_seq = deliveries.seq ORDER BY number DESC LIMIT 1) END`

/** The columns of a record, including the end of its newest attempt. */
export const columns = [
  names.replace(/\w+/g, 'deliveries.$&'),
  `${lastEnd('outcome')} AS last_outcome`,
  `${lastEnd(durationMs)} AS last_duration_ms`,
  '(deliveries.body IS NOT NULL OR deliveries.headers IS NOT NULL) AS is_edited',
  "(SELECT run_id FROM events WHERE events.seq = deliveries.event_seq AND events.source = 'check') AS check_id",
  'CASE WHEN deliveries.body IS NULL THEN (SELECT summary FROM events WHERE events.seq = deliveries.event_seq) END AS summary',
].join(', ')

/** The values of {@link columns}, in their order. */
export type Values = [
  number,
  string,
  number,
  string,
  string,
  string,
  string,
  SchemeName,
  string | null,
  DeliveryState,
  number,
  number,
  number,
  number | null,
  number | null,
  string | null,
  number,
  number | null,
  string | null,
  string | null,
  number | null,
  0 | 1,
  string | null,
  string | null,
]

export const storedReason = (reason: DeliveryReason | null): string | null => reason && JSON.stringify(reason)

const noOptions: SchemeOptions = {}
const optionsIn = (text: string | null): SchemeOptions => (text === null ? noOptions : storedJson(text))

/** Options as stored. Most deliveries have none, which takes no space. */
export function storedOptions(options: SchemeOptions): string | null {
  for (const _ in options) return JSON.stringify(options)
  return null
}

/** Reads the plain values of {@link columns}. Creating an object for each row would cost the driver more than all else. */
export const fromValues = (row: Values): DeliveryRecord => ({
  seq: row[0],
  id: row[1],
  eventSeq: row[2],
  eventId: row[3],
  event: row[4],
  summary: row[23],
  subscriptionId: row[5],
  url: row[6],
  scheme: row[7],
  schemeOptions: optionsIn(row[18]),
  fault: row[8],
  isEdited: row[21] === 1,
  checkId: row[22],
  state: row[9],
  attemptsMade: row[10],
  attemptsMax: row[11],
  attemptsBegun: row[12],
  nextAttemptAt: row[13],
  lastOutcome: row[19] === null ? null : storedJson(row[19]),
  lastDurationMs: row[20],
  lastSignedAt: row[14],
  reason: row[15] === null ? null : storedJson(row[15]),
  createdAt: row[16],
  finishedAt: row[17],
})

/** As {@link fromValues}, for a row that is an object. SQLite returns its columns in the same order. */
export const fromRow = (row: unknown): DeliveryRecord => fromValues(Object.values(row as object) as Values)

/** A delivery in lists and live frames. */
export const deliveryWire = (record: DeliveryRecord): DeliveryRow => ({
  id: record.id,
  seq: record.seq,
  event_id: record.eventId,
  event: record.event,
  summary: record.summary,
  subscription_id: record.subscriptionId,
  url: record.url,
  scheme: record.scheme,
  state: record.state,
  attempts_made: record.attemptsMade,
  attempts_max: record.attemptsMax,
  last_outcome: record.lastOutcome && told(record.lastOutcome),
  last_duration_ms: record.lastDurationMs,
  next_attempt_at: toIsoOrNull(record.nextAttemptAt),
  ...faultWire(record.fault),
  edited: record.isEdited,
  check_id: record.checkId,
  reason: record.reason && sayReason(record.reason, record.lastOutcome),
  reason_code: record.reason?.code ?? null,
  reason_facts: record.reason,
  created_at: toIso(record.createdAt),
  finished_at: toIsoOrNull(record.finishedAt),
})
