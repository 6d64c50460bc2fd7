import { bodyWire } from '../body/body-text.ts'
import { wordsOf } from '../body/decode/words.ts'
import type { Counts } from '../database/counts.ts'
import { createList, limited } from '../database/list.ts'
import type { Database } from '../database/open.ts'
import type { SearchSource } from '../database/search.ts'
import type { Searchable } from '../database/word-index.ts'
import { createWordIndex } from '../database/word-index.ts'
import { headerText } from '../wire/header-pairs.ts'
import type { Capture, CaptureRow, HeaderPair, ReplyFacts, Telling, Verdict } from '../wire.ts'
import type { ExchangeStore } from './exchanges/store.ts'
import { captureFilters } from './filters.ts'
import { causesIn, createFlags, flagsOf } from './flags.ts'
import { keptVerdict } from './kept-verdict.ts'
import {
  type CaptureRecord,
  columns,
  type Stored,
  type StoredRow,
  toRow,
  toStoredRow,
  valuesOf,
  written,
} from './record.ts'
import type { WebhookIds } from './webhook-ids.ts'

/** One whose causes are still to be looked for, and its exact bytes. */
export interface UnexplainedCapture {
  row: CaptureRow
  body: Buffer | null
}

/** By the same condition as the index `captures_forwarding`, by which SQLite knows that it fits. */
export const passingSql = (columns: string) =>
  `SELECT ${columns} FROM captures
   WHERE reply ->> 'kind' = 'forwarding' AND imported = 0`

export function createCaptureStore(
  database: Database,
  needs: { exchanges: ExchangeStore; webhookIds: WebhookIds; counts: Counts; now(): number },
) {
  const { exchanges, webhookIds, counts, now } = needs
  const flags = createFlags(database)
  const insert = database.prepare(
    `INSERT INTO captures (${written}) VALUES (${written.replace(/\w+/g, '?')})`,
  )
  const one = database.prepare<[string], Stored>(`SELECT ${columns}, body FROM captures WHERE id = ?`)
  const unsearched = database.prepare<[number, number, number], Stored>(
    `SELECT ${toldColumns} FROM captures WHERE seq > ? AND seq <= ? ORDER BY seq ${limited}`,
  )
  const some = database.prepare<[string], Stored>(
    `SELECT ${toldColumns} FROM captures WHERE seq IN (SELECT value FROM json_each(?))`,
  )
  const textsOf = (seqs: readonly number[]) => some.all(JSON.stringify(seqs)).map(toSearchable)
  const held = { where: 'pinned = 1', textsOf }
  const index = createWordIndex(database, { source: 'captures', table: 'captures', held })
  const body = database.prepare<[string], { body: Buffer | null }>('SELECT body FROM captures WHERE id = ?')
  const bodyAt = database.prepare<[number], { body: Buffer | null }>(
    'SELECT body FROM captures WHERE seq = ?',
  )
  const unexplained = database.prepare<[], Stored>(
    `SELECT ${columns}, body FROM captures WHERE explained = 0 ORDER BY seq LIMIT 1`,
  )
  const keep = database.prepare('UPDATE captures SET pinned = ?, note = ? WHERE seq = ?')
  const remove = database.prepare('DELETE FROM captures WHERE seq = ?')
  const explain = database.prepare('UPDATE captures SET result = ?, verdict = ?, explained = 1 WHERE seq = ?')
  const row = database.prepare<[string], StoredRow>(`SELECT ${columns} FROM captures WHERE id = ?`)
  const listed = database.prepare<[number], StoredRow>(`SELECT ${columns} FROM captures WHERE seq = ?`)
  const answered = database.prepare(
    'UPDATE captures SET reply_status = ?, reply = ?, reply_delay_ms = ? WHERE id = ?',
  )
  const rowAt = (seq: number): CaptureRow | undefined => {
    const found = listed.get(seq)
    return found && toRow(found)
  }
  /** Apart from the other way to tell it, since functions that are made together hold on to the same. */
  function later(seq: number, then: Partial<CaptureRow> = {}): () => CaptureRow | undefined {
    return () => {
      const found = rowAt(seq)
      return found && { ...found, ...then }
    }
  }
  /**
   * How to tell a capture that changed. News is kept for long, and with it what it is told from: to be its number and what may
   * change again.
   */
  function telling(row: CaptureRow): Telling<CaptureRow> {
    const { verdict, reply, pinned, note } = row
    return { now: () => row, later: later(row.seq, { verdict, reply, pinned, note }) }
  }

  const passing = database.prepare<[], StoredRow>(passingSql(columns))
  return {
    telling,
    /** Those whose answer of a forward is still to come. */
    passing: () => passing.all().map(toRow),
    /** The oldest whose causes are still to be looked for. */
    unexplained(): UnexplainedCapture | undefined {
      const found = unexplained.get()
      if (!found) return undefined
      const { body, ...row } = found
      return { row: toRow(row), body }
    },
    /** Puts the verdict with its causes in place of the one without; answers how to tell it. */
    explain(row: CaptureRow, verdict: Verdict): Telling<CaptureRow> {
      explain.run(verdict.result, keptVerdict(verdict), row.seq)
      flags.put(row.seq, causesIn(verdict))
      return telling({ ...row, verdict: { ...verdict, signed_content: null } })
    },
    /** Answers how to tell it, without its body. What is still to be explained is told to everybody as it was. */
    insert(record: CaptureRecord): (() => CaptureRow) | Telling<CaptureRow> {
      const row = toStoredRow(record)
      insert.run(...valuesOf(row, record))
      flags.put(record.seq, flagsOf(record))
      if (record.webhook_id !== null) webhookIds.add(record.seq, record.webhook_id)
      const now = () => toRow(row)
      if (!record.verdict.explained) return now
      return { now, later: later(record.seq) }
    },
    /** Writes down whether it is pinned and what is noted on it; answers how to tell it. */
    keep(capture: Capture, { pinned, note }: { pinned: boolean; note: string | null }): Telling<CaptureRow> {
      keep.run(pinned ? 1 : 0, note, capture.seq)
      flags[pinned ? 'put' : 'remove'](capture.seq, ['pinned'])
      if (note !== capture.note) for (const record of textsOf([capture.seq])) index.replace(record)
      return telling(rowOf({ ...capture, pinned, note }))
    },
    /** Deletes it, and what was exchanged with it. */
    remove(seq: number) {
      webhookIds.remove(seq)
      remove.run(seq)
      exchanges.forget(seq)
      flags.forget(seq)
      counts.gone('captures', [seq])
    },
    /** `bodyLimit`: how many bytes of the body are told at the most. */
    find(id: string, bodyLimit?: number): Capture | undefined {
      const found = one.get(id)
      if (!found) return undefined
      const { body, ...row } = found
      return { ...toRow(row), ...bodyWire(body, bodyLimit), exchanges: exchanges.ofCapture(row.seq) }
    },
    /** As a list tells it; undefined when there is no such capture. */
    rowOf(id: string): CaptureRow | undefined {
      const found = row.get(id)
      return found && toRow(found)
    },
    /** The same by its number, which no other capture ever has: behind a reset another may have its id. */
    rowAt,
    /** Puts the answer that was given in place of the one that was still to come. */
    answered: (id: string, { status, why, delayMs }: { status: number; why: ReplyFacts; delayMs: number }) =>
      void answered.run(status, JSON.stringify(why), delayMs, id),
    /** The exact bytes; null when they were over the limit, undefined when there is no such capture. */
    bodyOf: (id: string): Buffer | null | undefined => body.get(id)?.body,
    /** The same by its number. */
    bodyAt: (seq: number): Buffer | null | undefined => bodyAt.get(seq)?.body,
    searchable: {
      index,
      next: ({ after, upTo, limit }) => unsearched.all(after, upTo, limit).map(toSearchable),
      told: webhookIds.told,
    } satisfies SearchSource,
    list: createList({
      database,
      table: 'captures',
      columns,
      filters: captureFilters,
      words: {
        indexes: [index],
        textsOf,
      },
      now,
      toRow: (row) => toRow(row as StoredRow),
    }),
  }
}
/** A capture as lists and frames tell it. */
const rowOf = ({ body: _, body_base64: __, exchanges: ___, ...row }: Capture): CaptureRow => row
export type CaptureStore = ReturnType<typeof createCaptureStore>

/** What {@link toSearchable} reads of a capture. */
const told = ['seq', 'id', 'endpoint', 'received_at', 'path', 'query', 'headers', 'note', 'body'] as const
const toldColumns = told.join(', ')

/** What the full-text index is told of a capture. */
export function toSearchable(row: Pick<Stored, (typeof told)[number]>): Searchable {
  const { seq, id, endpoint, received_at: at, path, query, note, body } = row
  const headers: HeaderPair[] = JSON.parse(row.headers)
  const values = headers.map(([, value]) => headerText(value))
  const words = body ? wordsOf(body, headers) : ''
  return { rowid: seq, text: [id, endpoint, path, query, ...values, note ?? '', words].join(' '), at }
}
