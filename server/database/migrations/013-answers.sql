-- Searches look for the few error responses among many others.
CREATE INDEX attempt_ends_status ON attempt_ends (status) WHERE status >= 300;
CREATE INDEX calls_status ON calls (status, seq) WHERE status >= 400;
