/** The JSON of subscriptions. */
import { z } from 'zod'
import { faultParts } from './faults.ts'
import { named, time } from './parts.ts'

export const disabledReason = named(
  'DisabledReason',
  z.discriminatedUnion('code', [
    z.object({ code: z.enum(['gone', 'recipe_missing']) }),
    z.object({ code: z.literal('given_up_in_a_row'), count: z.int() }),
    z.object({
      code: z.literal('earlier').meta({ description: 'An older version recorded the reason' }),
      text: z.string(),
    }),
  ]),
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
    disabled_reason: z.string().nullable().meta({
      description: 'Why the sandbox disabled the subscription; null if it is enabled or a caller disabled it',
      example: 'its receiver answered 410 Gone',
    }),
    disabled_reason_code: z.string().nullable().meta({
      description:
        'gone, given_up_in_a_row or recipe_missing; earlier if an older version recorded the reason',
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
  }),
)

export type DisabledReason = z.infer<typeof disabledReason>
export type Subscription = z.infer<typeof subscription>
