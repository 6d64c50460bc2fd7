-- Whose secret a signature fits, and why a verdict is as it is, are kept as fields in place of sentences.
UPDATE captures SET verdict = earlier_verdict(verdict);
