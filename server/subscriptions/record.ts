import { faultWire } from '../faults/read-once.ts'
import type { SchemeOptions } from '../signing/options.ts'
import type { SchemeName } from '../signing/recipes.ts'
import type { DisabledReason, Subscription } from '../wire.ts'
import { fitsPattern } from '../words/pattern.ts'
import { sayDisabled } from '../words/reason.ts'
import { toIso } from '../words/time.ts'

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
  /** What the scheme may be told, as `checkScheme` has let it in. */
  schemeOptions: SchemeOptions
  /** Those before a rotation, newest first; each also signs until its time. */
  oldSecrets: { secret: string; until: number }[]
  /** Put on every delivery, in the grammar of faults. */
  fault: string | null
  /** Deliveries given up since the last that succeeded. */
  failedInARow: number
  /** Why the sandbox disabled it; null where it is enabled, and where a caller disabled it. */
  disabledReason: DisabledReason | null
  /** Strictly one delivery at a time, in order, retries included. */
  ordered: boolean
  /** null takes the config's. */
  concurrency: number | null
  timeoutMs: number | null
  retryDelays: string[] | null
}

/** A row of the table. */
export interface Stored {
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
  scheme_options: string
  old_secrets: string
  fault: string | null
  failed_in_a_row: number
  disabled_reason: string | null
  ordered: number
  concurrency: number | null
  timeout_ms: number | null
  retry_delays: string | null
}

export const fromStored = (row: Stored): SubscriptionRecord => ({
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
  schemeOptions: JSON.parse(row.scheme_options),
  oldSecrets: JSON.parse(row.old_secrets),
  fault: row.fault,
  failedInARow: row.failed_in_a_row,
  disabledReason: row.disabled_reason === null ? null : JSON.parse(row.disabled_reason),
  ordered: row.ordered === 1,
  concurrency: row.concurrency,
  timeoutMs: row.timeout_ms,
  retryDelays: row.retry_delays === null ? null : JSON.parse(row.retry_delays),
})

export const toStored = (record: SubscriptionRecord): Stored => ({
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
  scheme_options: JSON.stringify(record.schemeOptions),
  old_secrets: JSON.stringify(record.oldSecrets),
  fault: record.fault,
  failed_in_a_row: record.failedInARow,
  disabled_reason: record.disabledReason && JSON.stringify(record.disabledReason),
  ordered: record.ordered ? 1 : 0,
  concurrency: record.concurrency,
  timeout_ms: record.timeoutMs,
  retry_delays: record.retryDelays === null ? null : JSON.stringify(record.retryDelays),
})

/** The secrets that sign at a time of the sandbox's clock, newest first. */
export const secretsOf = ({ secret, oldSecrets }: SubscriptionRecord, now: number): string[] =>
  oldSecrets.length === 0
    ? [secret]
    : [secret, ...oldSecrets.filter(({ until }) => until > now).map((old) => old.secret)]

/** A subscription as `/sandbox` tells it. */
export const subscriptionWire = (record: SubscriptionRecord, publicKey: string | null): Subscription => ({
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
  scheme_options: record.schemeOptions,
  public_key: publicKey,
  old_secrets: record.oldSecrets.map(({ secret, until }) => ({ secret, until: toIso(until) })),
  ...faultWire(record.fault),
  failed_in_a_row: record.failedInARow,
  disabled_reason: record.disabledReason && sayDisabled(record.disabledReason),
  disabled_reason_code: record.disabledReason?.code ?? null,
  ordered: record.ordered,
  concurrency: record.concurrency,
  timeout_ms: record.timeoutMs,
  retry_delays: record.retryDelays,
})

/** Whether any entry of a subscription's `events` names this event. */
export const matches = (entries: readonly string[], event: string): boolean =>
  entries.some((entry) => fitsPattern(entry, event))
