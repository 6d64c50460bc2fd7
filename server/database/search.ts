/** Keeps the full-text index up to date after the commits. */

import type { Config } from '../config.ts'
import { toFailure } from '../failures.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside } from '../outside.ts'
import { headerText } from '../wire/header-pairs.ts'
import { storedJson } from './columns.ts'
import type { Counters } from './counters.ts'
import type { Database } from './open.ts'
import type { Searchable, WordIndex } from './word-index.ts'
import type { Writer } from './writer.ts'

/** How long a caller waits for the index. */
export interface Patience {
  /** Real time, ms. */
  withinMs?: number
  isOver?(): boolean
}

/** A table whose records can be searched. */
export interface SearchSource {
  index: WordIndex
  /** The next records that the index does not have, oldest first: after the mark and up to a number. */
  next(asked: { after: number; upTo: number; limit: number }): Searchable[]
  /** Called with each indexed record if the source keeps its own marks. */
  told?(rowid: number): void
}

/** The values of headers that are stored as JSON. */
export const valuesIn = (headers: string | null): string[] =>
  (storedJson(headers ?? '[]') as [name: string, value: string][]).map(([, value]) => headerText(value))

/** How many records one transaction indexes while nobody waits, and while somebody does. */
const batch = 25
const batchAwaited = 200
/** How long one transaction indexes. Real time, ms. */
const sliceMs = 10
/** At most how many records are read at once, and the letters above which a record has a slice of its own. */
const [readAtOnce, largeText] = [4, 20_000]
/** The backlog at which indexing speeds up, so that searches need not wait long. */
const behindAtMost = 20_000
/** A part of the index takes this share of the letters that all may have, but at least this number. */
const [partShare, partLetters] = [0.02, 250_000]
/** How long the index pauses between batches: if the thread is busy, and if not. Real time, ms. */
const restMs = 250
const shortRestMs = 5
/** The thread counts as busy above this share of its time, measured over this many ms of real time. */
const busyShare = 0.75
const busyWindowMs = 100
/** The pause between two steps of tidying, for which nobody waits. Real time, ms. */
const mergeRestMs = 20

/**
 * The full-text index, filled after the commits: writing is not slowed, and a search first brings the index up to date. Its
 * progress in each table is stored in the same transaction, so that nothing is indexed twice or left out.
 */
export function createSearch(needs: {
  database: Database
  writer: Writer
  counters: Counters
  bus: Bus
  sources: Record<string, SearchSource>
  outside: Pick<Outside, 'after' | 'elapsed' | 'worked'>
  config: { retention: Pick<Config['retention'], 'bytes'> }
  onTrouble(error: unknown): void
}) {
  const { database, counters, bus, outside, onTrouble } = needs
  const lettersPerPart = Math.max(partLetters, needs.config.retention.bytes * partShare)
  const watchers = new Set<() => void>()
  const read = database
    .prepare<[string], number>('SELECT CAST(value AS INTEGER) FROM settings WHERE name = ?')
    .pluck()
  const put = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  const sources = Object.entries(needs.sources)
  const isBusy = createBusyness(outside)
  let stopped = false
  let working = false
  let news = false
  /** The backlog at the last indexing. */
  let behind = 0
  let cancel: (() => void) | undefined

  /**
   * Indexes at most `limit` records up to a number, and no more than a slice of time allows. Returns how many, and whether
   * it stopped before the end.
   */
  function tell(limit: number, upTo: number): { told: number; isMore: boolean } {
    const end = outside.elapsed() + sliceMs
    let told = 0
    // A record may hold megabytes, so that reading begins with one.
    let atOnce = 1
    for (const [name, source] of sources) {
      const mark = `searched:${name}`
      for (let after = read.get(mark) ?? 0; ; ) {
        const next = source.next({ after, upTo, limit: Math.min(limit - told, atOnce) })
        const large = next.findIndex(({ text }) => text.length > largeText)
        // A large record is the first of its slice.
        const found = large < 0 ? next : next.slice(0, Math.max(large, 1))
        const last = found.at(-1)
        if (!last) break
        source.index.add(found, lettersPerPart)
        for (const { rowid } of found) source.told?.(rowid)
        after = last.rowid
        put.run(mark, String(after))
        told += found.length
        atOnce = Math.min(atOnce * 2, readAtOnce)
        if (told < limit && large < 0 && outside.elapsed() < end) continue
        behind = upTo - after
        return { told, isMore: true }
      }
    }
    behind = 0
    return { told, isMore: false }
  }

  async function write<T>(work: () => T): Promise<T> {
    const result = await needs.writer.write(work)
    for (const run of watchers) run()
    return result
  }

  /** The newest slice of indexing. Two in one transaction would hold up others twice as long. */
  let newest: Promise<unknown> = Promise.resolve()
  function tellNext(limit: number, upTo: number): Promise<ReturnType<typeof tell>> {
    const next = newest.then(() => (stopped ? { told: 0, isMore: false } : write(() => tell(limit, upTo))))
    newest = next.catch(() => {})
    return next
  }

  async function work() {
    cancel = undefined
    news = false
    working = true
    const rest = await workSome()
    working = false
    if (rest !== null) plan(rest)
    else if (news) plan(restMs)
  }

  /** Does a piece of work. Returns how long to pause before the next, or null if there is none. */
  async function workSome(): Promise<number | null> {
    try {
      const limit = behind > behindAtMost ? batchAwaited : batch
      const { told, isMore } = await tellNext(limit, counters.current('seq'))
      if (told > 0) {
        if (!news) return 0
        return !isMore || isBusy() ? restMs : shortRestMs
      }
      if (stopped) return null
      return (await write(() => sources.some(([, { index }]) => index.tidySome()))) ? mergeRestMs : null
    } catch (error) {
      // A full disk is reported by those who write. The index waits.
      if (toFailure(error).code === 'storage') return restMs
      onTrouble(error)
      return null
    }
  }

  function plan(ms: number) {
    if (stopped || working || cancel !== undefined) return
    cancel = outside.after(ms, () => void work())
  }

  const unsubscribe = bus.subscribe(() => {
    news = true
    plan(restMs)
  })
  plan(restMs)

  return {
    /**
     * Brings the index up to everything committed so far, as long as the caller's patience lasts. Fulfilled with the
     * {@link lag} that is left.
     */
    async caughtUp({
      withinMs = Number.POSITIVE_INFINITY,
      isOver = () => false,
    }: Patience = {}): Promise<number> {
      const [upTo, end] = [counters.current('seq'), outside.elapsed() + withinMs]
      while (!stopped && (await tellNext(batchAwaited, upTo)).isMore)
        if (isOver() || outside.elapsed() > end) return behind
      return 0
    },
    /** At most this many records were not in the index when it last grew. */
    lag: () => behind,
    /** Takes a step in removing deleted records. Returns whether there was one. Part of a transaction. */
    dropGone: (): boolean => sources.some(([, { index }]) => index.dropGone()),
    /**
     * Calls `run` whenever the index may have grown, which the bus does not announce. Returns the function that ends this.
     */
    watch(run: () => void): () => void {
      watchers.add(run)
      return () => void watchers.delete(run)
    },
    stop() {
      stopped = true
      unsubscribe()
      cancel?.()
    },
  }
}
export type Search = ReturnType<typeof createSearch>

/** Says whether this thread was busy recently. */
function createBusyness({ elapsed, worked }: Pick<Outside, 'elapsed' | 'worked'>): () => boolean {
  let [since, workedBefore] = [elapsed(), worked()]
  let share = 0
  return () => {
    const passed = elapsed() - since
    if (passed >= busyWindowMs) {
      share = (worked() - workedBefore) / passed
      since += passed
      workedBefore = worked()
    }
    return share > busyShare
  }
}
