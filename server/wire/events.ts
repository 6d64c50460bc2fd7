import { z } from 'zod'
import { json, named, time } from './parts.ts'

/** So many events are fired by one request at the most. */
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
      .meta({ description: 'The call that caused it, at once or later; null where something else did' }),
  }),
)

export const event = named(
  'Event',
  eventRow.extend({
    payload: json.meta({ description: 'The body that is delivered, parsed' }),
    payload_text: z.string().optional().meta({
      description:
        'The same as it was written; told of one event, where JSON would make another text of it: other digits, other keys',
    }),
  }),
)

export type EventSource = (typeof eventSources)[number]
export type EventRow = z.infer<typeof eventRow>
export type Event = z.infer<typeof event>
