-- The armed error that a call met: its id, or 'header'; and its outcome if the call got no response.
ALTER TABLE calls ADD COLUMN armed TEXT;
ALTER TABLE calls ADD COLUMN outcome TEXT;
CREATE INDEX calls_error_code ON calls (error_code, seq) WHERE error_code IS NOT NULL;

-- The objects of the platform: customers, accounts, cards and so on. The data is JSON, which the area's store parses. Columns
-- beside it serve look-ups.
CREATE TABLE objects (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  identity TEXT NOT NULL,
  parent TEXT,
  owner TEXT,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (id, kind, identity)
) STRICT;
CREATE INDEX objects_kind ON objects (kind, identity, seq);
CREATE INDEX objects_parent ON objects (parent, kind, seq) WHERE parent IS NOT NULL;
CREATE INDEX objects_owner ON objects (owner, kind, seq) WHERE owner IS NOT NULL;

-- Amounts are whole cents; a negative amount leaves the account. A balance is the sum of the settled amounts.
CREATE TABLE transactions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  identity TEXT NOT NULL,
  account_id TEXT NOT NULL,
  card_id TEXT,
  state TEXT NOT NULL,
  cents INTEGER NOT NULL,
  payment_type TEXT NOT NULL,
  transaction_type TEXT NOT NULL,
  description TEXT,
  merchant TEXT,
  decline_reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE INDEX transactions_account ON transactions (account_id, state, cents);
CREATE INDEX transactions_settled ON transactions (account_id, settled_at, seq) WHERE settled_at IS NOT NULL;
CREATE INDEX transactions_card ON transactions (card_id, created_at, seq) WHERE card_id IS NOT NULL;

-- Future work on the sandbox's clock.
CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  due_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  identity TEXT NOT NULL,
  object_id TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs (due_at, seq);
CREATE INDEX jobs_object ON jobs (object_id);

CREATE TABLE idempotency_keys (
  identity TEXT NOT NULL,
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (identity, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_at ON idempotency_keys (at);

CREATE TABLE temporary_keys (
  "authorization" TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  owner TEXT NOT NULL,
  calls_left INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE armed_errors (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  code TEXT,
  status INTEGER,
  body TEXT,
  outcome TEXT,
  method TEXT,
  path TEXT,
  identity TEXT,
  times INTEGER,
  after INTEGER NOT NULL,
  probability REAL,
  delay_ms INTEGER NOT NULL,
  source TEXT NOT NULL,
  matched INTEGER NOT NULL,
  fired INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX armed_errors_live ON armed_errors (seq) WHERE times IS NULL OR fired < times;
