/** Estimates how many bytes the deletable records use. */
import { setImmediate } from 'node:timers/promises'
import { limited } from './list.ts'
import type { Database } from './open.ts'

/** How many records are measured at a time, so that nobody waits long. */
const atOnce = 250
/** The approximate size of a record besides its texts, including indexes. */
const recordBytes = 400

const bytesOf = (...columns: string[]) =>
  columns.map((column) => `ifnull(octet_length(${column}), 0)`).join(' + ')

/** The size of a deletable record of each kind, and 0 for others. The word index is left out. */
const weights = {
  captures: `iif(pinned, 0, ${recordBytes} + ${bytesOf('headers', 'verdict', 'body')} + (
    SELECT total(${bytesOf('request_body', 'response_headers', 'response_body')}) FROM exchanges WHERE capture_seq = captures.seq
  ))`,
  deliveries: `iif(finished_at IS NULL, 0, ${recordBytes} + ${bytesOf('deliveries.body', 'deliveries.headers')} + (
    SELECT total(${recordBytes} + ${bytesOf('attempts.headers', 'attempts.body', 'attempt_ends.headers', 'attempt_ends.body')})
    FROM attempts LEFT JOIN attempt_ends USING (seq) WHERE delivery_seq = deliveries.seq
  ))`,
  events: `iif(EXISTS (SELECT 1 FROM deliveries WHERE event_seq = events.seq AND finished_at IS NULL), 0,
    ${recordBytes} + ${bytesOf('payload')})`,
  calls: `${recordBytes} + ${bytesOf('request_headers', 'request_body', 'response_headers', 'response_body')}`,
  inputs: `${recordBytes} + ${bytesOf('headers', 'body')}`,
}

/**
 * Tells whether the deletable records use at least a number of bytes. Reads the newest first and stops early, in small
 * steps. The length of a body is cheap to read, and a few large records decide quickly.
 */
export function createWeights(database: Database) {
  const looks = Object.entries(weights).map(([table, weight]) =>
    database.prepare<[number, number], { last: number | null; bytes: number }>(
      `SELECT min(seq) AS last, total(weight) AS bytes
       FROM (SELECT seq, ${weight} AS weight FROM ${table} WHERE seq < ? ORDER BY seq DESC ${limited})`,
    ),
  )
  return async function weighsAtLeast(bytes: number, isStopped: () => boolean): Promise<boolean> {
    let missing = bytes
    for (const look of looks) {
      let before: number | null = Number.MAX_SAFE_INTEGER
      while (before !== null && !isStopped()) {
        const found: { last: number | null; bytes: number } | undefined = look.get(before, atOnce)
        missing -= found?.bytes ?? 0
        if (missing <= 0) return true
        before = found?.last ?? null
        await setImmediate()
      }
    }
    return false
  }
}
