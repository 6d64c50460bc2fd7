/** The JSON of the catalogues of schemes and generated receivers. */
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
        .meta({ description: 'Label in the header → the bytes that the signature covers' }),
      digest: z
        .string()
        .nullable()
        .meta({ description: 'null if the scheme uses neither HMAC nor a plain hash' }),
      encoding: z.string(),
      key: z.string().meta({ description: 'How the key is derived from the secret' }),
      tolerance_s: z.number().nullable().meta({
        description: 'The maximum age of a timestamp, in seconds; null sets no limit',
      }),
      lead_s: z.number().nullable().meta({
        description: 'How far a timestamp may lie in the future, in seconds; null sets no limit',
      }),
      past_only: z.boolean().meta({ description: 'Whether the limit applies to old timestamps only' }),
      carries_several: z
        .boolean()
        .meta({ description: 'Whether one request can carry signatures of two secrets' }),
    }),
  }),
)

export const catalogueLanguage = named(
  'CatalogueLanguage',
  z.object({
    language: z.string().meta({ example: 'node-express' }),
    title: z.string(),
    runtime: z.string().meta({ description: 'What the receiver needs to run' }),
    raw_body: z.string().meta({ description: 'How the code gets the raw bytes of the body' }),
  }),
)

export const code = named(
  'Code',
  z.object({
    language: z.string(),
    title: z.string(),
    scheme: z.string(),
    file: z.string().meta({ description: 'The suggested file name' }),
    text: z.string().meta({ description: 'The code, which reads the secret from WEBHOOK_SECRET' }),
    library: z.string().nullable().meta({
      description: 'The official library that verifies signatures; null without a library',
    }),
    install: z
      .string()
      .nullable()
      .meta({ description: 'The command that installs its packages; null if there are none' }),
    run: z.string().meta({ description: 'The command that runs the receiver with the secret' }),
    note: z.string().meta({ description: 'Notes about the scheme' }),
  }),
)

export const load = named(
  'Load',
  z.object({
    engine: z.string().meta({ example: 'artillery' }),
    scheme: z.string().meta({ description: 'The scheme that signs the requests' }),
    files: z
      .array(z.object({ name: z.string(), text: z.string() }))
      .meta({ description: 'A script, a pool of payloads and a README. No file contains the secret' }),
    install: z.string().nullable().meta({
      description: 'The command that installs the engine; null if the command differs by system',
    }),
    run: z
      .string()
      .meta({ description: 'The command that runs the test in the folder of the files, with the secret' }),
  }),
)

export type Load = z.infer<typeof load>
export type CatalogueLanguage = z.infer<typeof catalogueLanguage>
export type Code = z.infer<typeof code>
export type CatalogueScheme = z.infer<typeof catalogueScheme>
export type CatalogueEvent = z.infer<typeof catalogueEvent>
