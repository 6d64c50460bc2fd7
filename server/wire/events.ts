/** The JSON of sent events. */
import { z } from 'zod'
import { json, named, time } from './parts.ts'

/** The most events that one request may fire. */
export const firedAtMost = 100_000
export const eventSources = ['trigger', 'scenario', 'call', 'traffic', 'check'] as const
export const eventRow = named(
  'EventRow',
  z.object({
    id: z.string(),
    seq: z.int(),
    event: z.string(),
    occurred_at: time,
    source: z.enum(eventSources),
    run_id: z.string().nullable(),
    call_id: z
      .string()
      .nullable()
      .meta({ description: 'The call that caused the event, at once or later; null if something else did' }),
  }),
)

export const event = named(
  'Event',
  eventRow.extend({
    payload: json.meta({ description: 'The delivered body, parsed' }),
    payload_text: z.string().optional().meta({
      description:
        'The body as written, for a single event whose text would change in JSON, such as long numbers or repeated keys',
    }),
  }),
)

export type EventSource = (typeof eventSources)[number]
export type EventRow = z.infer<typeof eventRow>
export type Event = z.infer<typeof event>
