-- The meaning of an event in a few words, made from its payload, so that lists need not read payloads. Null in a record of an
-- earlier version, and for another sender's events.
ALTER TABLE events ADD COLUMN summary TEXT;
ALTER TABLE captures ADD COLUMN summary TEXT;
