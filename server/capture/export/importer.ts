/** Imports exported captures. */
import type { Ids } from '../../database/ids.ts'
import type { Transaction, Writer } from '../../database/writer.ts'
import type { CaptureRow, Exchange } from '../../wire.ts'
import { toIso } from '../../words/time.ts'
import type { ExchangeRecord, ExchangeStore } from '../exchanges/store.ts'
import type { Explainer } from '../explainer.ts'
import { type CaptureRecord, toldReply } from '../record.ts'
import type { CaptureStore } from '../store.ts'
import { type ImportedLine, importedExchange, importedRecord, importedReply } from './import.ts'

/** The result of an import. */
export interface Imported {
  imported: number
  /** Captures that already exist, byte for byte. */
  skipped: number
  /** Captures whose id belongs to a different capture here. */
  renamed: { id: string; as: string }[]
  /** How many exchanges were added to existing captures. */
  exchanges: number
}

/**
 * Imports exported captures, a slice of time in each transaction. If the database refuses some, the earlier ones remain, and
 * importing again continues.
 */
export function createImporter(needs: {
  writer: Writer
  ids: Ids
  captures: CaptureStore
  exchanges: ExchangeStore
  explainer: Pick<Explainer, 'wake'>
}) {
  const { writer, ids, captures, exchanges, explainer } = needs

  function putExchange(tx: Transaction, exchange: Omit<ExchangeRecord, 'seq'>) {
    const isTaken = exchanges.has(exchange.id)
    if (!isTaken) ids.adopt('exc', exchange.id)
    exchanges.insert({ ...exchange, id: isTaken ? ids.next('exc') : exchange.id, seq: tx.seq() })
  }

  /**
   * Adds missing exchanges to an existing capture, and its reply if the export was made before the reply. Returns the number
   * of added exchanges.
   */
  function merge(tx: Transaction, there: CaptureRow, line: ImportedLine): number {
    const added = line.exchanges.length > 0 ? missing(exchanges.ofCapture(there.seq), line.exchanges) : []
    for (const told of added) putExchange(tx, { ...importedExchange(told, line), captureSeq: there.seq })
    const { reply_status: status, reply: why, reply_delay_ms: delayMs } = importedReply(line)
    const wasForwarding = there.imported && there.reply.kind === 'forwarding' && why.kind !== 'forwarding'
    if (wasForwarding) captures.answered(there.id, { status, why, delayMs })
    const row = wasForwarding ? { ...there, reply: toldReply(why, { status, delayMs }) } : there
    if (wasForwarding || added.length > 0) tx.announce('capture', captures.telling(row))
    return added.length
  }

  /** The existing equal capture, or the id for a new one: its own id, unless that is taken. */
  function placeOf(
    imported: Omit<CaptureRecord, 'seq'>,
    id = imported.id,
  ): { there: CaptureRow } | { id: string } {
    const there = captures.rowOf(id)
    if (!there) return { id }
    if (isSame(there, captures.bodyOf(id) ?? null, imported)) return { there }
    return placeOf(imported, ids.insteadOf(id, contentOf(imported)))
  }

  function put(tx: Transaction, line: ImportedLine): { as: string } | { merged: number } {
    const imported = importedRecord(line)
    const place = placeOf(imported)
    if ('there' in place) return { merged: merge(tx, place.there, line) }
    ids.adopt('cap', place.id)
    const record = { ...imported, seq: tx.seq(), id: place.id }
    const tell = captures.insert(record)
    for (const told of line.exchanges)
      putExchange(tx, { ...importedExchange(told, line), captureSeq: record.seq })
    tx.announce('capture', tell, record.seq)
    if (!record.verdict.explained) tx.afterCommit(explainer.wake)
    return { as: record.id }
  }

  return async (lines: readonly ImportedLine[]): Promise<Imported> => {
    const done: Imported = { imported: 0, skipped: 0, renamed: [], exchanges: 0 }
    const came = await writer.writeEach(lines, (tx, line) => ({ id: line.id, ...put(tx, line) }))
    for (const one of came)
      if ('merged' in one) {
        done.skipped++
        done.exchanges += one.merged
      } else {
        done.imported++
        if (one.as !== one.id) done.renamed.push({ id: one.id, as: one.as })
      }
    return done
  }
}

/** The fields that {@link isSame} compares, as text. */
const contentOf = (line: Omit<CaptureRecord, 'seq'>): string =>
  JSON.stringify([
    [line.received_at, line.endpoint, line.method, line.path, line.query],
    [line.headers, line.trailers, line.body?.toString('base64') ?? null],
  ])

/** Whether two captures with one id are the same request: same content from the sender, at the same time. */
function isSame(here: CaptureRow, body: Buffer | null, line: Omit<CaptureRecord, 'seq'>): boolean {
  return (
    here.received_at === toIso(line.received_at) &&
    here.method === line.method &&
    here.path === line.path &&
    here.query === line.query &&
    here.endpoint === line.endpoint &&
    (body === null || line.body === null ? body === line.body : body.equals(line.body)) &&
    JSON.stringify(here.headers) === JSON.stringify(line.headers) &&
    JSON.stringify(here.trailers) === JSON.stringify(line.trailers)
  )
}

type Told = ImportedLine['exchanges'][number]

/** Exchanges that do not exist here, compared by request and outcome, since ids may differ or be taken. */
function missing(here: readonly Exchange[], told: readonly Told[]): Told[] {
  const known = here.map((one) => traitsOf(one, one.at))
  return told.filter((one) => {
    const at = known.indexOf(traitsOf(one, toIso(one.at)))
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}

const traitsOf = ({ kind, url, duration_ms, outcome, request, response }: Exchange | Told, at: string) =>
  JSON.stringify([
    [kind, url, at, duration_ms, outcome.kind],
    [request.method, request.headers],
    [response?.status, response?.headers],
  ])
