-- The number of letters in a part of the full-text index. Unknown for earlier parts, which are filled no further.
ALTER TABLE search_parts ADD COLUMN letters INTEGER NOT NULL DEFAULT 0;
UPDATE search_parts SET letters = 1000000000000;
