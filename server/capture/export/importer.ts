import type { Transaction, Writer } from '../../database/writer.ts'
import type { Ids } from '../../ids.ts'
import { toIso } from '../../time.ts'
import type { CaptureRow } from '../../wire.ts'
import type { ExchangeStore } from '../exchanges/store.ts'
import type { CaptureRecord } from '../record.ts'
import type { CaptureStore } from '../store.ts'
import { type ImportedLine, importedExchange, importedRecord } from './import.ts'

/** What came of an import. */
export interface Imported {
  imported: number
  /** Those that are here already, to the byte. */
  skipped: number
  /** Those whose id belongs to another capture here. */
  renamed: { id: string; as: string }[]
}

/** Takes captures in that were exported, all of them or, where the database refuses, none. */
export function createImporter(needs: {
  writer: Writer
  ids: Ids
  captures: CaptureStore
  exchanges: ExchangeStore
}) {
  const { writer, ids, captures, exchanges } = needs

  function put(tx: Transaction, line: ImportedLine): { as: string } | 'skipped' {
    const imported = importedRecord(line)
    const there = captures.rowOf(imported.id)
    if (there && isSame(there, captures.bodyOf(there.id) ?? null, imported)) return 'skipped'
    if (!there) ids.adopt('cap', imported.id)
    const record = { ...imported, seq: tx.seq(), id: there ? ids.next('cap') : imported.id }
    const tell = captures.insert(record)
    for (const told of line.exchanges) {
      const exchange = importedExchange(told)
      const isTaken = exchanges.has(exchange.id)
      if (!isTaken) ids.adopt('exc', exchange.id)
      const id = isTaken ? ids.next('exc') : exchange.id
      exchanges.insert({ ...exchange, id, seq: tx.seq(), captureSeq: record.seq })
    }
    tx.announce('capture', tell, record.seq)
    return { as: record.id }
  }

  return (lines: readonly ImportedLine[]): Promise<Imported> =>
    writer.write((tx) => {
      const done: Imported = { imported: 0, skipped: 0, renamed: [] }
      for (const line of lines) {
        const came = put(tx, line)
        if (came === 'skipped') done.skipped++
        else done.imported++
        if (came !== 'skipped' && came.as !== line.id) done.renamed.push({ id: line.id, as: came.as })
      }
      return done
    })
}

/** Whether two captures of one id are the same request: what its sender sent, and when. */
function isSame(here: CaptureRow, body: Buffer | null, line: Omit<CaptureRecord, 'seq'>): boolean {
  return (
    here.received_at === toIso(line.receivedAt) &&
    here.method === line.method &&
    here.path === line.path &&
    here.query === line.query &&
    here.endpoint === line.endpoint &&
    (body === null || line.body === null ? body === line.body : body.equals(line.body)) &&
    JSON.stringify(here.headers) === JSON.stringify(line.headers) &&
    JSON.stringify(here.trailers) === JSON.stringify(line.trailers)
  )
}
