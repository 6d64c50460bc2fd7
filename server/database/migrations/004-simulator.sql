-- The run of a job or a call: jobs that a run's calls plan, and the calls themselves.
ALTER TABLE jobs ADD COLUMN run_id TEXT;
ALTER TABLE calls ADD COLUMN run_id TEXT;
CREATE INDEX events_run ON events (run_id, seq) WHERE run_id IS NOT NULL;
CREATE INDEX calls_run ON calls (run_id, seq) WHERE run_id IS NOT NULL;

-- One execution of a scenario. The steps and their results are JSON.
CREATE TABLE runs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scenario TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  seed INTEGER NOT NULL,
  speed REAL,
  identity TEXT NOT NULL,
  subscription_id TEXT NOT NULL,
  -- The run's own receiver; null where a subscription was named.
  endpoint TEXT,
  variables TEXT NOT NULL,
  -- The standing rules and armed errors that it has made, which go with its end.
  standing TEXT NOT NULL,
  detail TEXT,
  steps TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX runs_scenario ON runs (scenario, seq);

-- Every request from outside that may change something, in order of arrival. They make up the recorded session.
CREATE TABLE inputs (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  headers TEXT NOT NULL,
  body BLOB,
  status INTEGER NOT NULL,
  -- Where the clock stood behind an order to it.
  clock_after INTEGER
) STRICT;

-- The state of an object, beside its data, so that the newest object in a state is found at once.
ALTER TABLE objects ADD COLUMN state TEXT;
UPDATE objects SET state = data ->> '$.status' WHERE kind IN ('account', 'card', 'kyc');
UPDATE objects SET state = data ->> '$.kyb_status' WHERE kind = 'business';
UPDATE objects SET state = data ->> '$.ready_at' WHERE kind = 'history';
CREATE INDEX objects_state ON objects (kind, identity, state, seq);
