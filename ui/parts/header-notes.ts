/** What well-known headers are for, in a line each; keyed in lower case. */
const notes: Record<string, string> = {
  accept: 'What kinds of answer the sender can read',
  'accept-encoding': 'Compressions the sender can undo',
  authorization: 'Who the sender claims to be',
  'cache-control': 'Whether and how long it may be kept',
  connection: 'Whether the connection stays open afterwards',
  'content-encoding': 'How the body is compressed',
  'content-length': 'How many bytes the body has',
  'content-type': 'What the body is',
  date: 'When the answer was made',
  host: 'The address as the sender knows it',
  identity: 'The platform customer the call is made for',
  'idempotency-key': 'Keeps a repeated call from acting twice',
  'keep-alive': 'How long an idle connection is kept',
  'retry-after': 'When to try again',
  signature: 'The platform’s own signature: t is the time, v1 and v2 the digests',
  'stripe-signature': 'Stripe’s signature: t is the time, v1 the digest',
  'transfer-encoding': 'The body comes in chunks, its length not told beforehand',
  'user-agent': 'The program that sent it',
  'webhook-id': 'The same on every retry: skip repeats by it',
  'webhook-signature': 'The digests over id, timestamp and body; one that fits is enough',
  'webhook-timestamp': 'When it was signed, in Unix seconds',
  'svix-id': 'The same on every retry: skip repeats by it',
  'svix-signature': 'The digests over id, timestamp and body',
  'svix-timestamp': 'When it was signed, in Unix seconds',
  'x-hub-signature-256': 'GitHub’s signature over the body',
}

/** Whether a header's line is worth its room: those that decide about trust and repeats. */
export const isKeyHeader = (name: string): boolean =>
  /signature|^(webhook|svix)-|^retry-after$|^idempotency-key$/i.test(name)

/** The line for a header, or null when it is not a well-known one. */
export const headerNote = (name: string): string | null => notes[name.toLowerCase()] ?? null
