/** Reads and writes the table of deliveries. */
import { storedJson } from '../database/columns.ts'
import { createList, limited } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import type { SearchSource } from '../database/search.ts'
import { eachOf } from '../database/seeks.ts'
import { createWordIndex, type WordIndex } from '../database/word-index.ts'
import { faultWire } from '../faults/read-once.ts'
import {
  type DeliveryReason,
  type DeliveryState,
  type FailingState,
  failingStates,
  type HeaderPair,
} from '../wire.ts'
import { deliveryFilters, failingCounts } from './filters.ts'
import {
  columns,
  type DeliveryRecord,
  deliveryWire,
  fromRow,
  fromValues,
  names,
  storedOptions,
  storedReason,
  type Values,
} from './record.ts'

/** What a resend changed compared with the event. */
export interface DeliveryEdits {
  body: Buffer | null
  headers: HeaderPair[] | null
}

/** A due delivery with its content. */
export interface DueDelivery {
  record: DeliveryRecord
  body: Buffer
  headers: HeaderPair[] | null
  /** The `traceparent` of the call that caused the event, or null. */
  traceparent: string | null
}

/** The values of a record, its own body and headers, and the text and trace of its event. */
type Content = [
  body: Buffer | null,
  headers: string | null,
  payload: string | null,
  traceparent: string | null,
]
type DueValues = [...record: Values, ...Content]

function dueFromValues(row: DueValues): DueDelivery {
  const [body, headers, payload, traceparent] = row.slice(-4) as Content
  return {
    record: fromValues(row as unknown as Values),
    body: body ?? Buffer.from(payload ?? '', 'utf8'),
    headers: headers === null ? null : storedJson(headers),
    traceparent,
  }
}

/**
 * The deliveries for the engine and for lists.
 * @param attemptIndex the index of attempts' words: the same instance that the attempts update, since it keeps parts in
 * memory
 */
export function createDeliveryStore(
  database: Database,
  { attemptIndex, now }: { attemptIndex: WordIndex; now(): number },
) {
  const index = createWordIndex(database, { source: 'deliveries', table: 'deliveries' })
  const insert = database.prepare(
    `INSERT INTO deliveries (${names}, body, headers) VALUES (${names.replace(/\w+/g, '?')}, ?, ?)`,
  )
  const begin = database.prepare(
    "UPDATE deliveries SET state = 'sending', next_attempt_at = NULL, last_signed_at = ?, attempts_begun = ? WHERE seq = ?",
  )
  const set =
    'state = ?, attempts_made = ?, attempts_max = ?, next_attempt_at = ?, last_signed_at = ?, reason = ?, finished_at = ?'
  const update = database.prepare(`UPDATE deliveries SET ${set} WHERE seq = ?`)
  const settle = database.prepare(`UPDATE deliveries SET ${set} WHERE seq = ? AND state = 'sending'`)
  const select = (rest: string) =>
    database.prepare<unknown[], Values>(`SELECT ${columns} FROM deliveries ${rest}`).raw()
  const selectDue = (rest: string) =>
    database
      .prepare<unknown[], DueValues>(
        `SELECT ${columns}, deliveries.body, deliveries.headers, events.payload, events.traceparent
       FROM deliveries LEFT JOIN events ON events.seq = event_seq WHERE subscription_id = ? AND ${rest}`,
      )
      .raw()
  const byId = select('WHERE id = ?')
  const faultUnderWay = database
    .prepare<[number], string | null>(
      `SELECT fault FROM attempts WHERE delivery_seq = ?
       AND NOT EXISTS (SELECT 1 FROM attempt_ends WHERE attempt_ends.seq = attempts.seq) ORDER BY number DESC LIMIT 1`,
    )
    .pluck()
  const bySeq = select('WHERE seq = ?')
  const due = selectDue(`next_attempt_at <= ? ORDER BY next_attempt_at, deliveries.seq ${limited}`)
  // An ordered lane waits for its oldest delivery.
  const head = selectDue(
    'finished_at IS NULL AND next_attempt_at IS NOT NULL ORDER BY deliveries.seq LIMIT 1',
  )
  const soonest = database
    .prepare<[string], number>(
      'SELECT next_attempt_at FROM deliveries WHERE subscription_id = ? AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at, seq LIMIT 1',
    )
    .pluck()
  const oldest = database
    .prepare<[string], number>(
      'SELECT next_attempt_at FROM deliveries WHERE subscription_id = ? AND finished_at IS NULL AND next_attempt_at IS NOT NULL ORDER BY seq LIMIT 1',
    )
    .pluck()
  const open = select(`WHERE subscription_id = ? AND finished_at IS NULL ORDER BY seq ${limited}`)
  const openLanes = database
    .prepare<[], string>(
      `SELECT value FROM (${eachOf('(SELECT subscription_id FROM deliveries WHERE finished_at IS NULL)', 'subscription_id')})
       LEFT JOIN subscriptions ON subscriptions.id = value ORDER BY subscriptions.seq`,
    )
    .pluck()
  const cancelOpen = database.prepare(
    `UPDATE deliveries SET state = 'cancelled', reason = ?, next_attempt_at = NULL, last_signed_at = NULL, finished_at = ?
     WHERE subscription_id = ? AND finished_at IS NULL`,
  )
  const redirect = database.prepare(
    'UPDATE deliveries SET url = ? WHERE subscription_id = ? AND finished_at IS NULL AND url = ?',
  )
  const openUrls = database
    .prepare<[], string>('SELECT DISTINCT url FROM deliveries WHERE finished_at IS NULL')
    .pluck()
  const follow = database.prepare('UPDATE deliveries SET url = ? WHERE finished_at IS NULL AND url = ?')
  const ofEvent = select('WHERE event_seq = ? ORDER BY seq DESC LIMIT 20')
  const ofEventTo = select('WHERE event_seq = ? AND subscription_id = ? ORDER BY seq DESC LIMIT 20')
  const later = database.prepare<[string, number], { seq: number }>(
    `SELECT later.seq FROM deliveries AS own JOIN deliveries AS later ON later.event_seq = own.event_seq
     AND later.subscription_id = own.subscription_id AND later.seq > own.seq AND later.url IN (own.url, ?)
     AND later.body IS own.body AND later.headers IS own.headers
     WHERE own.seq = ? AND later.fault IS NULL AND later.state NOT IN ('cancelled', 'refused') LIMIT 1`,
  )
  // Many deliveries before it may never have been sent.
  const before = database
    .prepare<[string, number, number, string | null], Values>(
      `SELECT ${columns} FROM (SELECT * FROM deliveries WHERE subscription_id = ? AND seq < ? AND event_seq <> ? ORDER BY seq DESC LIMIT 1000) AS deliveries
     WHERE event_id = coalesce(?, event_id) AND EXISTS (SELECT 1 FROM attempts JOIN attempt_ends ON attempt_ends.seq = attempts.seq WHERE delivery_seq = deliveries.seq AND sent_bytes > 0)
     ORDER BY seq DESC LIMIT 1`,
    )
    .raw()
  const failing = database.prepare<[], number>(failingCounts).pluck()
  const edits = database.prepare<[string], { body: Buffer | null; headers: string | null }>(
    'SELECT body, headers FROM deliveries WHERE id = ?',
  )
  const unsearched = select(`WHERE seq > ? AND seq <= ? ORDER BY seq ${limited}`)

  const changing = (record: DeliveryRecord) => [
    record.state,
    record.attemptsMade,
    record.attemptsMax,
    record.nextAttemptAt,
    // Reserves space for the end time, so that the row does not grow.
    record.finishedAt === null ? record.lastSignedAt : null,
    storedReason(record.reason),
    record.finishedAt,
    record.seq,
  ]

  const ofRun = 'event_seq IN (SELECT seq FROM events WHERE run_id = ?)'
  const openOfRun = database
    .prepare<[string], number>(`SELECT seq FROM deliveries WHERE ${ofRun} AND finished_at IS NULL`)
    .pluck()
  const endsOfRun = database.prepare<[string], { state: DeliveryState; count: number }>(
    `SELECT state, count(*) AS count FROM deliveries WHERE ${ofRun} AND finished_at IS NOT NULL GROUP BY state`,
  )

  const newest = database.prepare<[], number | null>('SELECT max(seq) FROM deliveries').pluck()
  const words = { indexes: [index, attemptIndex] }
  const list = { database, table: 'deliveries', columns, filters: deliveryFilters, words, now }
  const records = createList({ ...list, toRow: fromRow })

  return {
    /** The number of failing deliveries of each state, as far as they are counted. */
    failing(): Record<FailingState, number> {
      const numbers = failing.all()
      const of = (state: FailingState) => numbers[failingStates.indexOf(state)] ?? 0
      return { failed: of('failed'), retrying: of('retrying'), wrongly_accepted: of('wrongly_accepted') }
    },
    insert(record: DeliveryRecord, { body, headers }: DeliveryEdits = { body: null, headers: null }) {
      insert.run(
        record.seq,
        record.id,
        record.eventSeq,
        record.eventId,
        record.event,
        record.subscriptionId,
        record.url,
        record.scheme,
        record.fault,
        record.state,
        record.attemptsMade,
        record.attemptsMax,
        record.attemptsBegun,
        record.nextAttemptAt,
        record.lastSignedAt,
        storedReason(record.reason),
        record.createdAt,
        record.finishedAt,
        storedOptions(record.schemeOptions),
        body,
        headers === null ? null : JSON.stringify(headers),
      )
    },
    /** Records that attempts up to `begun` are being made. */
    begin: (seq: number, { signedAt, begun }: { signedAt: number; begun: number }) =>
      void begin.run(signedAt, begun, seq),
    update: (record: DeliveryRecord) => void update.run(...changing(record)),
    /** As `update`, but only while the delivery is being sent. Returns whether it was. */
    settle: (record: DeliveryRecord): boolean => settle.run(...changing(record)).changes > 0,
    find: (id: string): DeliveryRecord | undefined => {
      const row = byId.get(id)
      return row && fromValues(row)
    },
    at: (seq: number): DeliveryRecord | undefined => {
      const row = bySeq.get(seq)
      return row && fromValues(row)
    },
    /** The fault of its attempt that is under way. An attempt is stored before it is sent. */
    faultUnderWay: (seq: number) => faultWire(faultUnderWay.get(seq) ?? null),
    editsOf(id: string): DeliveryEdits {
      const row = edits.get(id)
      return { body: row?.body ?? null, headers: row?.headers ? storedJson(row.headers) : null }
    },
    /** The deliveries that a subscription's lane may start now, in starting order. */
    due(asked: { subscriptionId: string; now: number; limit: number; ordered: boolean }): DueDelivery[] {
      const { subscriptionId, now, limit, ordered } = asked
      if (!ordered) return due.all(subscriptionId, now, limit).map(dueFromValues)
      return head
        .all(subscriptionId)
        .map(dueFromValues)
        .filter(({ record }) => (record.nextAttemptAt ?? 0) <= now)
    },
    /** When a subscription's lane has work, or null. */
    nextDue: (subscriptionId: string, ordered: boolean): number | null =>
      (ordered ? oldest : soonest).get(subscriptionId) ?? null,
    /** The subscriptions that have unfinished deliveries, in order of creation. */
    openLanes: (): string[] => openLanes.all(),
    /** Unfinished deliveries, oldest first. */
    openOf: (subscriptionId: string, limit: number): DeliveryRecord[] =>
      open.all(subscriptionId, limit).map(fromValues),
    cancelOpen: (subscriptionId: string, { reason, now }: { reason: DeliveryReason; now: number }) =>
      void cancelOpen.run(storedReason(reason), now, subscriptionId),
    redirect: (subscriptionId: string, { from, to }: { from: string; to: string }) =>
      void redirect.run(to, subscriptionId, from),
    /** Changes the URL of unfinished deliveries. `moved` returns undefined if the URL does not change. */
    follow(moved: (url: string) => string | undefined) {
      for (const url of openUrls.all()) {
        const to = moved(url)
        if (to !== undefined) follow.run(to, url)
      }
    },
    /** The numbers of a run's unfinished deliveries, and how many have ended by state. */
    endsOf: (runId: string) => ({ open: openOfRun.all(runId), ended: endsOfRun.all(runId) }),
    /** The newest deliveries of an event, at most 20. */
    ofEvent: (eventSeq: number): DeliveryRecord[] => ofEvent.all(eventSeq).map(fromValues),
    /** The deliveries of an event to one subscription. */
    ofEventTo: (eventSeq: number, subscriptionId: string): DeliveryRecord[] =>
      ofEventTo.all(eventSeq, subscriptionId).map(fromValues),
    /**
     * Whether a later resend exists: same event, subscription and edits, without a fault, to the same URL or
     * to `to`, and not cancelled.
     */
    wasMadeAgain: ({ seq }: DeliveryRecord, to: string): boolean => later.get(to, seq) !== undefined,
    /**
     * The newest earlier delivery to the same subscription with another event, or with the event of that id.
     */
    before(record: DeliveryRecord, eventId?: string): DeliveryRecord | undefined {
      const row = before.get(record.subscriptionId, record.seq, record.eventSeq, eventId ?? null)
      return row && fromValues(row)
    },
    searchable: {
      index,
      next: ({ after, upTo, limit }) =>
        unsearched
          .all(after, upTo, limit)
          .map(fromValues)
          .map(({ seq, createdAt, id, eventId, event, url, subscriptionId, fault }) => ({
            rowid: seq,
            at: createdAt,
            text: [id, eventId, event, url, subscriptionId, fault].join(' '),
          })),
    } satisfies SearchSource,
    /** The number of the newest delivery, 0 if there is none. */
    newest: (): number => newest.get() ?? 0,
    /** Deliveries that match filters of the list, oldest first. */
    matching: records.arrived,
    /** As `matching`, with pauses for other work. */
    matchingInTurns: records.arrivedInTurns,
    list: createList({ ...list, toRow: (row) => deliveryWire(fromRow(row)) }),
  }
}
export type DeliveryStore = ReturnType<typeof createDeliveryStore>
