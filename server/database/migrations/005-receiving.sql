-- A new table of captures. The body is the last column, so that a list does not read the pages of large bodies. Facts that
-- are found after the reply have their own columns.
CREATE TABLE new_captures (
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
  reply_rule TEXT NOT NULL,
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
) STRICT;
INSERT INTO new_captures
  SELECT seq, id, endpoint, received_at, method, path, query, NULL, http_version,
    CASE WHEN lower(headers) LIKE '%["transfer-encoding","%chunked%' THEN 'chunked'
      WHEN lower(headers) LIKE '%["content-length","%' THEN 'length' ELSE 'none' END,
    lower(headers) LIKE '%["expect","100-continue"]%',
    peer, duration_ms, headers, trailers, body_size, body_cut, event, result,
    -- What verdicts and causes tell since: nobody looks for it again.
    json_set(verdict, '$.explained', json('true'), '$.tried', NULL, '$.causes', json((
      SELECT json_group_array(json_set(value, '$.expected', NULL, '$.received', NULL, '$.diff', NULL))
      FROM json_each(verdict, '$.causes')))),
    1, reply_status, reply_rule, reply_delay_ms, webhook_id, delivery_id, '[]', 0, NULL, 0, NULL, body
  FROM captures;
DROP TABLE captures;
ALTER TABLE new_captures RENAME TO captures;
CREATE INDEX captures_endpoint ON captures (endpoint, seq);
CREATE INDEX captures_result ON captures (result, seq);
-- The sender's ids in captures. Filled after the commits, like the full-text index.
CREATE TABLE webhook_ids (webhook_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (webhook_id, seq)) STRICT, WITHOUT ROWID;
CREATE INDEX captures_delivery_id ON captures (delivery_id, seq) WHERE delivery_id IS NOT NULL;
CREATE INDEX captures_unexplained ON captures (seq) WHERE explained = 0;
-- Captures that are being forwarded, a few at a time. A start finds those that a kill cut.
CREATE INDEX captures_passing ON captures (reply_rule)
  WHERE reply_rule >= 'being passed on to ' AND reply_rule < 'being passed on to!';
CREATE INDEX captures_event ON captures (event, seq);
CREATE INDEX captures_reply_status ON captures (reply_status, seq);
CREATE INDEX captures_method ON captures (method, seq);

-- The forward addresses of an endpoint, its rate limit, the steps that each of its rules has taken, the newest event time it
-- received with the capture of that event, and the options of its scheme.
ALTER TABLE endpoints ADD COLUMN forward_to TEXT NOT NULL DEFAULT '[]';
ALTER TABLE endpoints ADD COLUMN rate_limit TEXT;
ALTER TABLE endpoints ADD COLUMN rule_replies TEXT NOT NULL DEFAULT '{}';
ALTER TABLE endpoints ADD COLUMN newest_event_at INTEGER;
ALTER TABLE endpoints ADD COLUMN newest_event_by TEXT;
ALTER TABLE endpoints ADD COLUMN scheme_options TEXT NOT NULL DEFAULT '{}';

-- A captured request that was forwarded (kind forward) or sent again later (replay), with the response.
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

-- The parts of the full-text index: search_{source}_{number}. Each contains some thousand records of one source, from number
-- `first` to number `last`.
DROP TABLE search;
-- FTS5 leaves this table behind, and treats it as its own until the file is opened again.
DROP TABLE IF EXISTS search_content;
CREATE TABLE search_parts (
  source TEXT NOT NULL,
  number INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  records INTEGER NOT NULL,
  -- Whether the pieces of a full part have been merged into one.
  merged INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (source, number)
) STRICT, WITHOUT ROWID;
-- The first and last time of each stretch of record numbers.
CREATE TABLE search_zones (
  source TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  earliest INTEGER NOT NULL,
  latest INTEGER NOT NULL,
  records INTEGER NOT NULL,
  PRIMARY KEY (source, first)
) STRICT, WITHOUT ROWID;
-- Everything is indexed again.
DELETE FROM settings WHERE name LIKE 'searched:%';
UPDATE attempts SET searched = 0 WHERE searched = 1;

-- Flags that few captures have, such as a mistake or a proved cause. A rare flag is found without a cost for other captures.
CREATE TABLE capture_flags (
  flag TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (flag, seq)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO capture_flags
  SELECT 'cause:' || json_extract(cause.value, '$.cause'), seq FROM captures, json_each(verdict, '$.causes') AS cause;
