import { z } from 'zod'
import { faultParts } from './faults.ts'
import { named, time } from './parts.ts'

export const disabledReason = named(
  'DisabledReason',
  z.discriminatedUnion('code', [
    z.object({ code: z.enum(['gone', 'recipe_missing']) }),
    z.object({ code: z.literal('given_up_in_a_row'), count: z.int() }),
    z.object({
      code: z.literal('earlier').meta({ description: 'An older version said it' }),
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
    scheme_options: z.record(z.string(), z.unknown()).meta({ description: 'What the scheme may be told' }),
    public_key: z
      .string()
      .nullable()
      .meta({ description: 'What a receiver verifies with where the scheme signs by a key pair' }),
    old_secrets: z
      .array(z.object({ secret: z.string(), until: time }))
      .meta({ description: 'Those before a rotation, newest first; each also signs until its time' }),
    fault: z.string().nullable().meta({ description: 'Put on the first attempt of every delivery' }),
    fault_parts: faultParts,
    failed_in_a_row: z.int().meta({
      description: 'Deliveries given up since the last that succeeded; `delivery.disable_after` counts these',
    }),
    disabled_reason: z.string().nullable().meta({
      description: 'Why the sandbox disabled it; null where it is enabled, and where a caller disabled it',
      example: 'its receiver answered 410 Gone',
    }),
    disabled_reason_code: z.string().nullable().meta({
      description: 'gone, given_up_in_a_row or recipe_missing; earlier where an older version said it',
    }),
    ordered: z
      .boolean()
      .meta({ description: 'Strictly one delivery at a time, in event order, retries included' }),
    concurrency: z
      .int()
      .nullable()
      .meta({ description: 'Attempts at a time; null takes `delivery.concurrency`' }),
    timeout_ms: z
      .int()
      .nullable()
      .meta({ description: 'For a whole attempt; 0 waits for ever; null takes `delivery.timeout`' }),
    retry_delays: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Waits between attempts, such as "1m"; null takes `delivery.retry_delays`' }),
  }),
)

export type DisabledReason = z.infer<typeof disabledReason>
export type Subscription = z.infer<typeof subscription>
