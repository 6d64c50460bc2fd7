/** The JSON of subscriptions. */
import { z } from 'zod'
import { faultParts } from './faults.ts'
import { outcome } from './outcomes.ts'
import { headerPairs, named, time } from './parts.ts'

export const disabledReason = named(
  'DisabledReason',
  z.discriminatedUnion('code', [
    z.object({ code: z.enum(['gone', 'recipe_missing', 'handshake_failed']) }),
    z.object({ code: z.literal('given_up_in_a_row'), count: z.int() }),
    z.object({
      code: z.literal('earlier').meta({ description: 'An older version recorded the reason' }),
      text: z.string(),
    }),
  ]),
)

/** The deliveries that the health of a subscription counts, so that its cost does not grow with their number. */
export const recentDeliveries = 20
export const mostOpen = 100
/** The ends that count; a cancelled delivery shows nothing about its receiver. */
export const endedStates = ['succeeded', 'failed', 'refused', 'wrongly_accepted'] as const

export const handshakeKinds = ['slack', 'zoom', 'cloudevents', 'graph'] as const

const place = {
  part: z.enum(['body', 'field', 'header']),
  name: z.string().meta({ description: 'What the receiver returns, such as challenge' }),
  expected: z.string(),
}
const handshakeVerdict = named(
  'HandshakeVerdict',
  z.discriminatedUnion('code', [
    z.object({ code: z.enum(['ok', 'no_answer']) }),
    z.object({ code: z.literal('wrong_status'), status: z.int() }),
    z.object({ code: z.literal('wrong_type'), content_type: z.string().nullable() }),
    z.object({ code: z.literal('missing'), ...place }),
    z.object({
      code: z.literal('wrong'),
      ...place,
      received: z.string().meta({ description: 'At most 200 characters' }),
      how: z.enum(['base64', 'unkeyed', 'encoded', 'quoted', 'other']).meta({
        description:
          'The mistake: the HMAC in base64, SHA-256 without the key, the token still encoded, in quotes, or another',
      }),
    }),
  ]),
)

const lastHandshake = named(
  'LastHandshake',
  z.object({
    kind: z.enum(handshakeKinds),
    at: time,
    duration_ms: z.number(),
    verdict: handshakeVerdict,
    summary: z.string().meta({ description: 'What the answer shows, in words that may change at any time' }),
    fix: z.string().nullable().meta({ description: 'What to change; null if the receiver passed' }),
    outcome,
    request: z.object({ method: z.string(), url: z.string(), headers: headerPairs, body: z.string() }),
    response: z
      .object({
        status: z.int(),
        headers: headerPairs,
        body: z.string().meta({ description: 'At most the first 4 KiB' }),
        size: z.int(),
      })
      .nullable(),
  }),
)

export const subscription = named(
  'Subscription',
  z.object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.string()),
    version: z.string(),
    secret: z.string(),
    status: z.enum(['enabled', 'disabled']),
    created_time: time,
    updated_time: time,
    identity: z.string(),
    scheme: z.string(),
    scheme_options: z.record(z.string(), z.unknown()).meta({ description: 'Options of the scheme' }),
    public_key: z
      .string()
      .nullable()
      .meta({ description: 'The public key with which a receiver verifies, if the scheme uses a key pair' }),
    old_secrets: z
      .array(z.object({ secret: z.string(), until: time }))
      .meta({ description: 'Secrets before rotations, newest first; each also signs until its time' }),
    fault: z.string().nullable().meta({ description: 'The fault of the first attempt of every delivery' }),
    fault_parts: faultParts,
    failed_in_a_row: z.int().meta({
      description: 'Failed deliveries since the last success, as counted by `delivery.disable_after`',
    }),
    health: z
      .object({
        last: z
          .object({ delivery_id: z.string(), state: z.enum(endedStates), at: time })
          .nullable()
          .meta({ description: 'The newest delivery that ended' }),
        since: time.nullable().meta({ description: 'When the oldest of the counted deliveries was made' }),
        of: z.int().meta({
          description: `How many of the last ${recentDeliveries} deliveries have ended; cancelled ones do not count`,
        }),
        succeeded: z.int().meta({ description: 'How many of those succeeded, or were refused as expected' }),
        failed: z.int().meta({ description: 'How many of those failed, or were wrongly accepted' }),
        retrying: z.int().meta({
          description: `Deliveries that wait for another attempt, among the ${mostOpen} oldest unfinished ones`,
        }),
      })
      .meta({ description: 'How the last deliveries ended' }),
    disabled_reason: z.string().nullable().meta({
      description: 'Why the sandbox disabled the subscription; null if it is enabled or a caller disabled it',
      example: 'its receiver answered 410 Gone',
    }),
    disabled_reason_code: z.string().nullable().meta({
      description:
        'gone, given_up_in_a_row, recipe_missing or handshake_failed; earlier if an older version recorded the reason',
    }),
    same_address: z.array(z.string()).meta({
      description:
        'The ids of other enabled subscriptions that send the same events to the same address, so each such event arrives there more than once; at most 20',
    }),
    ordered: z
      .boolean()
      .meta({ description: 'Strictly one delivery at a time, in event order, retries included' }),
    concurrency: z
      .int()
      .nullable()
      .meta({ description: 'Attempts at a time; null uses `delivery.concurrency`' }),
    timeout_ms: z
      .int()
      .nullable()
      .meta({ description: 'The time limit of an attempt; 0 waits forever; null uses `delivery.timeout`' }),
    retry_delays: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Waits between attempts, such as "1m"; null uses `delivery.retry_delays`' }),
    handshake: z.enum(handshakeKinds).nullable().meta({
      description: 'The handshake that the receiver must pass before events are sent to it; null for none',
    }),
    last_handshake: lastHandshake.nullable(),
  }),
)

export type DisabledReason = z.infer<typeof disabledReason>
export type HandshakeKind = (typeof handshakeKinds)[number]
export type HandshakeVerdict = z.infer<typeof handshakeVerdict>
export type LastHandshake = z.infer<typeof lastHandshake>
export type Subscription = z.infer<typeof subscription>
