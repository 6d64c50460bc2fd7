import type { Config } from '../config.ts'
import { toFailure } from '../failures.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside } from '../outside.ts'
import { headerText } from '../wire/header-pairs.ts'
import type { Counters } from './counters.ts'
import type { Database } from './open.ts'
import type { Searchable, WordIndex } from './word-index.ts'
import type { Writer } from './writer.ts'

/** A table whose records can be searched. */
export interface SearchSource {
  index: WordIndex
  /** The next that the index does not know, oldest first: those behind the mark and up to a number. */
  next(asked: { after: number; upTo: number; limit: number }): Searchable[]
  /** Called with what was just told, where the source keeps its own marks instead of the number of the last. */
  told?(rowid: number): void
}

/** The values of headers that are kept as JSON. */
export const valuesIn = (headers: string | null): string[] =>
  (JSON.parse(headers ?? '[]') as [name: string, value: string][]).map(([, value]) => headerText(value))

/** Records told in one transaction while nobody waits for them, and while somebody does or is going to wait long. */
const batch = 25
const batchAwaited = 200
/** How far behind it may be before it makes haste, so that who searches need not wait long. */
const behindAtMost = 20_000
/** A part of the index is told of such a share of the letters that all may have in bytes, but of at least so many. */
const [partShare, partLetters] = [0.02, 250_000]
/** How long the index rests between batches while there is other work: where that takes all of the time, and where it does not. Real time, ms. */
const restMs = 250
const shortRestMs = 5
/** The share of its time above which the thread is taken to have none left, and over how many ms of real time it is found. */
const busyShare = 0.75
const busyWindowMs = 100
/** How long it rests between two steps of tidying up, which nobody waits for. Real time, ms. */
const mergeRestMs = 20

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
  /** How many numbers it was behind when it was last told something. */
  let behind = 0
  let cancel: (() => void) | undefined

  /** Tells the index of at most so many records up to a number; answers how many. */
  function tell(limit: number, upTo: number): number {
    let told = 0
    behind = 0
    for (const [name, source] of sources) {
      const mark = `searched:${name}`
      const found = source.next({ after: read.get(mark) ?? 0, upTo, limit: limit - told })
      if (found.length > 0) source.index.add(found, lettersPerPart)
      for (const { rowid } of found) source.told?.(rowid)
      const last = found.at(-1)
      if (last) put.run(mark, String(last.rowid))
      told += found.length
      if (told < limit) continue
      behind = upTo - (last?.rowid ?? upTo)
      break
    }
    return told
  }

  async function write<T>(work: () => T): Promise<T> {
    const result = await needs.writer.write(work)
    for (const run of watchers) run()
    return result
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

  /** Does a piece of what there is to do; answers how long to rest before the next, null where there is none. */
  async function workSome(): Promise<number | null> {
    try {
      const limit = behind > behindAtMost ? batchAwaited : batch
      const told = await write(() => tell(limit, counters.current('seq')))
      if (told > 0) {
        if (!news) return 0
        return told < limit || isBusy() ? restMs : shortRestMs
      }
      if (stopped) return null
      return (await write(() => sources.some(([, { index }]) => index.tidySome()))) ? mergeRestMs : null
    } catch (error) {
      // A disk that is full is told by whoever has something to say; the index waits for better times.
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
    /** Fulfilled when the index knows everything that is committed now. */
    async caughtUp(): Promise<void> {
      const upTo = counters.current('seq')
      while (!stopped && (await write(() => tell(batchAwaited, upTo))) > 0);
    },
    /** Takes a step towards an index without what is gone; answers whether there was one to take. Part of a transaction. */
    dropGone: (): boolean => sources.some(([, { index }]) => index.dropGone()),
    /** Has it called whenever the index may have grown, which no news on the bus tells. Answers how to end that. */
    watch(run: () => void): () => void {
      watchers.add(run)
      return () => void watchers.delete(run)
    },
    /** Forgets all that it knows, since the records are gone; part of a transaction. */
    clear() {
      for (const [, { index }] of sources) index.clear()
    },
    stop() {
      stopped = true
      unsubscribe()
      cancel?.()
    },
  }
}
export type Search = ReturnType<typeof createSearch>

/** Tells whether this thread has had no time left of late. */
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
