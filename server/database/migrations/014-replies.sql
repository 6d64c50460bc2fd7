-- How a request was answered is kept as fields (JSON) in place of a sentence.
DROP INDEX captures_passing;
ALTER TABLE captures RENAME COLUMN reply_rule TO reply;
UPDATE captures SET reply = earlier_reply(reply);
-- Captures that are being forwarded, a few at a time. A start finds those that a kill cut.
CREATE INDEX captures_forwarding ON captures (seq) WHERE reply ->> 'kind' = 'forwarding';

-- Whether the answer of an exchange is the one that the sender got. Where several addresses of one host were asked, earlier
-- versions did not keep which of them answered.
ALTER TABLE exchanges ADD COLUMN answered INTEGER NOT NULL DEFAULT 0;
UPDATE exchanges SET answered = 1 WHERE seq IN (
  SELECT min(exchanges.seq) FROM exchanges JOIN captures ON captures.seq = capture_seq
  WHERE exchanges.kind = 'forward' AND reply ->> 'kind' = 'forwarded' AND earlier_origin(url) = earlier_origin(reply ->> 'to')
  GROUP BY capture_seq HAVING count(*) = 1
);
