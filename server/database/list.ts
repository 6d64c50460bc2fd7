/** Pages through a table by filters. */
import { type Pausable, runAtOnce } from '../memory/in-slices.ts'
import { createAsking, type Filters } from './asking.ts'
import type { Condition, Filter } from './filters.ts'
import type { Database } from './open.ts'
import { createSeeks, type Stream } from './seeks.ts'
import type { Step } from './word-index.ts'
import { createWords, type InOrder, type WordsOf } from './words.ts'

/** `LIMIT ?` would make SQLite plan by the bound value, and prepare the statement again at each run. */
export const limited = 'LIMIT (? + 0)'

type PageOrder = 'newest' | 'oldest'
interface Page<Row> {
  rows: Row[]
  /** Where the next page begins. Null for the last page. */
  next: string | null
}
interface AskedPage {
  filters: Filters
  limit: number
  cursor?: number | undefined
  /** Newest first by default. */
  order?: PageOrder | undefined
}
interface AskedArrived {
  filters: Filters
  limit: number
  since: number
}
export interface List<Row, Name extends string = string> {
  names: Name[]
  /** The filter with this name. `q` is a text and not a filter. */
  filterOf(name: string): Filter | undefined
  /** What is wrong with a filter's value, or undefined. */
  flawIn(name: string, value: string): string | undefined
  /** A page, newest first by default, paged by key. Throws invalid_query for an unreadable filter. */
  page(asked: AskedPage): Page<Row>
  /** As `page`, with pauses for other work if many records must be examined. */
  pageInTurns(asked: AskedPage): Promise<Page<Row>>
  /** Records after `since`, oldest first. */
  arrived(asked: AskedArrived): Row[]
  /** As `arrived`, with pauses for other work. Stops when `isOver` says so. */
  arrivedInTurns(asked: AskedArrived & { isOver(): boolean }): Promise<Row[]>
}

/** How many rows are read without a pause: each may have a body of megabytes, which SQLite has to pass. */
const rowsAtOnce = 32
/** How many records of an index are examined at first, and at most at a time. */
const [fewest, most] = [64, 2048]
/**
 * How many numbers are scanned without an index at first, and at most at a time: a few milliseconds, so that nobody waits
 * long.
 */
const [narrowest, widest] = [4096, 8192]
/** Wider than the numbers of any table. */
const unbounded = Number.MAX_SAFE_INTEGER / 2

/** A list over a table whose key is `seq`. Conditions are constant SQL; values are only ever bound. */
export function createList<Row, Name extends string>(table: {
  database: Database
  table: string
  columns: string
  filters: Record<Name, Filter>
  /** The word index. Without it there is no `q`. */
  words?: WordsOf
  /** The sandbox's time, in microseconds. */
  now(): number
  toRow(row: unknown): Row
}): List<Row, Name | 'q'> {
  const { database, filters, words } = table
  const asking = createAsking({ filters, now: table.now, words: words && createWords(database, words) })
  const seeks = createSeeks(database, table.table)
  const statements = new Map<string, ReturnType<Database['prepare']>>()
  const ends = database.prepare<[], { low: number | null; high: number | null }>(
    `SELECT (SELECT min(seq) FROM ${table.table}) AS low, (SELECT max(seq) FROM ${table.table}) AS high`,
  )

  function prepared(sql: string) {
    // There are more combinations of filters than are worth caching.
    if (statements.size > 300) statements.clear()
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }

  /** The matching rows, chunk by chunk. Other work may run between chunks. */
  function* walk(asked: Filters, { order, from, limit }: Step): Pausable<{ seq: number }[]> {
    const { conditions, words: search, isImpossible } = asking(asked)
    if (isImpossible) return []
    const words = search && (yield* search())
    const where = conditions.map((condition) => condition.where)
    const bound = conditions.flatMap((condition) => condition.bound)
    const select = (source: string, rest: string) =>
      prepared(
        `SELECT ${table.columns} FROM ${table.table} ${source} WHERE ${[rest, ...where].join(' AND ')} ORDER BY seq ${order} ${limited}`,
      )
    function* kept(rows: unknown[]): Pausable<{ seq: number }[]> {
      const found = rows as { seq: number }[]
      const holds = words && (yield* words.among(found.map(({ seq }) => seq)))
      return holds ? found.filter(({ seq }) => holds.has(seq)) : found
    }
    const start = within(conditions, { order, from, limit })
    // A range that one step can scan needs no index: few records, or only recent ones.
    const isNarrow = Math.abs(start.from - (order === 'ASC' ? start.high : start.low)) <= narrowest
    const ways = isNarrow ? [] : conditions
    const streams = ways
      .flatMap((condition) => [
        pausable(condition.seeks && seeks.streamOf(condition.seeks)),
        start.isKnown ? phrased(condition) : undefined,
      ])
      .flat()
      .filter((stream) => stream !== undefined)
    const driver = yield* rarest([...streams, ...(words?.step ? [words.step] : [])], start)
    const rows: { seq: number }[] = []
    if (driver) {
      const isWords = driver.stream === words?.step
      let { seqs } = driver
      for (let size = Math.max(limit, fewest); ; size = Math.min(size * 4, most)) {
        const named = seqs.filter((seq) => seq >= start.low && seq <= start.high)
        for (let next = 0; next < named.length && rows.length < limit; next += rowsAtOnce) {
          const some = named.slice(next, next + rowsAtOnce)
          // An index of another condition would scan all records that match that condition.
          const found = select('NOT INDEXED', 'seq IN (SELECT value FROM json_each(?))').all(
            JSON.stringify(some),
            ...bound,
            some.length,
          )
          if (next > 0) yield
          rows.push(...(isWords ? (found as { seq: number }[]) : yield* kept(found)))
        }
        const last = seqs.at(-1)
        const isLast = seqs.length < driver.asked
        if (rows.length >= limit || last === undefined || isLast || last < start.low || last > start.high)
          return rows.slice(0, limit)
        yield
        driver.asked = size
        seqs = yield* driver.stream({ order, from: last, limit: size })
      }
    }
    let { from: at } = start
    // Without a condition, every row that is read is wanted.
    const steps = where.length === 0 && !words ? [unbounded, unbounded] : [narrowest, widest]
    for (let [width = unbounded, broadest = unbounded] = steps; ; width = Math.min(width * 2, broadest)) {
      const [low, high] = order === 'ASC' ? [at, at + width] : [at - width, at]
      const range = order === 'ASC' ? 'seq > ? AND seq <= ?' : 'seq >= ? AND seq < ?'
      const atOnce = words ? rowsAtOnce : Math.min(limit - rows.length, rowsAtOnce)
      const found = select('', range).all(low, high, ...bound, atOnce) as { seq: number }[]
      rows.push(...(yield* kept(found)))
      const last = found.length < atOnce ? undefined : found.at(-1)?.seq
      at = last ?? (order === 'ASC' ? high : low)
      if (rows.length >= limit || at < start.low || at > start.high) return rows.slice(0, limit)
      yield
    }
  }

  /** The records that the full-text index finds for a condition. The condition itself is then checked. */
  function phrased({ phrase }: Condition): InOrder | undefined {
    const index = words?.indexes[0]
    return phrase && index && ((step) => index.matches(phrase, step))
  }

  /** Where the scan starts, and the range of numbers that can match. */
  function within(conditions: readonly Condition[], step: Step) {
    const held = ends.get()
    const [lowest, highest] = [held?.low ?? 0, held?.high ?? 0]
    const since = conditions.flatMap((one) => one.since ?? [])
    const until = conditions.flatMap((one) => one.until ?? [])
    const narrowed = words?.indexes[0]?.zones.between({
      since: since.length > 0 ? Math.max(...since) : undefined,
      until: until.length > 0 ? Math.min(...until) : undefined,
    })
    // For records that the index does not have yet, neither words nor times are known.
    const isKnown = narrowed !== undefined && highest <= narrowed.known
    const low = Math.max(lowest, narrowed?.from ?? 0)
    const high = isKnown ? Math.min(highest, narrowed.to) : highest
    const from = step.order === 'ASC' ? Math.max(step.from, low - 1) : Math.min(step.from, high + 1)
    return { ...step, from, low, high, isKnown }
  }

  /** The stream with the fewest records, examined up to one page, and its first records. */
  function* rarest(streams: readonly InOrder[], step: Step) {
    const asked = step.limit
    const looked: { stream: InOrder; asked: number; seqs: number[] }[] = []
    for (const stream of streams)
      looked.push({ stream, asked, seqs: yield* stream({ ...step, limit: asked }) })
    const rank = ({ seqs }: { seqs: number[] }) =>
      seqs.length < asked ? seqs.length - asked : Math.abs(step.from - (seqs.at(-1) ?? 0))
    const complete = looked.filter(({ seqs }) => seqs.length < asked)
    return complete.length > 0
      ? complete.sort((a, b) => rank(a) - rank(b))[0]
      : looked.sort((a, b) => rank(b) - rank(a))[0]
  }

  const stepOf = ({ limit, cursor, order }: AskedPage): Step =>
    order === 'oldest'
      ? { order: 'ASC', from: cursor ?? 0, limit: limit + 1 }
      : { order: 'DESC', from: cursor ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 }

  function* rising({ filters, limit, since }: AskedArrived): Pausable<Row[]> {
    return yield* toRows(yield* walk(filters, { order: 'ASC', from: since, limit }))
  }

  /** The rows as lists show them. Pauses, since each may have headers of 32 KB. */
  function* toRows(found: readonly { seq: number }[]): Pausable<Row[]> {
    const rows: Row[] = []
    for (const one of found) {
      rows.push(table.toRow(one))
      if (rows.length % rowsAtOnce === 0) yield
    }
    return rows
  }

  function* paging(asked: AskedPage): Pausable<Page<Row>> {
    const { limit } = asked
    const found = yield* walk(listed(asked.filters), stepOf(asked))
    const kept = found.slice(0, limit)
    return { rows: yield* toRows(kept), next: found.length > limit ? String(kept.at(-1)?.seq) : null }
  }

  return {
    names: [...(Object.keys(filters) as Name[]), ...(words ? (['q'] as const) : [])],
    filterOf: asking.filterOf,
    flawIn: asking.flawIn,
    page: (asked) => runAtOnce(paging(asked)),
    pageInTurns: async (asked) => (await endedInTurns(paging(asked))) ?? { rows: [], next: null },
    arrived: (asked) => runAtOnce(rising(asked)),
    arrivedInTurns: async (asked) => (await endedInTurns(rising(asked), asked.isOver)) ?? [],
  }
}

const pausable = (stream: Stream | undefined): InOrder | undefined =>
  stream &&
  // biome-ignore lint/correctness/useYield: an index leads to a page of records at once.
  function* inOrder(step) {
    return stream(step)
  }

/** An empty search field of a list means no filter. A deletion must not take it to mean everything. */
const listed = ({ q, ...filters }: Filters): Filters => (q?.trim() === '' ? filters : { ...filters, q })

/** Runs a scan with a turn of the event loop between steps. Undefined if stopped before. */
async function endedInTurns<T>(scan: Pausable<T>, isOver = () => false): Promise<T | undefined> {
  while (!isOver()) {
    const { done, value } = scan.next()
    if (done) return value
    await new Promise((resolve) => setImmediate(resolve))
  }
  return undefined
}
