import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import type { Clock } from '../clock/clock.ts'
import type { ClockControl } from '../clock/control.ts'
import { fail } from '../failures.ts'
import { durationField, timeField } from '../schema/fields.ts'
import * as wire from '../wire.ts'
import { latestTime } from '../words/time.ts'

const speedForm = 'must be a number above 0 and at most 1000000'
const advanceForm =
  'must be a duration such as 90s, 5m or 3d, at most 36500d; time does not go back this way: use set'
const setForm = 'must be a time since 1970 such as 2026-01-01T09:00:00Z, or a day such as 2026-01-01'

const body = z.strictObject({
  mode: z.enum(wire.clockModes, 'must be real or manual').optional(),
  speed: z
    .number(speedForm)
    .positive(speedForm)
    .max(1_000_000, speedForm)
    .optional()
    .meta({ description: 'How many seconds pass in one' }),
  advance: durationField(advanceForm).optional(),
  set: timeField(setForm).optional(),
})

export function clockRoutes({ clock, control }: { clock: Clock; control: ClockControl }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/clock',
      operationId: 'getClock',
      summary: "The sandbox's clock",
      success: { status: 200, description: 'The clock', schema: z.object({ clock: wire.clock }) },
      run: () => ({ clock: control.wire() }),
    }),
    route({
      method: 'POST',
      path: '/clock',
      operationId: 'orderClock',
      summary: 'Set the clock, or move it on and wait until all that fell due has settled',
      body,
      success: {
        status: 200,
        description:
          'The clock; after 30 s with what still waits: it then stands where it has come to, and another order goes on',
        schema: z.object({
          clock: wire.clock,
          settled: z.boolean(),
          waiting: z
            .object({
              attempts: z.int().meta({ description: 'How many are under way' }),
              target: wire.clock.shape.now.meta({
                description:
                  'What was asked for; the clock stands before it where something is due on the way',
              }),
              due: z
                .object({ kind: z.enum(wire.dueKinds), at: wire.clock.shape.now })
                .nullable()
                .meta({ description: 'What is due next on the way there' }),
            })
            .optional()
            .meta({ description: 'Where it did not settle' }),
        }),
      },
      run({ body }) {
        const { set, advance } = body
        const target = advance === undefined ? set : (set ?? clock.now()) + advance * 1000
        if (target !== undefined && target > latestTime)
          fail(
            'invalid_field',
            `${advance === undefined ? 'set' : 'advance'}: it leads beyond the year 9999.`,
          )
        return control.order(body)
      },
    }),
  ]
}
