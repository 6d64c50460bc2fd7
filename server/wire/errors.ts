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
    message: z.string().meta({ description: 'What a client is told when it is armed' }),
    retry: z.boolean().meta({ description: 'Whether the same request may succeed later' }),
    advice: z.string().meta({ description: 'What a client should do' }),
    reached_by: z
      .string()
      .nullable()
      .meta({ description: 'The request or state that makes it; null when only arming does' }),
    operations: z
      .array(z.string())
      .meta({ description: 'Those that can answer it without being armed, such as `POST /cards`' }),
    met: z.int().meta({ description: 'How many calls in this database were answered with it' }),
  }),
)

export const armedError = named(
  'ArmedError',
  z.object({
    id: z.string(),
    seq: z.int(),
    code: z.string().nullable(),
    status: z.int().nullable().meta({ description: 'Of a raw answer' }),
    body: json.meta({ description: 'Of a raw answer: text as it is, anything else as JSON' }),
    outcome: z.enum(armedOutcomes).nullable(),
    method: z.string().nullable(),
    path: z.string().nullable().meta({ description: 'Without the prefix; * stands for any run' }),
    identity: z.string().nullable(),
    times: z.int().nullable().meta({ description: 'How often it fires; null for always' }),
    after: z.int().meta({ description: 'How many matching calls it lets through first' }),
    probability: z.number().nullable().meta({ description: 'Drawn from the seed; null for always' }),
    delay_ms: z.int(),
    source: z.enum(armedSources).meta({ description: 'Those of the config are armed anew at each start' }),
    matched: z.int().meta({ description: 'How many calls it matched' }),
    fired: z.int().meta({ description: 'How many of them it answered' }),
    created_at: time,
  }),
)

export const controlError = named(
  'Error',
  z.object({ error: z.object({ code: z.string(), message: z.string(), fix: z.string() }) }),
)

export type ArmedSource = (typeof armedSources)[number]
export type ArmedOutcome = (typeof armedOutcomes)[number]
export type ErrorEntry = z.infer<typeof errorEntry>
export type ArmedError = z.infer<typeof armedError>
export type ControlError = z.infer<typeof controlError>
