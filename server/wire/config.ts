/** The JSON of the configuration in force. */
import { z } from 'zod'
import { json, named } from './parts.ts'

const origins = ['default', 'file', 'environment', 'flag', 'program'] as const

export const configEntry = named(
  'ConfigEntry',
  z.object({
    key: z.string().meta({ description: 'Dotted, as in docs/configuration.md', example: 'delivery.timeout' }),
    value: json.meta({ description: 'The value in force' }),
    default: json,
    changed: z.boolean().meta({ description: 'Whether the value differs from the default' }),
    meaning: z.string(),
    origin: z.enum(origins).meta({
      description:
        'Where the value comes from: the default, the file, the environment, a flag, or the program that started the sandbox',
    }),
    origin_name: z.string().nullable().meta({
      description: 'The path of the file, or the variable or flag',
      example: 'SANDBOX_DELIVERY_TIMEOUT',
    }),
  }),
)

export type ConfigEntry = z.infer<typeof configEntry>
/** Where each key of the configuration got its value, if not by default. */
export type Origins = ReadonlyMap<
  string,
  { origin: Exclude<ConfigEntry['origin'], 'default' | 'program'>; name: string }
>
