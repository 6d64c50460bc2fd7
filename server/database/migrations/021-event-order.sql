-- The object that a received event is about (its id), and when the event happened: events about one object are compared, so
-- that a late one is found. Null in a record of an earlier version, and for another sender's events.
ALTER TABLE captures ADD COLUMN about TEXT;
ALTER TABLE captures ADD COLUMN happened_at INTEGER;
CREATE INDEX captures_about ON captures (endpoint, about, happened_at) WHERE about IS NOT NULL;
ALTER TABLE endpoints DROP COLUMN newest_event_at;
ALTER TABLE endpoints DROP COLUMN newest_event_by;
