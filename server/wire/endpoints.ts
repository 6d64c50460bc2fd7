import { z } from 'zod'
import { durationText } from '../schema/fields.ts'
import { parseDuration } from '../words/time.ts'
import { named, time } from './parts.ts'
import { formOf, reply } from './replies.ts'

const amountForm = 'must be a whole number from 1 to 1000000'
const amount = () => z.int(amountForm).min(1, amountForm).max(1_000_000, amountForm)
export const rateLimit = named(
  'RateLimit',
  z.strictObject(
    {
      limit: amount().meta({ description: 'How many requests a period lets through' }),
      per: durationText()
        .refine((text) => (parseDuration(text) ?? 1) >= 1, 'must be 1ms at least')
        .meta({ description: 'The period, such as 1s or 1m', example: '1s' }),
      burst: amount().optional().meta({ description: 'How many at once; as many as limit, without it' }),
    },
    formOf('must be {limit, per, burst}, such as {"limit": 5, "per": "1s"}'),
  ),
)

export const endpoint = named(
  'Endpoint',
  z.object({
    name: z.string(),
    url: z.string(),
    scheme: z.string().nullable(),
    scheme_options: z.record(z.string(), z.unknown()).meta({ description: 'What the scheme may be told' }),
    secret: z.string().nullable(),
    old_secrets: z.array(z.object({ secret: z.string(), until: time })).meta({
      description:
        'Those before it, newest first, each with when it ceased to count; they explain and verify nothing',
    }),
    reply: reply.nullable(),
    forward_to: z
      .array(z.string())
      .meta({ description: 'Where each request is passed on to, byte for byte; the first one answers' }),
    rate_limit: rateLimit.nullable().meta({ description: 'What is beyond it gets 429 with Retry-After' }),
    captures: z.int().meta({ description: 'How many requests it has received' }),
    created_at: time,
  }),
)

export type RateLimit = z.infer<typeof rateLimit>
export type Endpoint = z.infer<typeof endpoint>
