/** The JSON of endpoints. */
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
      limit: amount().meta({ description: 'The number of requests allowed in a period' }),
      per: durationText()
        .refine((text) => (parseDuration(text) ?? 1) >= 1, 'must be at least 1ms')
        .meta({ description: 'The period, such as 1s or 1m', example: '1s' }),
      burst: amount()
        .optional()
        .meta({ description: 'The number of requests allowed at once; by default the same as limit' }),
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
    scheme_options: z.record(z.string(), z.unknown()).meta({ description: 'Options of the scheme' }),
    secret: z.string().nullable(),
    old_secrets: z.array(z.object({ secret: z.string(), until: time })).meta({
      description:
        'Previous secrets, newest first, with the time when each was replaced. They verify nothing, but help to explain signatures',
    }),
    reply: reply.nullable(),
    forward_to: z.array(z.string()).meta({
      description:
        'The addresses to which each request is forwarded, byte for byte. The first address provides the response',
    }),
    rate_limit: rateLimit
      .nullable()
      .meta({ description: 'Requests over the limit get 429 with Retry-After' }),
    captures: z.int().meta({ description: 'How many requests the endpoint has received' }),
    created_at: time,
  }),
)

export type RateLimit = z.infer<typeof rateLimit>
export type Endpoint = z.infer<typeof endpoint>
