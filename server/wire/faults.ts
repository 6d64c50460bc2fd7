import { z } from 'zod'
import { armedSources } from './errors.ts'
import { json, named, time } from './parts.ts'

/** When a fault has to be refused: `beyond_tolerance` is that of the scheme. */
const refusals = ['always', 'beyond_tolerance', 'never'] as const

const faultPart = named(
  'FaultPart',
  z.object({
    name: z.string().meta({ description: 'As the catalogue lists it; the last may be sticky' }),
    text: z.string().meta({ description: 'The part in canonical form' }),
    args: z.record(z.string(), json).meta({
      description: 'The arguments read, such as n and gapMs of duplicate, fraction of truncate, ms of delay',
    }),
  }),
)
export const faultParts = z
  .array(faultPart)
  .nullable()
  .meta({ description: 'The same as `fault`, read; null where there is none' })

export const faultRule = named(
  'FaultRule',
  z.object({
    id: z.string(),
    seq: z.int(),
    fault: z.string().meta({ description: 'In canonical form' }),
    fault_parts: faultParts,
    event: z.string().meta({ description: 'An event name or pattern. * matches any characters' }),
    subscription_id: z.string().nullable(),
    every: z.int().nullable().meta({ description: 'Fires at every Nth match; null at all' }),
    probability: z
      .number()
      .nullable()
      .meta({ description: 'The chance of each match, from the seed; null for always' }),
    first: z.int().nullable().meta({ description: 'Fires only at the first N matches' }),
    source: z.enum(armedSources).meta({ description: 'Those of the config are made anew at each start' }),
    matched: z.int().meta({ description: 'How many deliveries it was asked for and meant for' }),
    fired: z.int().meta({ description: 'How many of them it put its fault on' }),
    created_at: time,
  }),
)

export const catalogueFault = named(
  'CatalogueFault',
  z.object({
    fault: z.string(),
    usage: z.string(),
    example: z.string(),
    description: z.string().meta({ description: 'What the receiver sees, and what a right one does' }),
    right: z.string().nullable().meta({ description: 'Its part that says what a right receiver does' }),
    expects_refusal: z.enum(refusals).meta({ description: 'Whether a right receiver answers 4xx' }),
  }),
)

export type FaultParts = z.infer<typeof faultParts>
export type FaultRule = z.infer<typeof faultRule>
export type CatalogueFault = z.infer<typeof catalogueFault>
