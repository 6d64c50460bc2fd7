import type { Database } from '../database/open.ts'
import type { SchemeName } from '../signing/recipes.ts'
import { toIso } from '../time.ts'
import type { Subscription } from '../wire.ts'

/** Who wants which events, where, signed how. Times in microseconds. */
export interface SubscriptionRecord {
  seq: number
  id: string
  identity: string
  url: string
  description: string
  events: string[]
  version: string
  secret: string
  enabled: boolean
  createdAt: number
  updatedAt: number
  scheme: SchemeName
  /** Strictly one delivery at a time, in order, retries included. */
  ordered: boolean
  /** null takes the config's. */
  concurrency: number | null
  timeoutMs: number | null
  retryDelays: string[] | null
}

interface Stored {
  seq: number
  id: string
  identity: string
  url: string
  description: string
  events: string
  version: string
  secret: string
  enabled: number
  created_at: number
  updated_at: number
  scheme: SchemeName
  ordered: number
  concurrency: number | null
  timeout_ms: number | null
  retry_delays: string | null
}

const fromStored = (row: Stored): SubscriptionRecord => ({
  seq: row.seq,
  id: row.id,
  identity: row.identity,
  url: row.url,
  description: row.description,
  events: JSON.parse(row.events),
  version: row.version,
  secret: row.secret,
  enabled: row.enabled === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  scheme: row.scheme,
  ordered: row.ordered === 1,
  concurrency: row.concurrency,
  timeoutMs: row.timeout_ms,
  retryDelays: row.retry_delays === null ? null : JSON.parse(row.retry_delays),
})

const toStored = (record: SubscriptionRecord): Stored => ({
  seq: record.seq,
  id: record.id,
  identity: record.identity,
  url: record.url,
  description: record.description,
  events: JSON.stringify(record.events),
  version: record.version,
  secret: record.secret,
  enabled: record.enabled ? 1 : 0,
  created_at: record.createdAt,
  updated_at: record.updatedAt,
  scheme: record.scheme,
  ordered: record.ordered ? 1 : 0,
  concurrency: record.concurrency,
  timeout_ms: record.timeoutMs,
  retry_delays: record.retryDelays === null ? null : JSON.stringify(record.retryDelays),
})

/** A subscription as `/sandbox` tells it. */
export const subscriptionWire = (record: SubscriptionRecord): Subscription => ({
  id: record.id,
  url: record.url,
  description: record.description,
  events: record.events,
  version: record.version,
  secret: record.secret,
  status: record.enabled ? 'enabled' : 'disabled',
  created_time: toIso(record.createdAt),
  updated_time: toIso(record.updatedAt),
  identity: record.identity,
  scheme: record.scheme,
  ordered: record.ordered,
  concurrency: record.concurrency,
  timeout_ms: record.timeoutMs,
  retry_delays: record.retryDelays,
})

export function createSubscriptionStore(database: Database) {
  const columns =
    'seq, id, identity, url, description, events, version, secret, enabled, created_at, updated_at, scheme, ordered, concurrency, timeout_ms, retry_delays'
  const names = columns.split(', ')
  const put = database.prepare(
    `INSERT INTO subscriptions (${columns}) VALUES (${names.map((name) => `@${name}`).join(', ')})
     ON CONFLICT (seq) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  const select = (rest: string) =>
    database.prepare<unknown[], Stored>(`SELECT ${columns} FROM subscriptions ${rest}`)
  const byId = select('WHERE id = ?')
  const byIdentity = select('WHERE identity = ? ORDER BY seq')
  const enabled = select('WHERE enabled = 1 ORDER BY seq')
  const page = select('WHERE seq < ? ORDER BY seq DESC LIMIT ?')
  const every = select('ORDER BY seq')
  const remove = database.prepare('DELETE FROM subscriptions WHERE id = ?')

  return {
    /** Inserts a new one or replaces all of an old one's fields. */
    put: (record: SubscriptionRecord) => void put.run(toStored(record)),
    find: (id: string): SubscriptionRecord | undefined =>
      [byId.get(id)].flatMap((row) => (row ? [fromStored(row)] : []))[0],
    /** In order of creation. */
    of: (identity: string): SubscriptionRecord[] => byIdentity.all(identity).map(fromStored),
    enabled: (): SubscriptionRecord[] => enabled.all().map(fromStored),
    all: (): SubscriptionRecord[] => every.all().map(fromStored),
    page: (before: number, limit: number): SubscriptionRecord[] => page.all(before, limit).map(fromStored),
    remove: (id: string) => void remove.run(id),
  }
}
export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>
