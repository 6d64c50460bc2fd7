/** The routes that act on every delivery that matches a filter. */
import { z } from 'zod'
import { filterField, meantFields } from '../api/lists.ts'
import { requireFilter } from '../api/many.ts'
import { type ControlRoute, route } from '../api/route.ts'
import { timeForm } from '../database/filters.ts'
import { durationText, timeIn } from '../schema/fields.ts'
import * as wire from '../wire.ts'
import { parseDuration } from '../words/time.ts'
import type { DeliveryActs, Meant } from './acts.ts'
import type { DeliveryStore } from './store.ts'

const sinceForm = `must be ${timeForm}`

const manyActs = [
  {
    does: 'resendAll',
    path: '/deliveries/resend',
    operationId: 'resendDeliveries',
    summary: "Resend every delivery that matches to its subscription's current URL",
    description: 'Oldest first, until the client disconnects.',
    status: 201,
    answer: 'The new deliveries',
    skipped:
      'Deliveries whose subscription is disabled or deleted, or that were already resent. A resend to another URL, with other edits, with a fault, or cancelled does not count',
    would: 'sent again',
  },
  {
    does: 'attemptAllNow',
    path: '/deliveries/attempt-now',
    operationId: 'attemptDeliveriesNow',
    summary: 'Attempt every pending delivery that matches at once',
    description: 'Oldest first, until the client disconnects.',
    status: 200,
    answer: 'The deliveries that are now due',
    skipped:
      'Deliveries that have ended, whose attempt is under way, that wait for another delivery of an ordered subscription, or whose subscription is disabled',
    would: 'tried at once',
  },
  {
    does: 'cancelAll',
    path: '/deliveries/cancel',
    operationId: 'cancelDeliveries',
    summary: 'Cancel every delivery that matches and has not ended',
    description: 'Oldest first, until the client disconnects.',
    status: 200,
    answer: 'The cancelled deliveries',
    skipped: 'The deliveries that had already ended',
    would: 'ended',
  },
] as const

/** The acts on every delivery that matches. */
export function manyDeliveriesRoutes({
  acts,
  deliveries,
}: {
  acts: DeliveryActs
  deliveries: DeliveryStore
}): ControlRoute[] {
  /** The filters are those of the list of deliveries, so that an act can use what the list shows. */
  const meantBody = z.strictObject({
    state: filterField(deliveries.list, 'state'),
    event: z
      .string()
      .min(1)
      .optional()
      .meta({ description: '* matches any characters; separate alternatives by commas' }),
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
    requireFilter(body, { would, names: 'state, event, subscription_id, q, since and up_to' })
    const { since, up_to: upTo, ...filters } = body
    return { filters, since: since === undefined ? undefined : sinceTime(since), upTo, signal }
  }

  return manyActs.map(({ does, would, status, answer, skipped, ...row }) =>
    route({
      method: 'POST',
      ...row,
      body: meantBody,
      success: {
        status,
        description: `${answer}; above 1,000 deliveries only the counts`,
        schema: z.object({
          deliveries: z.array(wire.deliveryRow),
          counts: z.object({ deliveries: z.int(), skipped: z.int().meta({ description: skipped }) }),
        }),
      },
      run: ({ body, signal }) => acts[does](meant(body, { would, signal: signal() })),
    }),
  )
}
