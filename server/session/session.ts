import { z } from 'zod'
import * as wire from '../wire.ts'

/** The newest form of recorded sessions, which is written; the one before is read as well. */
export const sessionFormat = 2

const headers = z.array(z.tuple([z.string(), z.string()]))

const input = z
  .object({
    at: z.string().meta({ description: "When it came, on the sandbox's clock" }),
    method: z.string(),
    path: z.string().meta({ description: 'As sent, query included' }),
    headers: headers.meta({
      description: 'As sent, but for those of the connection, Content-Length and Date',
    }),
    body: z.string().nullable().meta({ description: 'The body where it is UTF-8 text' }),
    body_base64: z
      .string()
      .nullable()
      .meta({ description: 'The body where it is not; both are null where it was over the limit' }),
    status: z.int().meta({ description: 'What it was answered with; 0 when nothing was answered' }),
    clock_after: z.string().nullable().meta({ description: 'Of an order to the clock: the time behind it' }),
  })
  .meta({ id: 'SessionInput' })

const { element } = wire.delivery.shape.attempts
const attempt = element
  .omit({ signed_content: true, released: true })
  .partial({ fault_parts: true })
  .extend({
    response: element.shape.response
      .unwrap()
      // Sessions that were recorded before it was kept lack it.
      .extend({ body_base64: z.string().nullable().default(null) })
      .nullable(),
  })
  .meta({ id: 'SessionAttempt' })

/** What a recorded session holds: what it began with, what came from outside, and what came of it. */
export const session = z
  .object({
    format: z.literal(sessionFormat),
    version: z.string().meta({ description: 'The version of the sandbox that wrote it' }),
    complete: z
      .boolean()
      .meta({ description: 'false when it cannot be played from its beginning as it was; `notes` say why' }),
    notes: z.array(z.string()),
    base_url: z
      .string()
      .meta({ description: 'The address of the sandbox, by which its endpoints are known' }),
    seed: z.int(),
    config: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The configuration, but for what belongs to one machine' }),
    counters: z
      .record(z.string(), z.int())
      .default({})
      .meta({ description: 'How many ids of each kind were made before the start' }),
    clock: z.object({ mode: z.enum(wire.clockModes), now: z.string() }).meta({ description: 'At the start' }),
    ended_at: z.string().meta({ description: "The sandbox's time at the export" }),
    scenarios: z
      .record(z.string(), z.string())
      .meta({ description: 'The files of scenarios of the user that were run, by their names' }),
    inputs: z
      .array(input)
      .meta({ description: 'Every request from outside that may change something, in order' }),
    outcome: z.object({
      events: z.array(wire.event),
      deliveries: z.array(wire.deliveryRow.partial({ fault_parts: true })),
      attempts: z.array(attempt),
    }),
  })
  .meta({ id: 'Session' })

export type Session = z.infer<typeof session>
export type SessionInput = z.infer<typeof input>
export type SessionAttempt = z.infer<typeof attempt>
