/** Stores the recorded requests of a session. */
import { storedJson } from '../database/columns.ts'
import { createStepCount } from '../database/count-in-steps.ts'
import type { Counters } from '../database/counters.ts'
import type { Database } from '../database/open.ts'
import type { Pausable } from '../memory/in-slices.ts'
import type { HeaderPair } from '../wire.ts'

/** Headers of one connection or moment. A client that replays the request writes these headers itself. */
const ofTheMoment = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
  'content-length',
  'date',
]

/** The headers that belong to the request itself, in order and case. */
const keptHeaders = (headers: readonly HeaderPair[]): HeaderPair[] =>
  headers.filter(([name]) => !ofTheMoment.includes(name.toLowerCase()))

/** A request from outside that may have changed something. Times are in microseconds of the sandbox's clock. */
export interface InputRecord {
  seq: number
  /** When the request arrived. */
  at: number
  method: string
  /** As sent, query included. */
  path: string
  headers: HeaderPair[]
  /** null if the body exceeded the limit. */
  body: Buffer | null
  /** The status of the response; 0 if the connection was closed or left without a response. */
  status: number
  /** For an order to the clock: the clock's time after the order. */
  clockAfter: number | null
}

interface Stored extends Omit<InputRecord, 'headers'> {
  /** The key of the row in its own table, from which reading continues. */
  row: number
  headers: string
}

/**
 * The counter that numbers inputs. It is separate from the sandbox's sequence, so that recording changes no other
 * number.
 */
export const inputCounter = 'inp'

/** A capture as an input, so that its content is stored only once. */
const ofCapture = `input AS seq, received_at AS at, method, coalesce(target, path || iif(query = '', '', '?' || query)) AS path,
  headers, body, reply_status AS status, NULL AS clockAfter`

export function createInputStore(database: Database, counters: Counters) {
  const insert = database.prepare('INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const sources = [
    `SELECT seq, at, method, path, headers, body, status, clock_after AS clockAfter, seq AS row FROM inputs WHERE seq > ? ORDER BY seq LIMIT 1`,
    // In both tables, the row keys rise with the input numbers. A bare `seq` would order by the input, which has no index.
    `SELECT ${ofCapture}, seq AS row FROM captures WHERE seq > ? AND input IS NOT NULL ORDER BY captures.seq LIMIT 1`,
  ].map((sql) => database.prepare<[number], Stored>(sql))
  const ofOwn = createStepCount(database, 'inputs', '1')
  const ofCaptures = createStepCount(database, 'captures', 'input IS NOT NULL')
  const paths = database.prepare<[number], { seq: number; path: string }>(
    'SELECT seq, path FROM inputs WHERE seq > ? ORDER BY seq LIMIT 1000',
  )
  const take = database.prepare(
    `INSERT INTO inputs SELECT seq, at, method, path, headers, body, status, clockAfter
     FROM (SELECT ${ofCapture} FROM captures WHERE input IS NOT NULL)`,
  )

  /** The rows of one table. Each is read alone, since it may have megabytes. */
  function* rowsOf(source: (typeof sources)[number]): Generator<Stored> {
    for (let row = source.get(0); row; row = source.get(row.row)) yield row
  }

  return {
    insert({ at, method, path, headers, body, status, clockAfter }: Omit<InputRecord, 'seq'>) {
      const seq = counters.next(inputCounter)
      insert.run(seq, at, method, path, JSON.stringify(headers), body, status, clockAfter)
    },
    /** The number of a capture among the inputs. */
    next: () => counters.next(inputCounter),
    /** All inputs, oldest first. */
    *all(): Generator<InputRecord> {
      // What comes while this is read is left out, since one of the two may have been read to its end.
      const upTo = counters.current(inputCounter)
      const sides = sources.map(rowsOf)
      const heads = sides.map((side) => side.next().value as Stored | undefined)
      for (;;) {
        const at = older(heads[0], heads[1])
        const row = heads[at]
        if (!row || row.seq > upTo) return
        yield toRecord(row)
        heads[at] = sides[at]?.next().value as Stored | undefined
      }
    },
    /** Takes over what captures hold of them, since these are about to go. */
    takeFromCaptures: () => void take.run(),
    /** The paths of the inputs that are not captures, each once. */
    *paths(): Pausable<Set<string>> {
      const found = new Set<string>()
      for (let rows = paths.all(0); rows.length > 0; rows = paths.all(rows.at(-1)?.seq ?? 0)) {
        for (const { path } of rows) found.add(path)
        yield
      }
      return found
    },
    /** How many were recorded and are not kept any more. */
    *gone(): Pausable<number> {
      const recorded = counters.current(inputCounter)
      return recorded - (yield* ofOwn()) - (yield* ofCaptures())
    },
  }
}
export type InputStore = ReturnType<typeof createInputStore>

/** Which of the two comes first: 0 or 1. */
const older = (a: Stored | undefined, b: Stored | undefined) =>
  b === undefined || (a && a.seq < b.seq) ? 0 : 1

const toRecord = ({ row: _, headers, ...record }: Stored): InputRecord => ({
  ...record,
  headers: keptHeaders(storedJson(headers)),
})
