/** The JSON of sent events. */
import { z } from 'zod'
import { json, named, time } from './parts.ts'

/** The most events that one request may fire. */
export const firedAtMost = 100_000
export const eventSources = ['trigger', 'scenario', 'call', 'traffic', 'check'] as const
/** The words of an event in lists. */
export const summary = z.string().nullable().meta({
  description:
    'The meaning of the event in at most 60 letters, such as `$21.93 declined · Corner Books`, in words that may change at any time; null if unknown',
})

export const eventRow = named(
  'EventRow',
  z.object({
    id: z.string(),
    seq: z.int(),
    event: z.string(),
    summary,
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
