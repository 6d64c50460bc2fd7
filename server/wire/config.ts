/** The JSON of the configuration in force. */
import { z } from 'zod'
import { json, named } from './parts.ts'

export const configEntry = named(
  'ConfigEntry',
  z.object({
    key: z.string().meta({ description: 'Dotted, as in docs/configuration.md', example: 'delivery.timeout' }),
    value: json.meta({ description: 'The current value, including command line options' }),
    default: json,
    changed: z.boolean().meta({ description: 'Whether the value differs from the default' }),
    meaning: z.string(),
  }),
)

export type ConfigEntry = z.infer<typeof configEntry>
