/** The JSON of faults and fault rules. */
import { z } from 'zod'
import { armedSources } from './errors.ts'
import { json, named, time } from './parts.ts'

/** What a correct receiver does with a fault. Of several parts, the last in this order decides. */
export const expectations = ['accept', 'accept_once', 'accept_or_refuse', 'recover', 'refuse'] as const

const faultPart = named(
  'FaultPart',
  z.object({
    name: z.string().meta({ description: 'The name in the catalogue; the last part may be sticky' }),
    text: z.string().meta({ description: 'The part in canonical form' }),
    args: z.record(z.string(), json).meta({
      description:
        'The parsed arguments, such as n and gapMs of duplicate, fraction of truncate, ms of delay',
    }),
  }),
)
export const faultParts = z
  .array(faultPart)
  .nullable()
  .meta({ description: '`fault`, parsed; null without a fault' })

export const faultRule = named(
  'FaultRule',
  z.object({
    id: z.string(),
    seq: z.int(),
    fault: z.string().meta({ description: 'In canonical form' }),
    fault_parts: faultParts,
    event: z.string().meta({ description: 'An event name or pattern. * matches any characters' }),
    subscription_id: z.string().nullable(),
    every: z.int().nullable().meta({ description: 'Fires at every Nth match; null for every match' }),
    probability: z
      .number()
      .nullable()
      .meta({ description: 'The chance of firing, drawn from the seed; null for always' }),
    first: z.int().nullable().meta({ description: 'Fires only at the first N matches' }),
    source: z
      .enum(armedSources)
      .meta({ description: 'Rules from the configuration are created again at each start' }),
    matched: z.int().meta({ description: 'How many deliveries matched the rule' }),
    fired: z.int().meta({ description: 'How many deliveries got the fault' }),
    created_at: time,
  }),
)

export const catalogueFault = named(
  'CatalogueFault',
  z.object({
    fault: z.string(),
    usage: z.string(),
    example: z.string(),
    description: z.string().meta({ description: 'What the receiver sees, and what a correct receiver does' }),
    right: z
      .string()
      .nullable()
      .meta({ description: 'The part of `description` that says what a correct receiver does' }),
    expects: z.enum(expectations).nullable().meta({
      description:
        'What a correct receiver does with the example, if the scheme signs id, time and body: accept; accept_once (answer each copy with success and act once); accept_or_refuse (2xx or 4xx); recover (accept the retry); refuse (4xx). Null for sticky',
    }),
  }),
)

export type Expectation = (typeof expectations)[number]
export type FaultParts = z.infer<typeof faultParts>
export type FaultRule = z.infer<typeof faultRule>
export type CatalogueFault = z.infer<typeof catalogueFault>
