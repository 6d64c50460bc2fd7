import { createList, equals, glob, oneOf, search } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import type { SchemeName } from '../signing/recipes.ts'
import { toIso, toIsoOrNull } from '../time.ts'
import {
  type DeliveryRow,
  type DeliveryState,
  deliveryStates,
  type HeaderPair,
  type Outcome,
} from '../wire.ts'

/** One event on its way to one subscription. Times in microseconds. */
export interface DeliveryRecord {
  seq: number
  id: string
  eventId: string
  event: string
  subscriptionId: string
  url: string
  scheme: SchemeName
  state: DeliveryState
  attemptsMade: number
  /** After how many it is given up. */
  attemptsMax: number
  /** Set while it waits, and only then. */
  nextAttemptAt: number | null
  lastOutcome: Outcome | null
  lastDurationMs: number | null
  lastSignedAt: number | null
  reason: string | null
  createdAt: number
  finishedAt: number | null
}

/** What a resend was given in place of the event's own. */
export interface DeliveryEdits {
  body: Buffer | null
  headers: HeaderPair[] | null
}

interface Stored {
  seq: number
  id: string
  event_id: string
  event: string
  subscription_id: string
  url: string
  scheme: SchemeName
  state: DeliveryState
  attempts_made: number
  attempts_max: number
  next_attempt_at: number | null
  last_outcome: string | null
  last_duration_ms: number | null
  last_signed_at: number | null
  reason: string | null
  created_at: number
  finished_at: number | null
}

const columns =
  'seq, id, event_id, event, subscription_id, url, scheme, state, attempts_made, attempts_max, next_attempt_at, last_outcome, last_duration_ms, last_signed_at, reason, created_at, finished_at'

const fromStored = (row: Stored): DeliveryRecord => ({
  seq: row.seq,
  id: row.id,
  eventId: row.event_id,
  event: row.event,
  subscriptionId: row.subscription_id,
  url: row.url,
  scheme: row.scheme,
  state: row.state,
  attemptsMade: row.attempts_made,
  attemptsMax: row.attempts_max,
  nextAttemptAt: row.next_attempt_at,
  lastOutcome: row.last_outcome === null ? null : JSON.parse(row.last_outcome),
  lastDurationMs: row.last_duration_ms,
  lastSignedAt: row.last_signed_at,
  reason: row.reason,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

/** A delivery as lists and live frames tell it. */
export const deliveryWire = (record: DeliveryRecord): DeliveryRow => ({
  id: record.id,
  seq: record.seq,
  event_id: record.eventId,
  event: record.event,
  subscription_id: record.subscriptionId,
  url: record.url,
  scheme: record.scheme,
  state: record.state,
  attempts_made: record.attemptsMade,
  attempts_max: record.attemptsMax,
  last_outcome: record.lastOutcome,
  last_duration_ms: record.lastDurationMs,
  next_attempt_at: toIsoOrNull(record.nextAttemptAt),
  fault: null,
  reason: record.reason,
  created_at: toIso(record.createdAt),
  finished_at: toIsoOrNull(record.finishedAt),
})

export function createDeliveryStore(database: Database) {
  const insert = database.prepare(
    `INSERT INTO deliveries (${columns}, body, headers)
     VALUES (@seq, @id, @eventId, @event, @subscriptionId, @url, @scheme, @state, @attemptsMade, @attemptsMax, @nextAttemptAt, NULL, NULL, NULL, @reason, @createdAt, NULL, @body, @headers)`,
  )
  const update = database.prepare(
    `UPDATE deliveries SET state = @state, attempts_made = @attemptsMade, attempts_max = @attemptsMax, next_attempt_at = @nextAttemptAt, last_outcome = @lastOutcome,
     last_duration_ms = @lastDurationMs, last_signed_at = @lastSignedAt, reason = @reason, finished_at = @finishedAt, url = @url WHERE seq = @seq`,
  )
  const select = (rest: string) =>
    database.prepare<unknown[], Stored>(`SELECT ${columns} FROM deliveries ${rest}`)
  const byId = select('WHERE id = ?')
  const due = select(
    'WHERE subscription_id = ? AND next_attempt_at <= ? ORDER BY next_attempt_at, seq LIMIT ?',
  )
  const head = select('WHERE subscription_id = ? AND next_attempt_at IS NOT NULL ORDER BY seq LIMIT 1')
  const soonest = database
    .prepare<[string], number>(
      'SELECT next_attempt_at FROM deliveries WHERE subscription_id = ? AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at, seq LIMIT 1',
    )
    .pluck()
  const open = select(
    "WHERE subscription_id = ? AND state IN ('pending', 'sending', 'retrying') ORDER BY seq",
  )
  const sending = select("WHERE state = 'sending' ORDER BY seq")
  const waitingFor = select('WHERE next_attempt_at IS NOT NULL AND url LIKE ? ORDER BY seq')
  const ofEvent = select('WHERE event_id = ? ORDER BY seq DESC LIMIT 20')
  const edits = database.prepare<[string], { body: Buffer | null; headers: string | null }>(
    'SELECT body, headers FROM deliveries WHERE id = ?',
  )

  return {
    insert(record: DeliveryRecord, edits: DeliveryEdits = { body: null, headers: null }) {
      insert.run({
        ...record,
        lastOutcome: null,
        body: edits.body,
        headers: edits.headers === null ? null : JSON.stringify(edits.headers),
      })
    },
    update(record: DeliveryRecord) {
      update.run({
        ...record,
        lastOutcome: record.lastOutcome === null ? null : JSON.stringify(record.lastOutcome),
      })
    },
    find: (id: string): DeliveryRecord | undefined => {
      const row = byId.get(id)
      return row && fromStored(row)
    },
    editsOf(id: string): DeliveryEdits {
      const row = edits.get(id)
      return { body: row?.body ?? null, headers: row?.headers ? JSON.parse(row.headers) : null }
    },
    /** What a subscription's lane may start now, in the order to start it. An ordered lane waits for its oldest. */
    due({
      subscriptionId,
      now,
      limit,
      ordered,
    }: {
      subscriptionId: string
      now: number
      limit: number
      ordered: boolean
    }): DeliveryRecord[] {
      if (!ordered) return due.all(subscriptionId, now, limit).map(fromStored)
      return head
        .all(subscriptionId)
        .map(fromStored)
        .filter((record) => (record.nextAttemptAt ?? 0) <= now)
    },
    /** When a subscription's lane has something to start, or null. */
    nextDue(subscriptionId: string, ordered: boolean): number | null {
      if (ordered) return head.get(subscriptionId)?.next_attempt_at ?? null
      return soonest.get(subscriptionId) ?? null
    },
    /** Not ended yet, oldest first. */
    openOf: (subscriptionId: string): DeliveryRecord[] => open.all(subscriptionId).map(fromStored),
    sending: (): DeliveryRecord[] => sending.all().map(fromStored),
    waitingForUrlsFrom: (prefix: string): DeliveryRecord[] =>
      waitingFor
        .all(`${prefix}%`)
        .map(fromStored)
        .filter((record) => record.url.startsWith(prefix)),
    /** The newest of an event, at most 20. */
    ofEvent: (eventId: string): DeliveryRecord[] => ofEvent.all(eventId).map(fromStored),
    list: createList({
      database,
      table: 'deliveries',
      columns,
      filters: {
        state: oneOf('state', deliveryStates),
        event: glob('event'),
        subscription_id: equals('subscription_id'),
        event_id: equals('event_id'),
        q: search,
      },
      toRow: (row) => deliveryWire(fromStored(row as Stored)),
    }),
  }
}
export type DeliveryStore = ReturnType<typeof createDeliveryStore>
