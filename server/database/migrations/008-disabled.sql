-- Why the sandbox disabled a subscription; null where a caller did, and where it is enabled.
ALTER TABLE subscriptions ADD COLUMN disabled_reason TEXT;
