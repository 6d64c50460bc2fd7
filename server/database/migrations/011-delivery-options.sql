-- The scheme options of a delivery at its creation; null for none. For earlier deliveries the subscription's options count, as
-- long as it has the same scheme.
ALTER TABLE deliveries ADD COLUMN scheme_options TEXT;
UPDATE deliveries SET scheme_options = (
  SELECT scheme_options FROM subscriptions WHERE id = subscription_id AND subscriptions.scheme = deliveries.scheme
) WHERE subscription_id IN (SELECT id FROM subscriptions WHERE scheme_options <> '{}');
