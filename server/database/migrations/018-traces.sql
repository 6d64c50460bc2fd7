-- The header traceparent of the call that caused an event, at once or by a planned job; null without one.
ALTER TABLE events ADD COLUMN traceparent TEXT;
ALTER TABLE jobs ADD COLUMN traceparent TEXT;
