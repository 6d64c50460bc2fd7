-- Which call of the emulated API an event comes from, at once or by a job that the call planned; null where something else
-- caused it.
ALTER TABLE events ADD COLUMN call_id TEXT;
CREATE INDEX events_call ON events (call_id, seq) WHERE call_id IS NOT NULL;
ALTER TABLE jobs ADD COLUMN call_id TEXT;
