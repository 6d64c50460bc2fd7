-- The beginnings of the words in a full part of the full-text index, as a Bloom filter. Made in pauses, once the part is
-- merged.
CREATE TABLE search_vocabulary (
  source TEXT NOT NULL,
  number INTEGER NOT NULL,
  words BLOB NOT NULL,
  PRIMARY KEY (source, number)
) STRICT;
