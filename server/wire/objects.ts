/** The JSON of the platform's objects. */
import { z } from 'zod'
import { indexLag, json, named, time } from './parts.ts'

/** The kinds of the platform's objects, the most common first. */
export const objectKinds = [
  'customer',
  'account',
  'card',
  'transfer',
  'dispute',
  'transaction',
  'business',
  'kyc',
  'related_person',
  'external_account',
  'restriction',
  'check_deposit',
  'autopay',
  'history',
  'hosted',
] as const
export type ObjectKind = (typeof objectKinds)[number]

export const platformObjectRow = named(
  'PlatformObjectRow',
  z.object({
    id: z.string(),
    kind: z.enum(objectKinds),
    identity: z.string().meta({ description: 'The identity that owns the object' }),
    title: z.string().meta({ description: 'For people', example: 'Card •••• 4242' }),
    state: z.string().nullable().meta({
      description: "The state in the platform's words; a customer's is that of the KYC",
      example: 'active',
    }),
    balance: z.string().nullable().meta({
      description:
        "The balance of an account in USD; for a card its account's, for a customer or business the sum of its accounts; null otherwise",
      example: '21.93',
    }),
    owner_name: z.string().nullable().meta({
      description:
        'The name of the customer or business that the object belongs to; null for these themselves',
      example: 'Ada Lovelace',
    }),
    created_at: time,
    updated_at: time,
  }),
)

const older = (what: string) => z.boolean().meta({ description: `Whether older ${what} exist` })

export const platformObject = named(
  'PlatformObject',
  platformObjectRow.extend({
    fields: z.record(z.string(), json).meta({
      description: 'What the platform stores; of numbers that are secret, only the last four digits',
    }),
    relations: z.object({
      parent: platformObjectRow.nullable().meta({ description: 'The object that this one belongs to' }),
      owner: platformObjectRow.nullable().meta({ description: 'The customer or business that owns it' }),
      children: z
        .array(platformObjectRow)
        .meta({ description: 'The objects that belong to this one, at most the 20 newest of each kind' }),
    }),
    calls: z
      .array(z.string())
      .meta({ description: 'The ids of the calls whose path or bodies name the object, newest first' }),
    events: z
      .array(z.string())
      .meta({ description: 'The ids of the events whose payload names the object, newest first' }),
    deliveries: z
      .array(z.string())
      .meta({ description: 'The ids of the deliveries of these events, newest first' }),
    more: z.object({ calls: older('calls'), events: older('events'), deliveries: older('deliveries') }).meta({
      description: 'GET /sandbox/calls and /sandbox/events with the id as `q` list all',
    }),
    index_lag: indexLag.optional(),
  }),
)

export type PlatformObjectRow = z.infer<typeof platformObjectRow>
export type PlatformObject = z.infer<typeof platformObject>
