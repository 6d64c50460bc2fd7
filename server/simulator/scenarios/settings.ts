/** The settings at the top of a scenario. */
import { z } from 'zod'
import { longestTimerMs } from '../../outside.ts'
import { durationTexts, wholeNumber } from '../../schema/fields.ts'
import { schemeNames } from '../../signing/recipes.ts'
import { reply } from '../../wire.ts'
import { suggest } from '../../words/nearest.ts'
import { eventField } from './event-field.ts'

const flag = z.boolean('must be true or false')

/** Settings of a run's own subscription. */
export const subscriptionSettings = z.strictObject({
  events: z
    .array(eventField, 'must be a list of events and patterns, such as ["card.*"]')
    .min(1, 'must name at least one event')
    .default(['*']),
  scheme: z
    .enum(schemeNames, {
      error: ({ input }) => `is not a scheme. ${suggest(String(input), schemeNames).replace(/\.$/, '')}`,
    })
    .default('standard-webhooks'),
  // In order, so that a run is reproducible to the byte.
  ordered: flag.default(true),
  retry_delays: durationTexts().nullable().default(null),
  concurrency: wholeNumber(1, 1000).nullable().default(null),
  timeout_ms: wholeNumber(0, longestTimerMs).nullable().default(null),
})

/** Settings of a run's own receiver. */
export const endpointSettings = z.strictObject({ reply: reply.nullable().default(null) })

const fields = (says: string) => z.record(z.string(), z.unknown(), says)

/** The top level of a scenario, besides its steps. */
export const topSchema = z.strictObject({
  title: z.string('must be text').optional(),
  description: z.string('must be text').optional(),
  set: fields('must be names and values').optional(),
  subscription: subscriptionSettings.optional(),
  endpoint: endpointSettings.optional(),
  steps: z.unknown().optional(),
})
