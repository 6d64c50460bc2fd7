import type { Counters } from '../../database/counters.ts'
import { limited } from '../../database/list.ts'
import type { Database } from '../../database/open.ts'
import type { HeaderPair } from '../../wire.ts'

/** A request from outside that may have changed something. Times in microseconds of the sandbox's clock. */
export interface InputRecord {
  seq: number
  /** When it came. */
  at: number
  method: string
  /** As sent, query included. */
  path: string
  headers: HeaderPair[]
  /** null when it was over the limit. */
  body: Buffer | null
  /** What it was answered with; 0 where a connection was cut or left without an answer. */
  status: number
  /** Of an order to the clock: where the clock stood behind it. */
  clockAfter: number | null
}

interface Stored extends Omit<InputRecord, 'headers' | 'clockAfter'> {
  headers: string
  clock_after: number | null
}

/** The counter that numbers inputs. It is not the sandbox's one sequence, so that recording changes no other number. */
export const inputCounter = 'inp'

export function createInputStore(database: Database, counters: Counters) {
  const insert = database.prepare('INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const after = database.prepare<[number, number], Stored>(
    `SELECT * FROM inputs WHERE seq > ? ORDER BY seq ${limited}`,
  )
  const first = database.prepare<[], number>('SELECT seq FROM inputs ORDER BY seq LIMIT 1').pluck()
  return {
    insert({ at, method, path, headers, body, status, clockAfter }: Omit<InputRecord, 'seq'>) {
      const seq = counters.next(inputCounter)
      insert.run(seq, at, method, path, JSON.stringify(headers), body, status, clockAfter)
    },
    /** Oldest first. */
    after: (seq: number, limit: number): InputRecord[] =>
      after.all(seq, limit).map(({ clock_after, headers, ...row }) => ({
        ...row,
        headers: JSON.parse(headers),
        clockAfter: clock_after,
      })),
    /** How many were recorded and are not kept any more. */
    gone: (): number => (first.get() ?? counters.current(inputCounter) + 1) - 1,
  }
}
export type InputStore = ReturnType<typeof createInputStore>
