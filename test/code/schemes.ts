/** Where building takes seconds each, one scheme of every kind is built; of the others the text alone is looked at. */
export const kindsOfScheme: readonly string[] = [
  'standard-webhooks',
  'standard-webhooks-ed25519',
  'stripe',
  'twilio',
  'plaid',
  'increase-legacy',
  'http-message-signatures',
  'basic',
  'custom',
]
