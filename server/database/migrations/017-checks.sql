-- Checks of receivers: what each probe showed is JSON.
CREATE TABLE checks (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  state TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
