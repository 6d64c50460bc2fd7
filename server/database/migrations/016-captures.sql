-- How a request was answered, whose secret a signature fits, why a verdict is as it is and what was tried in search of a cause are
-- kept as codes and fields in place of sentences.
UPDATE captures SET reply = earlier_reply(reply), verdict = earlier_verdict(verdict);
-- Captures that are being forwarded, a few at a time. A start finds those that a kill cut.
CREATE INDEX captures_forwarding ON captures (seq) WHERE reply ->> 'kind' = 'forwarding';
-- Where several addresses of one host were asked, earlier versions did not keep which of them answered.
UPDATE exchanges SET answered = 1 WHERE seq IN (
  SELECT min(exchanges.seq) FROM exchanges JOIN captures ON captures.seq = capture_seq
  WHERE exchanges.kind = 'forward' AND reply ->> 'kind' = 'forwarded' AND earlier_origin(url) = earlier_origin(reply ->> 'to')
  GROUP BY capture_seq HAVING count(*) = 1
);
