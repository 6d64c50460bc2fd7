/** The JSON of error codes and armed errors. */
import { z } from 'zod'
import { json, named, time } from './parts.ts'

export const armedSources = ['api', 'config'] as const
export const armedOutcomes = ['reset', 'hang'] as const
export const errorEntry = named(
  'ErrorEntry',
  z.object({
    code: z.string(),
    status: z.int(),
    type: z.string(),
    area: z.string(),
    meaning: z.string(),
    message: z.string().meta({ description: 'The message to the client when the error is armed' }),
    retry: z.boolean().meta({ description: 'Whether the same request may succeed later' }),
    advice: z.string().meta({ description: 'What a client should do' }),
    reached_by: z
      .string()
      .nullable()
      .meta({ description: 'The request or state that causes the error; null if only arming does' }),
    operations: z.array(z.string()).meta({
      description: 'The operations that can return the error without arming, such as `POST /cards`',
    }),
    met: z.int().meta({ description: 'How many calls in this database got this error' }),
  }),
)

export const armedError = named(
  'ArmedError',
  z.object({
    id: z.string(),
    seq: z.int(),
    code: z.string().nullable(),
    status: z.int().nullable().meta({ description: 'The status of a raw response' }),
    body: json.meta({ description: 'The body of a raw response: a string as is, any other value as JSON' }),
    outcome: z.enum(armedOutcomes).nullable(),
    method: z.string().nullable(),
    path: z
      .string()
      .nullable()
      .meta({ description: 'The path without the prefix; * matches any characters' }),
    identity: z.string().nullable(),
    times: z.int().nullable().meta({ description: 'How often the error fires; null for always' }),
    after: z.int().meta({ description: 'How many matching calls pass before the error fires' }),
    probability: z
      .number()
      .nullable()
      .meta({ description: 'The chance of firing, drawn from the seed; null for always' }),
    delay_ms: z.int(),
    source: z
      .enum(armedSources)
      .meta({ description: 'Errors from the configuration are armed again at each start' }),
    matched: z.int().meta({ description: 'How many calls matched' }),
    fired: z.int().meta({ description: 'How many matching calls got the error' }),
    created_at: time,
  }),
)

const fixAct = z.object({
  operation: z.string().nullable().meta({
    description: 'The id of the operation to call; null for fields of the refused request',
  }),
  given: z
    .record(z.string(), z.union([z.string(), z.literal(true)]))
    .meta({ description: 'Its arguments, as far as they are known' }),
  request: z.string().meta({ description: 'The part as `fix` has it' }),
})

export const controlError = named(
  'Error',
  z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fix: z.string(),
      fix_parts: z
        .array(z.union([z.string(), fixAct]))
        .optional()
        .meta({
          description: 'The parts of `fix`, if it recommends calls: texts, and the calls as facts',
        }),
      fields: z
        .array(
          z.object({
            path: z.array(z.union([z.string(), z.int()])).meta({
              description: 'The path of the field in the body or the query; empty for all of it',
            }),
            problem: z.string(),
          }),
        )
        .optional()
        .meta({ description: 'The fields that `message` names, each with its problem' }),
    }),
  }),
)

export type ArmedSource = (typeof armedSources)[number]
export type ArmedOutcome = (typeof armedOutcomes)[number]
export type ErrorEntry = z.infer<typeof errorEntry>
export type ArmedError = z.infer<typeof armedError>
export type ControlError = z.infer<typeof controlError>
