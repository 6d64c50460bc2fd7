-- Why the sandbox disabled a subscription; null if a caller did, or if the subscription is enabled.
ALTER TABLE subscriptions ADD COLUMN disabled_reason TEXT;
-- The delivery that was cancelled last because of that has the reason.
UPDATE subscriptions SET disabled_reason = (
  SELECT nullif(substr(reason, length('the subscription was disabled: ') + 1), '') FROM deliveries
  WHERE subscription_id = subscriptions.id AND reason LIKE 'the subscription was disabled%' ORDER BY seq DESC LIMIT 1
) WHERE enabled = 0;
