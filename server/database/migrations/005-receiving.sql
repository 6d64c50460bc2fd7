-- Captures anew: the body stands last, so that a list does not read through the pages of large ones, and what is looked at
-- behind the reply has columns of its own.
CREATE TABLE new_captures (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  endpoint TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  query TEXT NOT NULL,
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
  reply_rule TEXT NOT NULL,
  reply_delay_ms INTEGER NOT NULL,
  webhook_id TEXT,
  delivery_id TEXT,
  mistakes TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  note TEXT,
  body BLOB
) STRICT;
INSERT INTO new_captures
  SELECT seq, id, endpoint, received_at, method, path, query, http_version,
    CASE WHEN lower(headers) LIKE '%["transfer-encoding","%chunked%' THEN 'chunked'
      WHEN lower(headers) LIKE '%["content-length","%' THEN 'length' ELSE 'none' END,
    lower(headers) LIKE '%["expect","100-continue"]%',
    peer, duration_ms, headers, trailers, body_size, body_cut, event, result, verdict, 1, reply_status, reply_rule,
    reply_delay_ms, webhook_id, delivery_id, '[]', 0, NULL, body
  FROM captures;
DROP TABLE captures;
ALTER TABLE new_captures RENAME TO captures;
CREATE INDEX captures_endpoint ON captures (endpoint, seq);
CREATE INDEX captures_result ON captures (result, seq);
CREATE INDEX captures_webhook_id ON captures (webhook_id, seq) WHERE webhook_id IS NOT NULL;
CREATE INDEX captures_delivery_id ON captures (delivery_id, seq) WHERE delivery_id IS NOT NULL;
CREATE INDEX captures_unexplained ON captures (seq) WHERE explained = 0;
CREATE INDEX captures_pinned ON captures (seq) WHERE pinned = 1;

-- The addresses that an endpoint passes its requests on to, how many it answers in a time, the steps that each of its rules has
-- taken, and the newest time of an event that it was told.
ALTER TABLE endpoints ADD COLUMN forward_to TEXT NOT NULL DEFAULT '[]';
ALTER TABLE endpoints ADD COLUMN rate_limit TEXT;
ALTER TABLE endpoints ADD COLUMN rule_replies TEXT NOT NULL DEFAULT '{}';
ALTER TABLE endpoints ADD COLUMN newest_event_at INTEGER;

-- A captured request passed on as it came (kind forward) or sent again later (replay), and what was answered.
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
) STRICT;
CREATE INDEX exchanges_capture ON exchanges (capture_seq, seq);
