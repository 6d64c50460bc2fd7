-- The reply to a request becomes fields (JSON) instead of a sentence. Migration 016 fills them, since it writes each capture
-- anyway.
DROP INDEX captures_passing;
ALTER TABLE captures RENAME COLUMN reply_rule TO reply;
-- Whether the sender got the response of this exchange.
ALTER TABLE exchanges ADD COLUMN answered INTEGER NOT NULL DEFAULT 0;
