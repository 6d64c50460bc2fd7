import { z } from 'zod'
import { outcome } from './outcomes.ts'
import { answerHeads, asFarAsItCame, headerPairs, named, time } from './parts.ts'

const exchangeKinds = ['forward', 'replay'] as const
export const exchange = named(
  'Exchange',
  z.object({
    id: z.string(),
    seq: z.int(),
    capture_id: z.string(),
    kind: z.enum(exchangeKinds).meta({ description: 'Passed on as it came, or sent again later' }),
    url: z.string(),
    at: time,
    duration_ms: z.number(),
    outcome,
    request: z.object({
      method: z.string(),
      http_version: z.string(),
      headers: headerPairs,
      trailers: headerPairs,
      body: z.string().nullable().meta({ description: "null where it is the capture's own" }),
      body_base64: z.string().nullable(),
    }),
    changes: z.array(z.string()).meta({
      description:
        'What of the captured request did not go on as it had come, in words; edited values are not told',
    }),
    answered: z.boolean().meta({ description: 'Whether the sender of the capture got this answer' }),
    response: z
      .object({
        status: z.int(),
        reason: z
          .string()
          .optional()
          .meta({ description: 'The words behind the status; not there in records of older versions' }),
        ...answerHeads,
        body: z.string().nullable().meta({ description: 'The body where it is UTF-8 text' }),
        body_base64: z.string().nullable().meta({ description: 'The body where it is not' }),
        truncated: z.boolean().meta({ description: 'true when only the first 64 KiB of the body are kept' }),
      })
      .nullable()
      .meta(asFarAsItCame),
  }),
)

export type ExchangeKind = (typeof exchangeKinds)[number]
export type Exchange = z.infer<typeof exchange>
