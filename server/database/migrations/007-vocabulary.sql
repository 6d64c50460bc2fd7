-- With which letters the words of a full part of the full-text index begin, as a Bloom filter; made in the pauses, once the part
-- is in one piece.
CREATE TABLE search_vocabulary (
  source TEXT NOT NULL,
  number INTEGER NOT NULL,
  words BLOB NOT NULL,
  PRIMARY KEY (source, number)
) STRICT;
