-- Outcomes of attempts, and reasons of deliveries and subscriptions, become codes and fields instead of sentences.
UPDATE attempt_ends SET outcome = earlier_outcome(outcome)
  WHERE outcome NOT LIKE '{"kind":"responded"%' AND outcome NOT LIKE '{"kind":"timed_out"%';
UPDATE exchanges SET outcome = earlier_outcome(outcome)
  WHERE outcome NOT LIKE '{"kind":"responded"%' AND outcome NOT LIKE '{"kind":"timed_out"%';
UPDATE deliveries SET reason = earlier_reason(reason) WHERE reason IS NOT NULL;
UPDATE attempts SET changes = earlier_changes(changes) WHERE fault LIKE '%replay%' AND changes IS NOT NULL;
UPDATE subscriptions SET disabled_reason = earlier_disabled(disabled_reason) WHERE disabled_reason IS NOT NULL;
