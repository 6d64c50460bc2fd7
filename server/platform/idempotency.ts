/** Remembers used idempotency keys. */
import type { Database } from '../database/open.ts'
import { toIso } from '../words/time.ts'
import { refuse } from './errors.ts'

/** The header of a request that must be carried out only once. */
export const idempotencyHeader = 'Idempotency-Key'

/** How long a key counts, in microseconds. Source: the platform's reference, section 8. */
const windowUs = 24 * 3_600_000_000

/** Remembers the keys that an identity used. A second request is refused; the first response is not repeated. */
export function createIdempotency(database: Database) {
  const one = database
    .prepare<[string, string], number>('SELECT at FROM idempotency_keys WHERE identity = ? AND key = ?')
    .pluck()
  const put = database.prepare(
    'INSERT INTO idempotency_keys (identity, key, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const forget = database.prepare('DELETE FROM idempotency_keys WHERE at <= ? OR at > ?')
  return {
    /** Refuses a key that was used within the window. */
    check(identity: string, key: string, now: number) {
      const usedAt = one.get(identity, key)
      // If the clock was set back, later uses have not happened yet.
      if (usedAt === undefined || now < usedAt || now - usedAt >= windowUs) return
      refuse(
        'idempotency_key_exists',
        `The ${idempotencyHeader} ${key.slice(0, 100)} was used at ${toIso(usedAt)}; it may be used again at ${toIso(usedAt + windowUs)}`,
      )
    },
    /** Uses a key up. A used key keeps its time. */
    use(identity: string, key: string, now: number) {
      forget.run(now - windowUs, now)
      put.run(identity, key, now)
    },
  }
}
export type Idempotency = ReturnType<typeof createIdempotency>
