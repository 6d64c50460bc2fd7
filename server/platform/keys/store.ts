import type { Key } from '../../api/given.ts'
import type { Ids } from '../../database/ids.ts'
import type { Database } from '../../database/open.ts'
import { toIso } from '../../words/time.ts'
import { refuse } from '../errors.ts'

/** How long a temporary key lives and how many calls it is good for. Source: what is public of the platform. */
const callsPerKey = 5
const lifetimeUs = 5 * 60_000_000
/** How long a key that has expired is remembered, so that it is refused with the reason. */
const keptUs = 24 * 3_600_000_000
/** What the Authorization of a temporary key begins with. */
const prefix = 'temporary_'

interface Stored {
  identity: string
  owner: string
  calls_left: number
  expires_at: number
}

/** Temporary pairs of credentials, each of which acts for the identity that asked for it. */
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
    /** Whom credentials act for, where they are temporary ones; counts nothing. */
    ownerOf(authorization: string | null, identity: string | null): string | undefined {
      const row = one.get(authorization ?? '')
      return row?.identity === identity ? row?.owner : undefined
    },
    /** As {@link use}, but counts nothing. */
    check,
    /** Counts a call and answers whom it acts for; undefined when the credentials are no temporary ones. */
    use(key: Key, now: number): string | undefined {
      const owner = check(key, now)
      if (owner !== undefined) count.run(key.authorization)
      return owner
    },
  }

  /** Whom credentials act for, undefined when they are no temporary ones; refuses temporary ones that are not good. */
  function check({ authorization, identity }: Key, now: number): string | undefined {
    const row = one.get(authorization)
    if (!row && authorization.startsWith(prefix)) return refuse('auth_err', 'There is no such temporary key')
    if (!row) return undefined
    if (row.identity !== identity)
      return refuse('auth_err', 'The temporary Authorization goes with another Identity')
    if (row.expires_at <= now)
      return refuse('auth_err', `The temporary key expired at ${toIso(row.expires_at)}`)
    if (row.calls_left <= 0)
      return refuse('auth_err', `The temporary key has been used for its ${callsPerKey} calls`)
    return row.owner
  }
}
export type TemporaryKeys = ReturnType<typeof createTemporaryKeys>
