-- The secrets that an endpoint had before, so that what they sign is explained.
ALTER TABLE endpoints ADD COLUMN old_secrets TEXT NOT NULL DEFAULT '[]';
