/** Schemas of standing fault rules, for the API and the configuration. */
import { z } from 'zod'
import { flawOfEvent } from '../events/patterns.ts'
import { probability, wholeNumber } from '../schema/fields.ts'
import { readFault } from './grammar.ts'

const counted = () => wholeNumber(1).optional()

const conditions = {
  event: z
    .string()
    .min(1, { abort: true })
    .superRefine((name, context) => {
      const flaw = flawOfEvent(name)
      if (flaw) context.addIssue(flaw)
    })
    .default('*')
    .meta({ description: 'An event name or pattern. * matches any characters', example: 'card.*' }),
  subscription_id: z.string().min(1).optional().meta({
    description:
      'Only deliveries of this subscription. Default: all subscriptions except those of scenario runs',
  }),
  every: counted().meta({ description: 'Fires at every Nth match' }),
  probability: probability().optional().meta({ description: 'The chance of each match, from the seed' }),
  first: counted().meta({ description: 'Fires only at the first N matches' }),
}

const text = () =>
  z.string('must be a fault such as drop').meta({
    description: 'The fault, as name(arguments) joined by |',
    example: 'duplicate(2) | delay(500ms)',
  })

/** Refuses combinations of fields that would never match. */
export function firesAtAll(
  { every, first }: { every?: number | undefined; first?: number | undefined },
  context: z.RefinementCtx,
) {
  if (every !== undefined && first !== undefined && first < every)
    context.addIssue({
      code: 'custom',
      path: ['first'],
      message: `must be at least ${every}, the value of every, or the rule never fires`,
    })
}

/** A standing rule in an API request. The store parses the fault, so that an invalid fault gets its own error code. */
export const newRule = z.strictObject({ fault: text(), ...conditions }).superRefine(firesAtAll)
export type NewRule = z.output<typeof newRule>

/** A standing rule in the configuration. */
export const faultRuleFields = z
  .strictObject({
    fault: text().superRefine((value, context) => {
      const read = readFault(value)
      if ('problem' in read) context.addIssue(`${read.problem} ${read.fix}`.replace(/\.$/, ''))
    }),
    ...conditions,
  })
  .superRefine(firesAtAll)
