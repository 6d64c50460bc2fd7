import { z } from 'zod'
import { outcome } from './outcomes.ts'
import { answerHeads, asFarAsItCame, bodyParts, headerPairs, named, time } from './parts.ts'

const exchangeKinds = ['forward', 'replay'] as const
const exchangeChange = z.object({
  code: z.enum(['host_added', 'path_alone', 'http_version', 'headers_left_out', 'trailers_left_out']),
  came: z.string().optional().meta({ description: 'The target, or the HTTP version, that came' }),
  sent: z.string().optional().meta({ description: 'The HTTP version that was sent' }),
  names: z.array(z.string()).optional().meta({ description: 'Of what was left out, as they were sent' }),
  detail: z.string().meta({ description: 'The same in words, for people' }),
})

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
    changes: z.array(exchangeChange).meta({
      description: 'What of the captured request did not go on as it had come; edited values are not told',
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
        ...bodyParts,
        truncated: z.boolean().meta({ description: 'true when only the first 64 KiB of the body are kept' }),
      })
      .nullable()
      .meta(asFarAsItCame),
  }),
)

export type ExchangeKind = (typeof exchangeKinds)[number]
/** What of a captured request did not go on as it had come, as facts. */
export type ExchangeChange = Omit<z.infer<typeof exchangeChange>, 'detail'>
export type Exchange = z.infer<typeof exchange>
