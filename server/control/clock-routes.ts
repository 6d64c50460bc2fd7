/** The routes that show and move the sandbox's clock. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import type { Clock } from '../clock/clock.ts'
import type { ClockControl } from '../clock/control.ts'
import { failField } from '../failures.ts'
import { durationField, timeField } from '../schema/fields.ts'
import * as wire from '../wire.ts'
import { latestTime } from '../words/time.ts'

const speedForm = 'must be a number above 0 and at most 1000000'
const advanceForm = 'must be a duration such as 90s, 5m or 3d, at most 36500d; to go back in time, use set'
const setForm = 'must be a time since 1970 such as 2026-01-01T09:00:00Z, or a day such as 2026-01-01'

const body = z.strictObject({
  mode: z.enum(wire.clockModes, 'must be real or manual').optional(),
  speed: z
    .number(speedForm)
    .positive(speedForm)
    .max(1_000_000, speedForm)
    .optional()
    .meta({ description: 'Sandbox seconds that pass in one real second' }),
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
      summary: 'Set the clock, or advance it and wait until everything that fell due has settled',
      body,
      success: {
        status: 200,
        description:
          'The clock. After 30 s the answer lists the work that has not settled; the clock stays at the time it reached, and another order continues',
        schema: z.object({
          clock: wire.clock,
          settled: z.boolean(),
          waiting: z
            .object({
              attempts: z.int().meta({ description: 'Number of attempts under way' }),
              target: wire.clock.shape.now.meta({
                description:
                  'The time that was asked for; the clock is before it if work on the way has not settled',
              }),
              due: z
                .object({ kind: z.enum(wire.dueKinds), at: wire.clock.shape.now })
                .nullable()
                .meta({ description: 'The time of the next work that is due on the way' }),
            })
            .optional()
            .meta({ description: 'Present if the clock did not reach the time that was asked for' }),
        }),
      },
      run({ body }) {
        const { set, advance } = body
        const target = advance === undefined ? set : (set ?? clock.now()) + advance * 1000
        if (target !== undefined && target > latestTime)
          failField(advance === undefined ? 'set' : 'advance', 'this time is after the year 9999')
        return control.order(body)
      },
    }),
  ]
}
