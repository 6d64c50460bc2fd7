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
    run_id: z.string().nullable().meta({ description: 'The run that made it' }),
    status: z.int().meta({ description: '0 when an armed reset or silence answered it' }),
    error_code: z.string().nullable(),
    armed: z.string().nullable().meta({
      description: 'The armed error that answered: its id, or `header` for the header Sandbox-Error',
    }),
    outcome: z.enum(armedOutcomes).nullable().meta({
      description: 'What was armed where nothing was answered: reset cut the connection, hang held it',
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
      body: z.string().nullable().meta({ description: 'null when it was over the limit and is not kept' }),
      body_base64: z
        .string()
        .optional()
        .meta({ description: 'The exact bytes, told where they are no UTF-8 text' }),
      body_left_out: bodyLeftOut,
    }),
    response: z.object({ headers: headerPairs, body: z.string(), body_left_out: bodyLeftOut }),
  }),
)

export type CallRow = z.infer<typeof callRow>
export type Call = z.infer<typeof call>
