-- What was answered with an error is looked for among very many that were not.
CREATE INDEX attempt_ends_status ON attempt_ends (status) WHERE status >= 300;
CREATE INDEX calls_status ON calls (status, seq) WHERE status >= 400;
