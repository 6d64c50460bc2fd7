/** The JSON of the sandbox's clock. */
import { z } from 'zod'
import { named, time } from './parts.ts'

export const clockModes = ['real', 'manual'] as const
/** What can be due, in the order in which simultaneous work is done. */
export const dueKinds = ['job', 'traffic', 'delivery'] as const

export const clock = named(
  'Clock',
  z.object({
    mode: z.enum(clockModes),
    now: time,
    offset_ms: z.int().meta({
      description: 'How far `now` was ahead of the wall clock when this was sent, in ms; negative if behind',
    }),
    speed: z.number(),
    next_due: time.nullable().meta({
      description: 'When the next known work is due; in a frame, as of when the frame was sent',
    }),
    next_kind: z.enum(dueKinds).nullable().meta({
      description:
        'The kind of that work: a job of the platform, an event of the traffic, or a delivery attempt',
    }),
    moving_to: time.nullable().meta({
      description:
        'The target of the running order or run. The clock stops at each due time until the work there has settled; other orders wait',
    }),
  }),
)

export type Clock = z.infer<typeof clock>
