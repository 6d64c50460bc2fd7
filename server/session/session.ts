/** Describes the file of a recorded session. */
import { z } from 'zod'
import * as wire from '../wire.ts'

/** The current format of recorded sessions. The previous format can be read too. */
export const sessionFormat = 2

const headers = z.array(z.tuple([z.string(), z.string()]))

const input = z
  .object({
    at: z.string().meta({ description: "The time of arrival, by the sandbox's clock" }),
    method: z.string(),
    path: z.string().meta({ description: 'As sent, including the query' }),
    headers: headers.meta({
      description: 'As sent, without headers of the connection, Content-Length and Date',
    }),
    body: z.string().nullable().meta({ description: 'The body if it is UTF-8 text' }),
    body_base64: z
      .string()
      .nullable()
      .meta({ description: 'The body if it is not; both are null if it exceeded the limit' }),
    status: z.int().meta({ description: 'The response status; 0 without a response' }),
    clock_after: z.string().nullable().meta({ description: 'For an order to the clock: the time after it' }),
  })
  .meta({ id: 'SessionInput' })

const attempt = wire.attempt
  .omit({ signed_content: true, released: true })
  // Earlier sessions lack these fields.
  .partial({ fault_parts: true, trace_id: true, span_id: true })
  .extend({
    response: wire.attempt.shape.response
      .unwrap()
      // Earlier sessions lack this field.
      .extend({ body_base64: z.string().nullable().default(null) })
      .nullable(),
  })
  .meta({ id: 'SessionAttempt' })

/** A recorded session: its beginning, the requests from outside, and the results. */
export const session = z
  .object({
    format: z.literal(sessionFormat),
    version: z.string().meta({ description: 'The version of the sandbox that wrote it' }),
    complete: z.boolean().meta({
      description: 'false if the session cannot be played exactly from its beginning; `notes` say why',
    }),
    notes: z.array(z.string()),
    base_url: z.string().meta({ description: 'The address of the sandbox, which identifies its endpoints' }),
    seed: z.int(),
    config: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The configuration, but for what belongs to one machine' }),
    counters: z
      .record(z.string(), z.int())
      .default({})
      .meta({ description: 'How many ids of each kind were made before the start' }),
    clock: z.object({ mode: z.enum(wire.clockModes), now: z.string() }).meta({ description: 'At the start' }),
    ended_at: z.string().meta({ description: "The sandbox's time of the export" }),
    scenarios: z
      .record(z.string(), z.string())
      .meta({ description: "The files of the user's scenarios that were run, by name" }),
    inputs: z
      .array(input)
      .meta({ description: 'Every request from outside that may change something, in order' }),
    outcome: z.object({
      // The words of a summary may change at any time.
      events: z.array(wire.event.partial({ summary: true })),
      deliveries: z.array(wire.deliveryRow.partial({ fault_parts: true, check_id: true, summary: true })),
      attempts: z.array(attempt),
    }),
  })
  .meta({ id: 'Session' })

export type Session = z.infer<typeof session>
export type SessionInput = z.infer<typeof input>
export type SessionAttempt = z.infer<typeof attempt>
