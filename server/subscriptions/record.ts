/** What the sandbox stores about a subscription, and how it converts that to rows and JSON. */
import { storedJson } from '../database/columns.ts'
import { faultWire } from '../faults/read-once.ts'
import type { SchemeOptions } from '../signing/options.ts'
import type { SchemeName } from '../signing/recipes.ts'
import type { DisabledReason, HandshakeKind, LastHandshake, Outcome, Subscription } from '../wire.ts'
import { sayHandshake } from '../words/handshake.ts'
import { told } from '../words/outcome.ts'
import { fitsPattern } from '../words/pattern.ts'
import { sayDisabled } from '../words/reason.ts'
import { toIso } from '../words/time.ts'

/** How a handshake ended. */
export type HandshakeRecord = Omit<LastHandshake, 'summary' | 'fix' | 'outcome'> & { outcome: Outcome }

/** A subscription: who receives which events, where, and with which signature. Times are in microseconds. */
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
  /** The options of the scheme, checked by `checkScheme`. */
  schemeOptions: SchemeOptions
  /** The secrets before rotations, newest first. Each signs until its time. */
  oldSecrets: { secret: string; until: number }[]
  /** The fault of every delivery, in the grammar of faults. */
  fault: string | null
  /** How many deliveries have failed for good since the last success. */
  failedInARow: number
  /** Why the sandbox disabled the subscription. Null if it is enabled or a caller disabled it. */
  disabledReason: DisabledReason | null
  /** Sends one delivery at a time, in order, retries included. */
  ordered: boolean
  /** null uses the config's value. */
  concurrency: number | null
  timeoutMs: number | null
  retryDelays: string[] | null
  /** The handshake that the receiver must pass, or null. */
  handshake: HandshakeKind | null
  lastHandshake: HandshakeRecord | null
}

type Flag = 'enabled' | 'ordered'
type Json = 'events' | 'schemeOptions' | 'oldSecrets'
type JsonOrNull = 'disabledReason' | 'retryDelays' | 'lastHandshake'

/** A row of the table, with the field names of a record. */
export type Stored = Omit<SubscriptionRecord, Flag | Json | JsonOrNull> &
  Record<Flag, number> &
  Record<Json, string> &
  Record<JsonOrNull, string | null>

export const fields =
  'seq, id, identity, url, description, events, version, secret, enabled, createdAt, updatedAt, scheme, schemeOptions, oldSecrets, fault, failedInARow, disabledReason, ordered, concurrency, timeoutMs, retryDelays, handshake, lastHandshake'

export const fromStored = (row: Stored): SubscriptionRecord => ({
  ...row,
  enabled: row.enabled === 1,
  ordered: row.ordered === 1,
  events: storedJson(row.events),
  schemeOptions: storedJson(row.schemeOptions),
  oldSecrets: storedJson(row.oldSecrets),
  disabledReason: row.disabledReason === null ? null : storedJson(row.disabledReason),
  retryDelays: row.retryDelays === null ? null : storedJson(row.retryDelays),
  lastHandshake: row.lastHandshake === null ? null : storedJson(row.lastHandshake),
})

export const toStored = (record: SubscriptionRecord): Stored => ({
  ...record,
  enabled: Number(record.enabled),
  ordered: Number(record.ordered),
  events: JSON.stringify(record.events),
  schemeOptions: JSON.stringify(record.schemeOptions),
  oldSecrets: JSON.stringify(record.oldSecrets),
  disabledReason: record.disabledReason && JSON.stringify(record.disabledReason),
  retryDelays: record.retryDelays && JSON.stringify(record.retryDelays),
  lastHandshake: record.lastHandshake && JSON.stringify(record.lastHandshake),
})

/** The secrets that sign at a time of the sandbox's clock, newest first. */
export const secretsOf = ({ secret, oldSecrets }: SubscriptionRecord, now: number): string[] =>
  oldSecrets.length === 0
    ? [secret]
    : [secret, ...oldSecrets.filter(({ until }) => until > now).map((old) => old.secret)]

/** The JSON of a subscription under `/sandbox`. */
export const subscriptionWire = (
  record: SubscriptionRecord,
  {
    publicKey,
    sameAddress,
    health,
  }: {
    publicKey: string | null
    sameAddress: readonly SubscriptionRecord[]
    health: Subscription['health']
  },
): Subscription => ({
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
  health,
  disabled_reason: record.disabledReason && sayDisabled(record.disabledReason),
  disabled_reason_code: record.disabledReason?.code ?? null,
  same_address: sameAddress.map(({ id }) => id),
  ordered: record.ordered,
  concurrency: record.concurrency,
  timeout_ms: record.timeoutMs,
  retry_delays: record.retryDelays,
  handshake: record.handshake,
  last_handshake: record.lastHandshake && {
    ...record.lastHandshake,
    ...sayHandshake(record.lastHandshake),
    outcome: told(record.lastHandshake.outcome),
  },
})

/** Whether any pattern in a subscription's `events` matches this event. */
export const matches = (entries: readonly string[], event: string): boolean =>
  entries.some((entry) => fitsPattern(entry, event))
