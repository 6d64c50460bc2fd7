import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { ClockControl } from '../clock-control.ts'
import { fail } from '../failures.ts'
import { durationField, timeField } from '../fields.ts'
import * as wire from '../wire.ts'
import { type ControlRoute, route } from './route.ts'

/** The last moment whose year has four digits, in microseconds. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59) * 1000

const body = z.strictObject({
  mode: z.enum(wire.clockModes).optional(),
  speed: z
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .meta({ description: 'How many seconds pass in one' }),
  advance: durationField().optional(),
  set: timeField().optional(),
})

export function clockRoutes({ clock, control }: { clock: Clock; control: ClockControl }): ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/clock',
      operationId: 'getClock',
      summary: "The sandbox's clock",
      success: { status: 200, description: 'The clock', schema: z.object({ clock: wire.clock }) },
      errors: [],
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
        description: 'The clock; after 30 s with what still waits',
        schema: z.object({
          clock: wire.clock,
          settled: z.boolean(),
          waiting: z.object({ attempts: z.int() }).optional(),
        }),
      },
      errors: ['invalid_field', 'body_malformed', 'content_type', 'body_too_large'],
      run({ body }) {
        const target = (body.set ?? clock.now()) + (body.advance ?? 0) * 1000
        if (target > latest) fail('invalid_field', 'advance: it leads beyond the year 9999.')
        return control.order(body)
      },
    }),
  ]
}
