import { z } from 'zod'
import { filterField, meantFields } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { timeForm } from '../database/filters.ts'
import { fail } from '../failures.ts'
import { durationText, timeIn } from '../schema/fields.ts'
import * as wire from '../wire.ts'
import { parseDuration } from '../words/time.ts'
import type { DeliveryActs } from './acts.ts'
import type { Meant } from './many.ts'
import type { DeliveryStore } from './store.ts'

const sinceForm = `must be ${timeForm}`

const errors = ['invalid_field', 'invalid_query', 'body_malformed', 'content_type', 'body_too_large'] as const

const done = (skipped: string) =>
  z.object({
    deliveries: z.array(wire.deliveryRow),
    counts: z.object({ deliveries: z.int(), skipped: z.int().meta({ description: skipped }) }),
  })

/** What is done to every delivery that matches. */
export function manyDeliveriesRoutes({
  acts,
  deliveries,
}: {
  acts: DeliveryActs
  deliveries: DeliveryStore
}): ControlRoute[] {
  /** Read by the filters of the list of deliveries, so that what is seen there can be meant here. */
  const meantBody = z.strictObject({
    state: filterField(deliveries.list, 'state'),
    event: z
      .string()
      .min(1)
      .optional()
      .meta({ description: '* stands for any run of characters; commas between where it is any of several' }),
    subscription_id: z.string().min(1).optional(),
    since: z
      .string(sinceForm)
      .refine((text) => timeIn(text) !== undefined || durationText().safeParse(text).success, sinceForm)
      .optional()
      .meta({ description: 'An ISO 8601 time, a day, or a duration back from now', example: '2h' }),
    ...meantFields,
  })

  const sinceTime = (text: string): number => timeIn(text) ?? Math.max(0, acts.ago(parseDuration(text) ?? 0))

  function meant(
    body: z.output<typeof meantBody>,
    { would, signal }: { would: string; signal: AbortSignal },
  ): Meant {
    if (Object.values(body).every((value) => value === undefined))
      fail(
        'invalid_field',
        `There is no filter, so that everything would be ${would}.`,
        'Give one of state, event, subscription_id, q, since and up_to.',
      )
    const { since, up_to: upTo, ...filters } = body
    return { filters, since: since === undefined ? undefined : sinceTime(since), upTo, signal }
  }

  return [
    route({
      method: 'POST',
      path: '/deliveries/resend',
      operationId: 'resendDeliveries',
      summary:
        'Send again every delivery that matches, to where its subscription points now, oldest first, as long as the asker waits',
      body: meantBody,
      success: {
        status: 201,
        description: 'What was made; above 1,000 deliveries only the counts',
        schema: done(
          'Those whose subscription is disabled or gone, or that were sent again already; what went to another url, edited otherwise, with a fault, or was cancelled does not count',
        ),
      },
      errors,
      run: ({ body, signal }) => acts.resendAll(meant(body, { would: 'sent again', signal: signal() })),
    }),
    route({
      method: 'POST',
      path: '/deliveries/attempt-now',
      operationId: 'attemptDeliveriesNow',
      summary: 'Try every waiting delivery that matches at once, oldest first, as long as the asker waits',
      body: meantBody,
      success: {
        status: 200,
        description: 'Those that are due now; above 1,000 deliveries only the counts',
        schema: done(
          'Those that have ended, whose attempt is under way, that wait behind another of an ordered subscription, or whose subscription is disabled',
        ),
      },
      errors,
      run: ({ body, signal }) =>
        acts.attemptAllNow(meant(body, { would: 'tried at once', signal: signal() })),
    }),
    route({
      method: 'POST',
      path: '/deliveries/cancel',
      operationId: 'cancelDeliveries',
      summary: 'End every delivery that matches and has not ended, oldest first, as long as the asker waits',
      body: meantBody,
      success: {
        status: 200,
        description: 'Those that were ended; above 1,000 deliveries only the counts',
        schema: done('Those that had ended'),
      },
      errors,
      run: ({ body, signal }) => acts.cancelAll(meant(body, { would: 'ended', signal: signal() })),
    }),
  ]
}
