import { z } from 'zod'
import { named, time } from './parts.ts'

export const clockModes = ['real', 'manual'] as const
/** What can be due, in the order in which it is done at the same time. */
export const dueKinds = ['job', 'traffic', 'delivery'] as const

export const clock = named(
  'Clock',
  z.object({
    mode: z.enum(clockModes),
    now: time,
    offset_ms: z.int().meta({
      description:
        'How far `now` was ahead of the wall clock when this was sent, in ms; negative when behind',
    }),
    speed: z.number(),
    next_due: time.nullable().meta({
      description: 'When the next thing is due that is known now; a frame tells what it was when it was sent',
    }),
    next_kind: z.enum(dueKinds).nullable().meta({
      description: 'What that is: a job of the platform, an event of the traffic or an attempt of a delivery',
    }),
    moving_to: time.nullable().meta({
      description:
        'Where an order or a run under way leads; until all that falls due on the way has settled, the clock stands at each step and other orders wait',
    }),
  }),
)

export type Clock = z.infer<typeof clock>
