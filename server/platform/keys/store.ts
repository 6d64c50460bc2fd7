/** Stores temporary credentials. */
import type { Key } from '../../api/given.ts'
import type { Ids } from '../../database/ids.ts'
import type { Database } from '../../database/open.ts'
import { toIso } from '../../words/time.ts'
import { refuse } from '../errors.ts'

/** How long a temporary key is valid, and for how many calls. Source: what is public of the platform. */
const callsPerKey = 5
const lifetimeUs = 5 * 60_000_000
/** How long an expired key is remembered, so that a refusal can say why. */
const keptUs = 24 * 3_600_000_000
/** The beginning of a temporary key's Authorization. */
const prefix = 'temporary_'

interface Stored {
  identity: string
  owner: string
  calls_left: number
  expires_at: number
}

/** Temporary credentials that act for the identity that created them. */
export function createTemporaryKeys({ database, ids }: { database: Database; ids: Ids }) {
  const insert = database.prepare(
    'INSERT INTO temporary_keys ("authorization", identity, owner, calls_left, expires_at) VALUES (?, ?, ?, ?, ?)',
  )
  const one = database.prepare<[string], Stored>('SELECT * FROM temporary_keys WHERE "authorization" = ?')
  const forget = database.prepare('DELETE FROM temporary_keys WHERE expires_at < ?')
  const count = database.prepare(
    'UPDATE temporary_keys SET calls_left = calls_left - 1 WHERE "authorization" = ?',
  )
  return {
    issue(owner: string, now: number): Key {
      forget.run(now - keptUs)
      const key = { authorization: prefix + ids.uuid(), identity: ids.uuid() }
      insert.run(key.authorization, key.identity, owner, callsPerKey, now + lifetimeUs)
      return key
    },
    /** The identity of temporary credentials, without counting. */
    ownerOf(authorization: string | null, identity: string | null): string | undefined {
      const row = one.get(authorization ?? '')
      return row?.identity === identity ? row?.owner : undefined
    },
    /** As {@link use}, without counting. */
    check,
    /** Counts a call and returns its identity. Undefined for other credentials. */
    use(key: Key, now: number): string | undefined {
      const owner = check(key, now)
      if (owner !== undefined) count.run(key.authorization)
      return owner
    },
  }

  /** The identity of temporary credentials. Undefined for other credentials. Refuses invalid ones. */
  function check({ authorization, identity }: Key, now: number): string | undefined {
    const row = one.get(authorization)
    if (!row && authorization.startsWith(prefix))
      return refuse('auth_err', 'This temporary key does not exist')
    if (!row) return undefined
    if (row.identity !== identity)
      return refuse('auth_err', 'The temporary Authorization belongs to another Identity')
    if (row.expires_at <= now)
      return refuse('auth_err', `The temporary key expired at ${toIso(row.expires_at)}`)
    if (row.calls_left <= 0)
      return refuse('auth_err', `The temporary key has been used for its ${callsPerKey} calls`)
    return row.owner
  }
}
export type TemporaryKeys = ReturnType<typeof createTemporaryKeys>
