/** Counts the records that meet a condition, some at a time. */
import type { Pausable } from '../memory/in-slices.ts'
import type { Database } from './open.ts'

/** How many records one step examines: a few milliseconds. */
const step = 5000

/** Returns a function that counts the records of a table that meet a condition. It pauses between steps. */
export function createStepCount(database: Database, table: string, where: string): () => Pausable<number> {
  const end = database
    .prepare<[number], number>(
      `SELECT max(seq) FROM (SELECT seq FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${step})`,
    )
    .pluck()
  const within = database
    .prepare<[number, number], number>(
      `SELECT count(*) FROM ${table} WHERE seq > ? AND seq <= ? AND (${where})`,
    )
    .pluck()
  return function* count() {
    let counted = 0
    for (let from = 0, upTo = end.get(0); upTo; from = upTo, upTo = end.get(from)) {
      counted += within.get(from, upTo) ?? 0
      yield
    }
    return counted
  }
}
