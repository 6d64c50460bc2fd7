import { toFailure } from '../failures.ts'
import type { Bus } from '../live/bus.ts'
import type { Counters } from './counters.ts'
import type { Database } from './open.ts'
import type { Writer } from './writer.ts'

/** What the index is told of a record: `rowid` is a number of its own, `ref` that of the record it speaks of. */
interface Searchable {
  rowid: number
  ref: number
  text: string
}

/** A table whose records can be searched. */
export interface SearchSource {
  /** The next that the index does not know, oldest first: those behind the mark and up to a number. */
  next(asked: { after: number; upTo: number; limit: number }): Searchable[]
  /** Called with what was just told, where the source keeps its own marks instead of the number of the last. */
  told?(rowid: number): void
}

/** The values of headers that are kept as JSON. */
export const valuesIn = (headers: string | null): string[] =>
  (JSON.parse(headers ?? '[]') as [name: string, value: string][]).map(([, value]) => value)

/** Records told in one transaction while nobody waits for them, and while somebody does. */
const batch = 25
const batchAwaited = 200
/** How long the index rests between batches while there is other work. Real time, ms. */
const restMs = 250

/**
 * The full-text index, filled behind the commits: what is written is not slowed by it, and what is searched is brought up to
 * date first. How far it knows each table is a row of the same transaction, so that nothing is told twice or left out.
 */
export function createSearch(needs: {
  database: Database
  writer: Writer
  counters: Counters
  bus: Bus
  sources: Record<string, SearchSource>
  after(ms: number, run: () => void): () => void
  onTrouble(error: unknown): void
}) {
  const { database, writer, counters, bus, onTrouble } = needs
  const insert = database.prepare('INSERT INTO search (rowid, text, ref) VALUES (?, ?, ?)')
  const read = database
    .prepare<[string], number>('SELECT CAST(value AS INTEGER) FROM settings WHERE name = ?')
    .pluck()
  const put = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  const sources = Object.entries(needs.sources)
  let stopped = false
  let news = false
  let cancel: (() => void) | undefined

  /** Tells the index of at most so many records up to a number; answers how many. */
  function tell(limit: number, upTo: number): number {
    let told = 0
    for (const [name, source] of sources) {
      const mark = `searched:${name}`
      const found = source.next({ after: read.get(mark) ?? 0, upTo, limit: limit - told })
      for (const { rowid, ref, text } of found) {
        insert.run(rowid, text, ref)
        source.told?.(rowid)
      }
      const last = found.at(-1)
      if (last) put.run(mark, String(last.rowid))
      told += found.length
      if (told >= limit) break
    }
    return told
  }

  async function work() {
    cancel = undefined
    news = false
    try {
      const told = await writer.write(() => tell(batch, counters.current('seq')))
      if (told > 0) plan(news ? restMs : 0)
    } catch (error) {
      // A disk that is full is told by whoever has something to say; the index waits for better times.
      if (toFailure(error).code !== 'storage') onTrouble(error)
      else plan(restMs)
    }
  }

  function plan(ms: number) {
    if (stopped || cancel !== undefined) return
    cancel = needs.after(ms, () => void work())
  }

  const unsubscribe = bus.subscribe(() => {
    news = true
    plan(restMs)
  })
  plan(restMs)

  return {
    /** Fulfilled when the index knows everything that is committed now. */
    async caughtUp(): Promise<void> {
      const upTo = counters.current('seq')
      while (!stopped && (await writer.write(() => tell(batchAwaited, upTo))) > 0);
    },
    stop() {
      stopped = true
      unsubscribe()
      cancel?.()
    },
  }
}
export type Search = ReturnType<typeof createSearch>
