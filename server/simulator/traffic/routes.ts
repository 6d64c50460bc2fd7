/** The routes that show and start simulated traffic. */
import { z } from 'zod'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import { parseFault } from '../../faults/grammar.ts'
import { durationField } from '../../schema/fields.ts'
import type { SubscriptionStore } from '../../subscriptions/store.ts'
import * as wire from '../../wire.ts'
import { mixOf, weightsOf } from './mix.ts'
import type { TrafficControl } from './traffic.ts'

const leastRate = 0.000001
const mostRate = 5000
const mostEvents = 10_000_000
const rateForm = `must be a number of events a second, from ${leastRate} to ${mostRate}, or 0, which stops it`
const eventsForm = 'must be a list of event names and patterns, or such names with their weights'

const weightForm = 'must be a weight from 0, such as 3'
const forForm = 'must be a duration longer than 0, such as 30s or 10m, at most 36500d'
const countForm = `must be a whole number of events, from 1 to ${mostEvents}`
const seedForm = 'must be a whole number from 0'

const body = z.strictObject({
  rate: z
    .number(rateForm)
    .refine((rate) => rate === 0 || (rate >= leastRate && rate <= mostRate), rateForm)
    .meta({
      description: `Events in each second of the sandbox's clock, on average; at most ${mostRate}. 0 stops the traffic`,
      example: 5,
    }),
  shape: z
    .enum(wire.trafficShapes, 'must be steady or poisson')
    .default('steady')
    .meta({ description: 'Equal gaps, or random gaps as of independent arrivals' }),
  events: z
    .union(
      [
        z
          .array(z.string())
          .min(1, 'must name at least one event')
          // Checked before the entries, since each may have a flaw.
          .max(10_000, 'must be 10000 events at most'),
        z.record(z.string(), z.number(weightForm).min(0, weightForm)),
      ],
      eventsForm,
    )
    .default(['*'])
    .meta({
      description:
        'The events: names and patterns, each with its weight (1 in a list). Events that a pattern matches share its weight evenly',
      example: { 'card.*': 3, transactions: 1 },
    }),
  seed: z.int(seedForm).min(0, seedForm).optional().meta({
    description: "The seed of the times and events; by default drawn from the sandbox's seed",
  }),
  for: durationField(forForm)
    .refine((ms) => ms > 0, forForm)
    .optional()
    .meta({ description: "The duration, on the sandbox's clock", example: '10m' }),
  count: z
    .int(countForm)
    .min(1, countForm)
    .max(mostEvents, countForm)
    .optional()
    .meta({ description: 'The number of events after which the traffic ends, including refused ones' }),
  subscription_id: z
    .string('must be the id of a subscription')
    .optional()
    .meta({ description: 'Only this subscription, whatever its patterns' }),
  fault: z
    .string('must be a fault such as drop or delay(1s)')
    .optional()
    .meta({ description: 'Fault of each delivery, from the catalogue of faults' }),
})

const answer = z.object({ traffic: wire.traffic })

export function trafficRoutes(needs: {
  traffic: TrafficControl
  subscriptions: SubscriptionStore
}): ControlRoute[] {
  const { traffic, subscriptions } = needs

  function knownSubscription(id: string) {
    return (subscriptions.find(id) ?? failUnknown('subscription_unknown', id)).id
  }

  return [
    route({
      method: 'GET',
      path: '/traffic',
      operationId: 'getTraffic',
      summary: 'The current or last traffic and its measurements',
      success: { status: 200, description: 'The traffic', schema: answer },
      run: () => ({ traffic: traffic.told() }),
    }),
    route({
      method: 'POST',
      path: '/traffic',
      operationId: 'orderTraffic',
      summary: 'Start traffic in place of the current one',
      description: 'A rate of 0 stops the traffic.',
      body,
      success: { status: 200, description: 'The traffic', schema: answer },
      errors: ['event_name_unknown', 'subscription_unknown', 'fault_invalid'],
      async run({ body: asked }) {
        const { rate, shape, seed, count = null } = asked
        if (rate === 0) await traffic.end()
        else {
          const events = Array.isArray(asked.events) ? weightsOf(asked.events) : asked.events
          mixOf(events)
          await traffic.start({
            rate,
            shape,
            events,
            seed,
            forMs: asked.for ?? null,
            count,
            subscriptionId:
              asked.subscription_id === undefined ? null : knownSubscription(asked.subscription_id),
            fault: asked.fault === undefined ? null : parseFault(asked.fault).text,
          })
        }
        return { traffic: traffic.told() }
      },
    }),
  ]
}
