import { wordsOf } from '../body/decode/words.ts'
import type { Searchable } from '../database/word-index.ts'
import { headerText } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'

/** What {@link toSearchable} reads of a capture. */
export const toldColumns = 'seq, id, endpoint, received_at, path, query, headers, note, body'

/** What the full-text index is told of a capture. */
export const toSearchable = (row: {
  seq: number
  id: string
  endpoint: string
  received_at: number
  path: string
  query: string
  headers: string
  note: string | null
  body: Buffer | null
}): Searchable => {
  const headers: HeaderPair[] = JSON.parse(row.headers)
  return {
    rowid: row.seq,
    text: [
      row.id,
      row.endpoint,
      row.path,
      row.query,
      ...headers.map(([, value]) => headerText(value)),
      row.note ?? '',
      row.body ? wordsOf(row.body, headers) : '',
    ].join(' '),
    at: row.received_at,
  }
}
