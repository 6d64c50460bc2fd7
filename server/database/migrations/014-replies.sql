-- How a request was answered is kept as fields (JSON) in place of a sentence. Migration 016 writes them, with what else it writes
-- of each capture.
DROP INDEX captures_passing;
ALTER TABLE captures RENAME COLUMN reply_rule TO reply;
-- Whether the answer of an exchange is the one that the sender got.
ALTER TABLE exchanges ADD COLUMN answered INTEGER NOT NULL DEFAULT 0;
