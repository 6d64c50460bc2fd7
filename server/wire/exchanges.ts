/** The JSON of exchanges: forwards and replays of a capture. */
import { z } from 'zod'
import { outcome } from './outcomes.ts'
import { answerHeads, asFarAsItCame, bodyParts, headerPairs, named, time } from './parts.ts'

const exchangeKinds = ['forward', 'replay'] as const
const exchangeChange = z.object({
  code: z.enum(['host_added', 'path_alone', 'http_version', 'headers_left_out', 'trailers_left_out']),
  came: z.string().optional().meta({ description: 'The received target or HTTP version' }),
  sent: z.string().optional().meta({ description: 'The HTTP version that was sent' }),
  names: z.array(z.string()).optional().meta({ description: 'The names of what was omitted, as received' }),
  detail: z.string().meta({ description: 'The same facts in words' }),
})

export const exchange = named(
  'Exchange',
  z.object({
    id: z.string(),
    seq: z.int(),
    capture_id: z.string(),
    kind: z.enum(exchangeKinds).meta({ description: 'Forwarded on arrival, or replayed later' }),
    url: z.string(),
    at: time,
    duration_ms: z.number(),
    outcome,
    request: z.object({
      method: z.string(),
      http_version: z.string(),
      headers: headerPairs,
      trailers: headerPairs,
      body: z.string().nullable().meta({ description: 'null if it is the body of the capture' }),
      body_base64: z.string().nullable(),
    }),
    changes: z.array(exchangeChange).meta({
      description: 'What differs from the captured request, except edited values',
    }),
    answered: z.boolean().meta({ description: 'Whether the sender of the capture got this response' }),
    response: z
      .object({
        status: z.int(),
        reason: z
          .string()
          .optional()
          .meta({ description: 'The reason phrase; absent in records of older versions' }),
        ...answerHeads,
        ...bodyParts,
        truncated: z.boolean().meta({ description: 'true if only the first 64 KiB of the body are stored' }),
      })
      .nullable()
      .meta(asFarAsItCame),
  }),
)

export type ExchangeKind = (typeof exchangeKinds)[number]
/** A difference from the captured request, as facts. */
export type ExchangeChange = Omit<z.infer<typeof exchangeChange>, 'detail'>
export type Exchange = z.infer<typeof exchange>
