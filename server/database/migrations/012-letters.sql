-- How many letters a part of the full-text index was told of. Of earlier ones it is not known: these are filled no further.
ALTER TABLE search_parts ADD COLUMN letters INTEGER NOT NULL DEFAULT 0;
UPDATE search_parts SET letters = 1000000000000;
