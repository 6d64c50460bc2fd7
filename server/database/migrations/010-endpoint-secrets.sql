-- The earlier secrets of an endpoint, so that signatures by these secrets can be explained.
ALTER TABLE endpoints ADD COLUMN old_secrets TEXT NOT NULL DEFAULT '[]';
