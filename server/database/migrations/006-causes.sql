-- The call of the emulated API that caused an event, at once or by a planned job; null for another cause.
ALTER TABLE events ADD COLUMN call_id TEXT;
CREATE INDEX events_call ON events (call_id, seq) WHERE call_id IS NOT NULL;
ALTER TABLE jobs ADD COLUMN call_id TEXT;
