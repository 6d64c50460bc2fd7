import type { Database } from '../../server/database/open.ts'

/** What takes each migration back, as far as tests make older files of new ones: the version that it led to, and the SQL. */
const undo: Readonly<Record<number, string>> = {
  21: `DROP INDEX captures_about; ALTER TABLE captures DROP COLUMN about; ALTER TABLE captures DROP COLUMN happened_at;
    ALTER TABLE endpoints ADD COLUMN newest_event_at INTEGER; ALTER TABLE endpoints ADD COLUMN newest_event_by TEXT`,
  20: 'ALTER TABLE events DROP COLUMN summary; ALTER TABLE captures DROP COLUMN summary',
  19: 'ALTER TABLE subscriptions DROP COLUMN handshake; ALTER TABLE subscriptions DROP COLUMN last_handshake',
  18: 'ALTER TABLE events DROP COLUMN traceparent; ALTER TABLE jobs DROP COLUMN traceparent',
  17: 'DROP TABLE checks',
  16: 'DROP INDEX captures_forwarding',
  15: `UPDATE deliveries SET reason = 'the subscription was disabled' || iif(reason ->> '$.by.code' = 'gone', ': its receiver answered 410 Gone', '')
    WHERE reason ->> 'code' = 'subscription_disabled'`,
  14: `ALTER TABLE captures RENAME COLUMN reply TO reply_rule;
    ALTER TABLE exchanges DROP COLUMN answered;
    CREATE INDEX captures_passing ON captures (reply_rule)
      WHERE reply_rule >= 'being passed on to ' AND reply_rule < 'being passed on to!'`,
  13: 'DROP INDEX attempt_ends_status; DROP INDEX calls_status',
  12: 'ALTER TABLE search_parts DROP COLUMN letters',
  11: 'ALTER TABLE deliveries DROP COLUMN scheme_options',
  10: 'ALTER TABLE endpoints DROP COLUMN old_secrets',
  9: 'ALTER TABLE exchanges DROP COLUMN http_version; ALTER TABLE exchanges DROP COLUMN request_trailers',
  8: 'ALTER TABLE subscriptions DROP COLUMN disabled_reason',
}

/** Makes a file of the newest version one of an older version. */
export function makeOlder(database: Database, version: number) {
  const newest = Number(database.pragma('user_version', { simple: true }))
  for (let from = newest; from > version; from--) database.exec(undo[from] ?? '')
  database.pragma(`user_version = ${version}`)
}
