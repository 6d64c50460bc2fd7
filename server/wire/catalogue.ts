import { z } from 'zod'
import { json, named } from './parts.ts'

export const catalogueEvent = named(
  'CatalogueEvent',
  z.object({
    event: z.string(),
    description: z.string(),
    caused_by: z.string(),
    schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema 2020-12' }),
    example: json,
  }),
)

export const catalogueScheme = named(
  'CatalogueScheme',
  z.object({
    scheme: z.string(),
    description: z.string(),
    recipe: z.object({
      headers: z
        .record(z.string(), z.string())
        .meta({ description: 'Header → template over {id}, {ts}, {event} and the labels of signs' }),
      signs: z
        .record(z.string(), z.string())
        .meta({ description: 'Label in the header → the bytes it signs' }),
      digest: z.string().nullable().meta({ description: 'null where no HMAC is made' }),
      encoding: z.string(),
      key: z.string().meta({ description: 'How the secret becomes a key' }),
      tolerance_s: z
        .number()
        .nullable()
        .meta({ description: 'How old or how far ahead a timestamp may be; null sets no limit' }),
      past_only: z.boolean().meta({ description: 'Whether the limit is for old timestamps alone' }),
      carries_several: z
        .boolean()
        .meta({ description: 'Whether one request can carry the signatures of two secrets' }),
    }),
  }),
)

export const catalogueLanguage = named(
  'CatalogueLanguage',
  z.object({
    language: z.string().meta({ example: 'node-express' }),
    title: z.string(),
    runtime: z.string().meta({ description: 'What it needs to run' }),
    raw_body: z.string().meta({ description: 'How the bytes of the body are come by' }),
  }),
)

export const code = named(
  'Code',
  z.object({
    language: z.string(),
    title: z.string(),
    scheme: z.string(),
    file: z.string().meta({ description: 'The name that the file should have' }),
    text: z.string().meta({ description: 'The code; it reads its secret from WEBHOOK_SECRET' }),
    library: z.string().nullable().meta({
      description: 'The official library that verifies; null for a receiver without one',
    }),
    install: z
      .string()
      .nullable()
      .meta({ description: 'What brings its packages; null where it needs none' }),
    run: z.string().meta({ description: 'What runs it, with the secret at hand' }),
    note: z.string().meta({ description: 'What to know of the scheme' }),
  }),
)

export type CatalogueLanguage = z.infer<typeof catalogueLanguage>
export type Code = z.infer<typeof code>
export type CatalogueScheme = z.infer<typeof catalogueScheme>
export type CatalogueEvent = z.infer<typeof catalogueEvent>
