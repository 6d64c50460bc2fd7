-- What the scheme of a delivery was told when the delivery was made; null for nothing. Earlier deliveries were signed by what their
-- subscription says, as long as that has the same scheme.
ALTER TABLE deliveries ADD COLUMN scheme_options TEXT;
UPDATE deliveries SET scheme_options = (
  SELECT scheme_options FROM subscriptions WHERE id = subscription_id AND subscriptions.scheme = deliveries.scheme
) WHERE subscription_id IN (SELECT id FROM subscriptions WHERE scheme_options <> '{}');
