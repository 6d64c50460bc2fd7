CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE subscriptions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  identity TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  events TEXT NOT NULL,
  version TEXT NOT NULL,
  secret TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  scheme TEXT NOT NULL,
  ordered INTEGER NOT NULL,
  concurrency INTEGER,
  timeout_ms INTEGER,
  retry_delays TEXT
) STRICT;
CREATE INDEX subscriptions_identity ON subscriptions (identity, seq);

CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  event TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  source TEXT NOT NULL,
  run_id TEXT,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX events_event ON events (event, seq);

CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  event_id TEXT NOT NULL,
  event TEXT NOT NULL,
  subscription_id TEXT NOT NULL,
  url TEXT NOT NULL,
  scheme TEXT NOT NULL,
  body BLOB,
  headers TEXT,
  state TEXT NOT NULL,
  attempts_made INTEGER NOT NULL,
  attempts_max INTEGER NOT NULL,
  next_attempt_at INTEGER,
  last_outcome TEXT,
  last_duration_ms REAL,
  last_signed_at INTEGER,
  reason TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
-- next_attempt_at is only set while a delivery waits. These two indexes are the engine's queue.
CREATE INDEX deliveries_due ON deliveries (subscription_id, next_attempt_at, seq) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_waiting ON deliveries (subscription_id, seq) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_state ON deliveries (state, seq);
CREATE INDEX deliveries_event ON deliveries (event, seq);
CREATE INDEX deliveries_event_id ON deliveries (event_id, seq);
CREATE INDEX deliveries_subscription ON deliveries (subscription_id, seq);

CREATE TABLE attempts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  delivery_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  signed_at INTEGER NOT NULL,
  duration_ms REAL,
  outcome TEXT,
  request_url TEXT NOT NULL,
  request_headers TEXT NOT NULL,
  response_status INTEGER,
  response_headers TEXT,
  response_body BLOB,
  response_truncated INTEGER,
  UNIQUE (delivery_id, number)
) STRICT;
CREATE INDEX attempts_open ON attempts (seq) WHERE outcome IS NULL;

CREATE TABLE endpoints (
  seq INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  scheme TEXT,
  secret TEXT,
  reply TEXT,
  captures INTEGER NOT NULL,
  replies INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE captures (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  endpoint TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  query TEXT NOT NULL,
  http_version TEXT NOT NULL,
  peer TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  headers TEXT NOT NULL,
  trailers TEXT NOT NULL,
  body BLOB,
  body_size INTEGER NOT NULL,
  body_cut INTEGER NOT NULL,
  event TEXT,
  result TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reply_status INTEGER NOT NULL,
  reply_rule TEXT NOT NULL,
  reply_delay_ms INTEGER NOT NULL,
  webhook_id TEXT,
  delivery_id TEXT
) STRICT;
CREATE INDEX captures_endpoint ON captures (endpoint, seq);
CREATE INDEX captures_result ON captures (result, seq);
CREATE INDEX captures_webhook_id ON captures (webhook_id, seq);
CREATE INDEX captures_delivery_id ON captures (delivery_id, seq);

CREATE TABLE calls (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  identity TEXT,
  status INTEGER NOT NULL,
  error_code TEXT,
  duration_ms REAL NOT NULL,
  request_headers TEXT NOT NULL,
  request_body BLOB,
  response_headers TEXT NOT NULL,
  response_body TEXT NOT NULL
) STRICT;

-- One full-text index for every kind. ref is the number of the record; rowid is independent of it.
CREATE VIRTUAL TABLE search USING fts5 (text, ref UNINDEXED, content = '', contentless_delete = 1, contentless_unindexed = 1);
