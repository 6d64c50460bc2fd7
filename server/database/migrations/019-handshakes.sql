-- The handshake that a subscription's receiver must pass, and how the last one ended (JSON); null without one.
ALTER TABLE subscriptions ADD COLUMN handshake TEXT;
ALTER TABLE subscriptions ADD COLUMN last_handshake TEXT;
