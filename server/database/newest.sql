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
, scheme_options TEXT NOT NULL DEFAULT '{}', old_secrets TEXT NOT NULL DEFAULT '[]', fault TEXT, failed_in_a_row INTEGER NOT NULL DEFAULT 0, disabled_reason TEXT, handshake TEXT, last_handshake TEXT) STRICT;
CREATE INDEX subscriptions_identity ON subscriptions (identity, seq);
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  event TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  source TEXT NOT NULL,
  run_id TEXT,
  payload TEXT NOT NULL
, call_id TEXT, traceparent TEXT, summary TEXT) STRICT;
CREATE TABLE endpoints (
  seq INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  scheme TEXT,
  secret TEXT,
  reply TEXT,
  captures INTEGER NOT NULL,
  replies INTEGER NOT NULL,
  created_at INTEGER NOT NULL
, forward_to TEXT NOT NULL DEFAULT '[]', rate_limit TEXT, rule_replies TEXT NOT NULL DEFAULT '{}', scheme_options TEXT NOT NULL DEFAULT '{}', old_secrets TEXT NOT NULL DEFAULT '[]') STRICT;
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
, armed TEXT, outcome TEXT, run_id TEXT) STRICT;
CREATE INDEX calls_error_code ON calls (error_code, seq) WHERE error_code IS NOT NULL;
CREATE TABLE objects (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  identity TEXT NOT NULL,
  parent TEXT,
  owner TEXT,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, state TEXT,
  UNIQUE (id, kind, identity)
) STRICT;
CREATE INDEX objects_kind ON objects (kind, identity, seq);
CREATE INDEX objects_parent ON objects (parent, kind, seq) WHERE parent IS NOT NULL;
CREATE INDEX objects_owner ON objects (owner, kind, seq) WHERE owner IS NOT NULL;
CREATE TABLE transactions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  identity TEXT NOT NULL,
  account_id TEXT NOT NULL,
  card_id TEXT,
  state TEXT NOT NULL,
  cents INTEGER NOT NULL,
  payment_type TEXT NOT NULL,
  transaction_type TEXT NOT NULL,
  description TEXT,
  merchant TEXT,
  decline_reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE INDEX transactions_account ON transactions (account_id, state, cents);
CREATE INDEX transactions_settled ON transactions (account_id, settled_at, seq) WHERE settled_at IS NOT NULL;
CREATE INDEX transactions_card ON transactions (card_id, created_at, seq) WHERE card_id IS NOT NULL;
CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  due_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  identity TEXT NOT NULL,
  object_id TEXT NOT NULL
, run_id TEXT, call_id TEXT, traceparent TEXT) STRICT;
CREATE INDEX jobs_due ON jobs (due_at, seq);
CREATE INDEX jobs_object ON jobs (object_id);
CREATE TABLE idempotency_keys (
  identity TEXT NOT NULL,
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (identity, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_at ON idempotency_keys (at);
CREATE TABLE temporary_keys (
  "authorization" TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  owner TEXT NOT NULL,
  calls_left INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE armed_errors (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  code TEXT,
  status INTEGER,
  body TEXT,
  outcome TEXT,
  method TEXT,
  path TEXT,
  identity TEXT,
  times INTEGER,
  after INTEGER NOT NULL,
  probability REAL,
  delay_ms INTEGER NOT NULL,
  source TEXT NOT NULL,
  matched INTEGER NOT NULL,
  fired INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX armed_errors_live ON armed_errors (seq) WHERE times IS NULL OR fired < times;
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
CREATE TABLE "deliveries" (
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
, scheme_options TEXT) STRICT;
CREATE TABLE "attempts" (
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
CREATE INDEX deliveries_due ON deliveries (subscription_id, next_attempt_at, seq) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_open ON deliveries (subscription_id, seq) WHERE finished_at IS NULL;
CREATE INDEX deliveries_ended ON deliveries (state, seq) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_retrying ON deliveries (seq) WHERE state = 'retrying';
CREATE INDEX deliveries_subscription ON deliveries (subscription_id, seq);
CREATE INDEX deliveries_event_seq ON deliveries (event_seq);
CREATE INDEX attempts_delivery ON attempts (delivery_seq, number);
CREATE INDEX attempts_unsearched ON attempts (seq) WHERE searched = 0;
CREATE INDEX events_run ON events (run_id, seq) WHERE run_id IS NOT NULL;
CREATE INDEX calls_run ON calls (run_id, seq) WHERE run_id IS NOT NULL;
CREATE TABLE runs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scenario TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  seed INTEGER NOT NULL,
  speed REAL,
  identity TEXT NOT NULL,
  subscription_id TEXT NOT NULL,
  -- The run's own receiver; null where a subscription was named.
  endpoint TEXT,
  variables TEXT NOT NULL,
  -- The standing rules and armed errors that it has made, which go with its end.
  standing TEXT NOT NULL,
  detail TEXT,
  steps TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX runs_scenario ON runs (scenario, seq);
CREATE TABLE inputs (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  headers TEXT NOT NULL,
  body BLOB,
  status INTEGER NOT NULL,
  -- Where the clock stood behind an order to it.
  clock_after INTEGER
) STRICT;
CREATE INDEX objects_state ON objects (kind, identity, state, seq);
CREATE TABLE "captures" (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  endpoint TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  query TEXT NOT NULL,
  -- The target as sent, where it is not path and query put together.
  target TEXT,
  http_version TEXT NOT NULL,
  framing TEXT NOT NULL,
  expects_continue INTEGER NOT NULL,
  peer TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  headers TEXT NOT NULL,
  trailers TEXT NOT NULL,
  body_size INTEGER NOT NULL,
  body_cut INTEGER NOT NULL,
  event TEXT,
  result TEXT NOT NULL,
  verdict TEXT NOT NULL,
  -- 0 while the causes of a verdict are still to be looked for.
  explained INTEGER NOT NULL,
  reply_status INTEGER NOT NULL,
  reply TEXT NOT NULL,
  reply_delay_ms INTEGER NOT NULL,
  webhook_id TEXT,
  delivery_id TEXT,
  mistakes TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  note TEXT,
  -- 1 where it was received by another sandbox, or before a reset, and brought here.
  imported INTEGER NOT NULL,
  -- Its number among the inputs of the session; NULL where it is none.
  input INTEGER,
  body BLOB
, summary TEXT, about TEXT, happened_at INTEGER) STRICT;
CREATE INDEX captures_endpoint ON captures (endpoint, seq);
CREATE INDEX captures_result ON captures (result, seq);
CREATE TABLE webhook_ids (webhook_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (webhook_id, seq)) STRICT, WITHOUT ROWID;
CREATE INDEX captures_delivery_id ON captures (delivery_id, seq) WHERE delivery_id IS NOT NULL;
CREATE INDEX captures_unexplained ON captures (seq) WHERE explained = 0;
CREATE INDEX captures_event ON captures (event, seq);
CREATE INDEX captures_reply_status ON captures (reply_status, seq);
CREATE INDEX captures_method ON captures (method, seq);
CREATE TABLE exchanges (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  capture_seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  at INTEGER NOT NULL,
  duration_ms REAL NOT NULL,
  method TEXT NOT NULL,
  request_headers TEXT NOT NULL,
  -- NULL where it is the capture's own.
  request_body BLOB,
  outcome TEXT NOT NULL,
  response_status INTEGER,
  response_headers TEXT,
  response_body BLOB,
  response_truncated INTEGER NOT NULL
, http_version TEXT NOT NULL DEFAULT '1.1', request_trailers TEXT NOT NULL DEFAULT '[]', answered INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX exchanges_capture ON exchanges (capture_seq, seq);
CREATE TABLE search_parts (
  source TEXT NOT NULL,
  number INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  records INTEGER NOT NULL,
  -- Whether the pieces of a full part have been merged into one.
  merged INTEGER NOT NULL DEFAULT 0, letters INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (source, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE search_zones (
  source TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  earliest INTEGER NOT NULL,
  latest INTEGER NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (source, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE capture_flags (
  flag TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (flag, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_call ON events (call_id, seq) WHERE call_id IS NOT NULL;
CREATE TABLE search_vocabulary (
  source TEXT NOT NULL,
  number INTEGER NOT NULL,
  words BLOB NOT NULL,
  PRIMARY KEY (source, number)
) STRICT;
CREATE INDEX attempt_ends_status ON attempt_ends (status) WHERE status >= 300;
CREATE INDEX calls_status ON calls (status, seq) WHERE status >= 400;
CREATE INDEX captures_forwarding ON captures (seq) WHERE reply ->> 'kind' = 'forwarding';
CREATE TABLE checks (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  state TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX captures_about ON captures (endpoint, about, happened_at) WHERE about IS NOT NULL;
