-- The HTTP version and the trailers with which a request was forwarded or sent again. Earlier requests had no trailers.
ALTER TABLE exchanges ADD COLUMN http_version TEXT NOT NULL DEFAULT '1.1';
ALTER TABLE exchanges ADD COLUMN request_trailers TEXT NOT NULL DEFAULT '[]';
UPDATE exchanges SET http_version = '1.0' WHERE kind = 'replay'
  AND (SELECT http_version FROM captures WHERE captures.seq = capture_seq) = '1.0';
