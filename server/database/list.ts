import { createAsking, type Filters } from './asking.ts'
import type { Condition, Filter } from './filters.ts'
import type { Database } from './open.ts'
import { createSeeks, type Stream } from './seeks.ts'
import type { Step } from './word-index.ts'
import { createWords, type WordsOf } from './words.ts'

/** Why not `LIMIT ?`: SQLite plans by the value that is bound there, and so prepares such a statement anew for each run. */
export const limited = 'LIMIT (? + 0)'

type PageOrder = 'newest' | 'oldest'
interface Page<Row> {
  rows: Row[]
  /** Where the next page begins; null when this is the last. */
  next: string | null
}
interface AskedPage {
  filters: Filters
  limit: number
  cursor?: number | undefined
  /** Newest first, unless it says otherwise. */
  order?: PageOrder | undefined
}
interface AskedArrived {
  filters: Filters
  limit: number
  since: number
}
export interface List<Row, Name extends string = string> {
  names: Name[]
  /** The filter of a name; none for `q`, which is a text. */
  filterOf(name: string): Filter | undefined
  /** What is wrong with a filter's value, or undefined. */
  flawIn(name: string, value: string): string | undefined
  /** Newest first unless asked otherwise, paged by key. Throws invalid_query for a filter that cannot be read. */
  page(asked: AskedPage): Page<Row>
  /** As `page`, but other work goes on meanwhile where very much has to be looked at. */
  pageInTurns(asked: AskedPage): Promise<Page<Row>>
  /** Oldest first, only those after `since`. */
  arrived(asked: AskedArrived): Row[]
  /** As `arrived`, but other work goes on meanwhile; none once nobody asks any more. */
  arrivedInTurns(asked: AskedArrived & { isOver(): boolean }): Promise<Row[]>
}

/** How many of those that an index names are looked at where those first named were not enough, and at most at a time. */
const [fewest, most] = [64, 2048]
/** How many numbers are gone through at first without an index, and at most at a time: some milliseconds, so that nobody waits long. */
const [narrowest, widest] = [4096, 8192]

/** A list over a table whose `seq` is its key. Conditions are constants of the code; what is asked is only ever bound. */
export function createList<Row, Name extends string>(table: {
  database: Database
  table: string
  columns: string
  filters: Record<Name, Filter>
  /** Where words are found; without it there is no `q`. */
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
    // Filters can be put together in more ways than are worth remembering.
    if (statements.size > 300) statements.clear()
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }

  /** The rows that fulfil all that was asked, chunk by chunk; between two chunks something else may be done. */
  function* walk(asked: Filters, { order, from, limit }: Step): Generator<undefined, { seq: number }[]> {
    const { conditions, words, isImpossible } = asking(asked)
    if (isImpossible) return []
    const where = conditions.map((condition) => condition.where)
    const bound = conditions.flatMap((condition) => condition.bound)
    const select = (source: string, rest: string) =>
      prepared(
        `SELECT ${table.columns} FROM ${table.table} ${source} WHERE ${[rest, ...where].join(' AND ')} ORDER BY seq ${order} ${limited}`,
      )
    const kept = (rows: unknown[]) => {
      const found = rows as { seq: number }[]
      const holds = words?.among(found.map(({ seq }) => seq))
      return holds ? found.filter(({ seq }) => holds.has(seq)) : found
    }
    const start = within(conditions, { order, from, limit })
    // What is gone through in one step needs no index: so it is with a few records, and where it is asked what has come since.
    const isNarrow = Math.abs(start.from - (order === 'ASC' ? start.high : start.low)) <= narrowest
    const ways = isNarrow ? [] : conditions
    const streams = ways
      .flatMap((condition) => [
        (condition.seeks && seeks.streamOf(condition.seeks)) ?? [],
        (start.isKnown && phrased(condition)) || [],
      ])
      .flat()
    const driver = rarest([...streams, ...(words?.step ? [words.step] : [])], start)
    const rows: { seq: number }[] = []
    if (driver) {
      const isWords = driver.stream === words?.step
      let { seqs } = driver
      for (let size = Math.max(limit, fewest); ; size = Math.min(size * 4, most)) {
        const named = seqs.filter((seq) => seq >= start.low && seq <= start.high)
        // An index of another condition would have it go through all that fulfil that one.
        const found = select('NOT INDEXED', 'seq IN (SELECT value FROM json_each(?))').all(
          JSON.stringify(named),
          ...bound,
          named.length,
        )
        rows.push(...(isWords ? (found as { seq: number }[]) : kept(found)))
        const last = seqs.at(-1)
        const isLast = seqs.length < driver.asked
        if (rows.length >= limit || last === undefined || isLast || last < start.low || last > start.high)
          return rows.slice(0, limit)
        yield
        driver.asked = size
        seqs = driver.stream({ order, from: last, limit: size })
      }
    }
    if (where.length === 0 && !words)
      return select('', order === 'ASC' ? 'seq > ?' : 'seq < ?').all(start.from, limit) as { seq: number }[]
    let { from: at } = start
    for (let width = narrowest; ; width = Math.min(width * 2, widest)) {
      const [low, high] = order === 'ASC' ? [at, at + width] : [at - width, at]
      const range = order === 'ASC' ? 'seq > ? AND seq <= ?' : 'seq >= ? AND seq < ?'
      // Words are looked for in a few at a time.
      const atOnce = words ? fewest : limit - rows.length
      const found = select('', range).all(low, high, ...bound, atOnce) as { seq: number }[]
      rows.push(...kept(found))
      const last = found.length < atOnce ? undefined : found.at(-1)?.seq
      at = last ?? (order === 'ASC' ? high : low)
      if (rows.length >= limit || at < start.low || at > start.high) return rows.slice(0, limit)
      yield
    }
  }

  /** What the full-text index of the records themselves names of those that fulfil a condition, which the condition itself is then asked about. */
  function phrased({ phrase }: Condition): Stream | undefined {
    const index = words?.indexes[0]
    return phrase && index && ((step) => index.matches(phrase, step))
  }

  /** Where the walk begins, and between which numbers it can find something. */
  function within(conditions: readonly Condition[], step: Step) {
    const held = ends.get()
    const [lowest, highest] = [held?.low ?? 0, held?.high ?? 0]
    const since = conditions.flatMap((one) => one.since ?? [])
    const until = conditions.flatMap((one) => one.until ?? [])
    const narrowed = words?.indexes[0]?.zones.between({
      since: since.length > 0 ? Math.max(...since) : undefined,
      until: until.length > 0 ? Math.min(...until) : undefined,
    })
    // Of what the index does not know yet, neither words nor times are known.
    const isKnown = narrowed !== undefined && highest <= narrowed.known
    const low = Math.max(lowest, narrowed?.from ?? 0)
    const high = isKnown ? Math.min(highest, narrowed.to) : highest
    const from = step.order === 'ASC' ? Math.max(step.from, low - 1) : Math.min(step.from, high + 1)
    return { ...step, from, low, high, isKnown }
  }

  /** That of several streams which names the fewest, looked at as far as a page goes, with what it names first. */
  function rarest(streams: readonly Stream[], step: Step) {
    const asked = step.limit
    const looked = streams.map((stream) => ({ stream, asked, seqs: stream({ ...step, limit: asked }) }))
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

  const rising = ({ filters, limit, since }: AskedArrived) =>
    walk(filters, { order: 'ASC', from: since, limit })

  function toPage(rows: { seq: number }[], limit: number): Page<Row> {
    const kept = rows.slice(0, limit)
    return { rows: kept.map(table.toRow), next: rows.length > limit ? String(kept.at(-1)?.seq) : null }
  }

  return {
    names: [...(Object.keys(filters) as Name[]), ...(words ? (['q'] as const) : [])],
    filterOf: asking.filterOf,
    flawIn: asking.flawIn,
    page: (asked) => toPage(ended(walk(listed(asked.filters), stepOf(asked))), asked.limit),
    pageInTurns: async (asked) =>
      toPage(await endedInTurns(walk(listed(asked.filters), stepOf(asked))), asked.limit),
    arrived: (asked) => ended(rising(asked)).map(table.toRow),
    arrivedInTurns: async (asked) => (await endedInTurns(rising(asked), asked.isOver)).map(table.toRow),
  }
}

/** An empty search field asks a list for nothing; who deletes by one must not be taken to mean everything. */
const listed = ({ q, ...filters }: Filters): Filters => (q?.trim() === '' ? filters : { ...filters, q })

/** What a walk comes to when nothing is let in between. */
function ended<T>(walking: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = walking.next()
    if (done) return value
  }
}

/** As {@link ended}, with a turn of the event loop between two steps; none where it is over before. */
async function endedInTurns<T>(walking: Generator<undefined, T[]>, isOver = () => false): Promise<T[]> {
  while (!isOver()) {
    const { done, value } = walking.next()
    if (done) return value
    await new Promise((resolve) => setImmediate(resolve))
  }
  return []
}
