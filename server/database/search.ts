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
  /** The next that the index does not know, oldest first. `after` is the number of the last it was told. */
  next(after: number, limit: number): Searchable[]
  /** Called with what was just told, where the source keeps its own mark instead of the number of the last. */
  told?(rowid: number): void
}

/** The values of headers that are kept as JSON. */
export const valuesIn = (headers: string | null): string[] =>
  (JSON.parse(headers ?? '[]') as [name: string, value: string][]).map(([, value]) => value)

/** Records told in one transaction, so that nobody waits long for it. */
const batch = 25
/** How long the index rests between batches while there is other work. Real time, ms. */
const restMs = 250

/**
 * The full-text index, filled behind the commits: what is written is not slowed by it, and what is searched is brought up to
 * date first.
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
  const sources = Object.entries(needs.sources)
  let stopped = false
  let news = false
  let cancel: (() => void) | undefined

  /** Tells the index of at most one batch; answers how many. */
  function tellSome(): number {
    let told = 0
    for (const [name, source] of sources) {
      const mark = `searched:${name}`
      const found = source.next(counters.current(mark), batch - told)
      for (const { rowid, ref, text } of found) {
        insert.run(rowid, text, ref)
        source.told?.(rowid)
        counters.raise(mark, rowid)
      }
      told += found.length
      if (told >= batch) break
    }
    return told
  }

  async function work() {
    cancel = undefined
    news = false
    try {
      const told = await writer.write(tellSome)
      if (told > 0) plan(news ? restMs : 0)
    } catch (error) {
      onTrouble(error)
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
      while (!stopped && (await writer.write(tellSome)) > 0);
    },
    stop() {
      stopped = true
      unsubscribe()
      cancel?.()
    },
  }
}
export type Search = ReturnType<typeof createSearch>
