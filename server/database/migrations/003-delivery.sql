ALTER TABLE subscriptions ADD COLUMN scheme_options TEXT NOT NULL DEFAULT '{}';
-- Secrets from before rotations, newest first: [{secret, until}], the time in microseconds.
ALTER TABLE subscriptions ADD COLUMN old_secrets TEXT NOT NULL DEFAULT '[]';
ALTER TABLE subscriptions ADD COLUMN fault TEXT;
ALTER TABLE subscriptions ADD COLUMN failed_in_a_row INTEGER NOT NULL DEFAULT 0;

-- Fault rules, which put faults on new deliveries.
CREATE TABLE fault_rules (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  fault TEXT NOT NULL,
  event TEXT,
  subscription_id TEXT,
  every INTEGER,
  probability REAL,
  first INTEGER,
  source TEXT NOT NULL,
  matched INTEGER NOT NULL,
  fired INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The amount of written data decides the speed of a delivery. So deliveries refer to their event by number, have only the
-- indexes that the engine and the lists need, and keep their length: a row that grows splits its page.
CREATE TABLE new_deliveries (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  event_seq INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  event TEXT NOT NULL,
  subscription_id TEXT NOT NULL,
  url TEXT NOT NULL,
  scheme TEXT NOT NULL,
  fault TEXT,
  body BLOB,
  headers TEXT,
  state TEXT NOT NULL,
  attempts_made INTEGER NOT NULL,
  attempts_max INTEGER NOT NULL,
  -- Those that were cut short included.
  attempts_begun INTEGER NOT NULL,
  next_attempt_at INTEGER,
  -- Set while it is open and was signed.
  last_signed_at INTEGER,
  reason TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
INSERT INTO new_deliveries
  SELECT deliveries.seq, deliveries.id, coalesce(events.seq, 0), event_id, deliveries.event, subscription_id, url, scheme, NULL, body, headers,
    state, attempts_made, attempts_max,
    (SELECT coalesce(max(number), 0) FROM attempts WHERE delivery_id = deliveries.id),
    next_attempt_at, last_signed_at, reason, created_at, finished_at
  FROM deliveries LEFT JOIN events ON events.id = event_id;

-- An attempt is written once, when it begins. Only `searched` changes: whether the full-text index, which is filled after the
-- commits, contains the attempt. Its end is in another table.
CREATE TABLE new_attempts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  delivery_seq INTEGER NOT NULL,
  delivery_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  signed_at INTEGER NOT NULL,
  fault TEXT,
  changes TEXT,
  url TEXT NOT NULL,
  http_version TEXT NOT NULL,
  headers TEXT NOT NULL,
  -- Only where it differs from the delivery's.
  body BLOB,
  searched INTEGER NOT NULL
) STRICT;
INSERT INTO new_attempts
  SELECT attempts.seq, attempts.id, deliveries.seq, delivery_id, number, started_at, signed_at, NULL, NULL,
    request_url, '1.1', request_headers, NULL, outcome IS NOT NULL
  FROM attempts JOIN new_deliveries AS deliveries ON deliveries.id = delivery_id;

CREATE TABLE attempt_ends (
  seq INTEGER PRIMARY KEY,
  duration_ms REAL NOT NULL,
  outcome TEXT NOT NULL,
  phases TEXT,
  sent_bytes INTEGER,
  status INTEGER,
  http_version TEXT,
  headers TEXT,
  body BLOB,
  size INTEGER,
  truncated INTEGER
) STRICT;
INSERT INTO attempt_ends
  SELECT attempts.seq, coalesce(duration_ms, 0),
    iif(outcome ->> 'kind' = 'timed_out', json_set(outcome, '$.phase', 'waiting'), outcome), NULL, NULL, response_status, iif(response_status IS NULL, NULL, '1.1'),
    response_headers, response_body, length(response_body), response_truncated
  FROM attempts JOIN new_deliveries AS deliveries ON deliveries.id = delivery_id WHERE outcome IS NOT NULL;

DROP TABLE attempts;
DROP TABLE deliveries;
ALTER TABLE new_deliveries RENAME TO deliveries;
ALTER TABLE new_attempts RENAME TO attempts;

-- next_attempt_at is only set while a delivery waits. These two indexes are the engine's queue.
DROP INDEX events_event;
CREATE INDEX deliveries_due ON deliveries (subscription_id, next_attempt_at, seq) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_open ON deliveries (subscription_id, seq) WHERE finished_at IS NULL;
CREATE INDEX deliveries_ended ON deliveries (state, seq) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_retrying ON deliveries (seq) WHERE state = 'retrying';
CREATE INDEX deliveries_subscription ON deliveries (subscription_id, seq);
CREATE INDEX deliveries_event_seq ON deliveries (event_seq);
CREATE INDEX attempts_delivery ON attempts (delivery_seq, number);
CREATE INDEX attempts_unsearched ON attempts (seq) WHERE searched = 0;

-- The index contains the records up to these numbers.
INSERT INTO settings (name, value)
  SELECT 'searched:' || kind, CAST((SELECT value FROM counters WHERE name = 'seq') AS TEXT)
  FROM (SELECT 'events' AS kind UNION SELECT 'deliveries' UNION SELECT 'captures' UNION SELECT 'calls')
  WHERE EXISTS (SELECT 1 FROM counters WHERE name = 'seq');
