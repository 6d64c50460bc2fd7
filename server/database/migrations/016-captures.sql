-- Replies, owners of secrets, reasons of verdicts, and the trials in search of a cause become codes and fields instead of
-- sentences.
UPDATE captures SET reply = earlier_reply(reply), verdict = earlier_verdict(verdict);
-- Captures that are being forwarded, a few at a time. A start finds those that a kill cut.
CREATE INDEX captures_forwarding ON captures (seq) WHERE reply ->> 'kind' = 'forwarding';
-- For several addresses of one host, earlier versions did not store which of them responded.
UPDATE exchanges SET answered = 1 WHERE seq IN (
  SELECT min(exchanges.seq) FROM exchanges JOIN captures ON captures.seq = capture_seq
  WHERE exchanges.kind = 'forward' AND reply ->> 'kind' = 'forwarded' AND earlier_origin(url) = earlier_origin(reply ->> 'to')
  GROUP BY capture_seq HAVING count(*) = 1
);
