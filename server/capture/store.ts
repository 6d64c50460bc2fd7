/** Reads and writes the table of captures. */

import { bodyWire } from '../body/body-text.ts'
import { wordsOf } from '../body/decode/words.ts'
import { storedJson } from '../database/columns.ts'
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

/** A capture whose causes are still unknown, with its exact bytes. */
export interface UnexplainedCapture {
  row: CaptureRow
  body: Buffer | null
}

/** The condition equals that of the index `captures_forwarding`, which lets SQLite use the index. */
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
  /** A separate function, since closures created together keep the same data alive. */
  function later(seq: number, then: Partial<CaptureRow> = {}): () => CaptureRow | undefined {
    return () => {
      const found = rowAt(seq)
      return found && { ...found, ...then }
    }
  }
  /**
   * How to announce a changed capture. Frames are kept for long, so their closure only holds the number and the changing
   * fields.
   */
  function telling(row: CaptureRow): Telling<CaptureRow> {
    const { verdict, reply, pinned, note } = row
    return { now: () => row, later: later(row.seq, { verdict, reply, pinned, note }) }
  }

  const passing = database.prepare<[], StoredRow>(passingSql(columns))
  return {
    telling,
    /** The captures that wait for the response of a forward. */
    passing: () => passing.all().map(toRow),
    /** The oldest capture whose causes are still unknown. */
    unexplained(): UnexplainedCapture | undefined {
      const found = unexplained.get()
      if (!found) return undefined
      const { body, ...row } = found
      return { row: toRow(row), body }
    },
    /** Stores the verdict with its causes. Returns how to announce it. */
    explain(row: CaptureRow, verdict: Verdict): Telling<CaptureRow> {
      explain.run(verdict.result, keptVerdict(verdict), row.seq)
      flags.put(row.seq, causesIn(verdict))
      return telling({ ...row, verdict: { ...verdict, signed_content: null } })
    },
    /** Returns how to announce the capture, without its body. A capture without causes is announced as it was. */
    insert(record: CaptureRecord): (() => CaptureRow) | Telling<CaptureRow> {
      const row = toStoredRow(record)
      insert.run(...valuesOf(row, record))
      flags.put(record.seq, flagsOf(record))
      if (record.webhook_id !== null) webhookIds.add(record.seq, record.webhook_id)
      const now = () => toRow(row)
      if (!record.verdict.explained) return now
      return { now, later: later(record.seq) }
    },
    /** Stores pin and note. Returns how to announce them. */
    keep(capture: Capture, { pinned, note }: { pinned: boolean; note: string | null }): Telling<CaptureRow> {
      keep.run(pinned ? 1 : 0, note, capture.seq)
      flags[pinned ? 'put' : 'remove'](capture.seq, ['pinned'])
      if (note !== capture.note) for (const record of textsOf([capture.seq])) index.replace(record)
      return telling(rowOf({ ...capture, pinned, note }))
    },
    /** Deletes a capture and its exchanges. */
    remove(seq: number) {
      webhookIds.remove(seq)
      remove.run(seq)
      exchanges.forget(seq)
      flags.forget(seq)
      counts.gone('captures', [seq])
    },
    /** `bodyLimit`: the most bytes of the body to return. */
    find(id: string, bodyLimit?: number): Capture | undefined {
      const found = one.get(id)
      if (!found) return undefined
      const { body, ...row } = found
      return { ...toRow(row), ...bodyWire(body, bodyLimit), exchanges: exchanges.ofCapture(row.seq) }
    },
    /** A capture as in a list, or undefined. */
    rowOf(id: string): CaptureRow | undefined {
      const found = row.get(id)
      return found && toRow(found)
    },
    /** The same by number. Numbers are unique, whereas after a reset another capture may have the id. */
    rowAt,
    /** Stores the reply that was sent, in place of the pending one. */
    answered: (id: string, { status, why, delayMs }: { status: number; why: ReplyFacts; delayMs: number }) =>
      void answered.run(status, JSON.stringify(why), delayMs, id),
    /** The exact bytes. Null if they exceeded the limit, undefined if there is no such capture. */
    bodyOf: (id: string): Buffer | null | undefined => body.get(id)?.body,
    /** The same by number. */
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
/** A capture in lists and frames. */
const rowOf = ({ body: _, body_base64: __, exchanges: ___, ...row }: Capture): CaptureRow => row
export type CaptureStore = ReturnType<typeof createCaptureStore>

/** The columns that {@link toSearchable} needs. */
const told = ['seq', 'id', 'endpoint', 'received_at', 'path', 'query', 'headers', 'note', 'body'] as const
const toldColumns = told.join(', ')

/** The words of a capture for the full-text index. */
export function toSearchable(row: Pick<Stored, (typeof told)[number]>): Searchable {
  const { seq, id, endpoint, received_at: at, path, query, note, body } = row
  const headers: HeaderPair[] = storedJson(row.headers)
  const values = headers.map(([, value]) => headerText(value))
  const words = body ? wordsOf(body, headers) : ''
  return { rowid: seq, text: [id, endpoint, path, query, ...values, note ?? '', words].join(' '), at }
}
