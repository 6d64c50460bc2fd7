import { z } from 'zod'
import { json, named } from './parts.ts'

export const configEntry = named(
  'ConfigEntry',
  z.object({
    key: z.string().meta({ description: 'Dotted, as in docs/configuration.md', example: 'delivery.timeout' }),
    value: json.meta({ description: 'What is in force, options of the command line included' }),
    default: json,
    changed: z.boolean().meta({ description: 'Whether it is not at its default' }),
    meaning: z.string(),
  }),
)

export type ConfigEntry = z.infer<typeof configEntry>
