/** The JSON of calls to the emulated API. */
import { z } from 'zod'
import { armedOutcomes } from './errors.ts'
import { bodyLeftOut, headerPairs, named, time } from './parts.ts'

export const callRow = named(
  'CallRow',
  z.object({
    id: z.string(),
    seq: z.int(),
    at: time,
    method: z.string(),
    path: z.string(),
    identity: z.string().nullable(),
    run_id: z.string().nullable().meta({ description: 'The run that made the call' }),
    status: z.int().meta({ description: '0 if an armed error reset or held the connection' }),
    error_code: z.string().nullable(),
    armed: z.string().nullable().meta({
      description:
        'The id of the armed error that answered, or `header` if the header Sandbox-Error armed the error',
    }),
    outcome: z.enum(armedOutcomes).nullable().meta({
      description:
        'Why there was no response: an armed reset closed the connection, or an armed hang held it open',
    }),
    duration_ms: z.number(),
    request: z.object({ headers: headerPairs }),
    response: z.object({ headers: headerPairs }),
  }),
)

export const call = named(
  'Call',
  callRow.extend({
    request: z.object({
      headers: headerPairs,
      body: z
        .string()
        .nullable()
        .meta({ description: 'null if the body exceeded the limit and was not stored' }),
      body_base64: z
        .string()
        .optional()
        .meta({ description: 'The exact bytes, if the body is not UTF-8 text' }),
      body_left_out: bodyLeftOut,
    }),
    response: z.object({ headers: headerPairs, body: z.string(), body_left_out: bodyLeftOut }),
  }),
)

export type CallRow = z.infer<typeof callRow>
export type Call = z.infer<typeof call>
