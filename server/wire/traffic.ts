/** The JSON of traffic. */
import { z } from 'zod'
import { named, time } from './parts.ts'

export const trafficShapes = ['steady', 'poisson'] as const
export const traffic = named(
  'Traffic',
  z.object({
    id: z.string().nullable().meta({ description: 'null if there never was any traffic' }),
    running: z.boolean(),
    rate: z.number().meta({ description: "Events a second of the sandbox's clock, on average" }),
    shape: z.enum(trafficShapes),
    events: z.record(z.string(), z.number()).meta({ description: 'Event or pattern → weight' }),
    seed: z.int(),
    for_ms: z.number().nullable(),
    count: z.int().nullable(),
    subscription_id: z.string().nullable(),
    fault: z.string().nullable(),
    started_at: time.nullable(),
    ends_at: time.nullable(),
    ended_at: time.nullable(),
    sent: z.int().meta({ description: 'Events made' }),
    refused: z.int().meta({ description: 'Events that could not be created' }),
    deliveries: z.int(),
    succeeded: z.int(),
    failed: z.int().meta({
      description: 'Deliveries that ended otherwise: failed, cancelled, or wrongly accepted',
    }),
    lag_ms: z
      .object({ last: z.number(), max: z.number() })
      .meta({ description: 'How late events were created, in real time' }),
    per_second: z
      .array(z.object({ at: time, sent: z.int(), succeeded: z.int() }))
      .meta({ description: 'The last 60 seconds of real time, oldest first' }),
  }),
)

export type Traffic = z.infer<typeof traffic>
export type TrafficShape = (typeof trafficShapes)[number]
