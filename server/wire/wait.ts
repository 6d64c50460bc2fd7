/** The JSON of a wait: what matched, and what came instead. */
import { z } from 'zod'
import { callRow } from './calls.ts'
import { captureRow } from './captures.ts'
import { deliveryRow } from './deliveries.ts'
import { eventRow } from './events.ts'
import { indexLag } from './parts.ts'

export const waitKinds = ['capture', 'delivery', 'event', 'call'] as const
/** How many of the newest records that fit the filters are looked at for those that do not count. */
export const mostEarlier = 1000

const row = z.union([captureRow, deliveryRow, eventRow, callRow])
const miss = {
  missed: z.string().meta({
    description: 'The filter that the record does not match; `in_order` if another event was expected next',
  }),
  wanted: z.string(),
  got: z.string().nullable().meta({ description: 'The value of the record for this filter' }),
}
/** What `GET /sandbox/wait` answers. */
export const waited = z.object({
  met: z.boolean().meta({
    description:
      'Whether the condition was met. With `none`, false too if the search index is behind (`index_lag`): a record that it lacks may match',
  }),
  timed_out: z.boolean().meta({ description: 'Whether the timeout ended the wait' }),
  matched: z.array(row).meta({ description: 'Oldest first' }),
  since: z.int().meta({ description: 'Only records with a larger seq counted' }),
  newest_match_at: z.string().nullable().meta({
    description: 'The time of the newest kept record that fits the filters, counted or not; null for none',
  }),
  index_lag: indexLag.optional(),
  order: z
    .object({
      missing: z.array(z.string()).meta({ description: 'The patterns for which no record came in turn' }),
      misplaced: z
        .array(z.object({ pattern: z.string(), record: row }))
        .meta({ description: 'Records that match these patterns but came too early' }),
    })
    .optional(),
  arrived_instead: z.array(row).optional(),
  closest: z
    .object({ record: row, ...miss, also_missed: z.array(z.object(miss)) })
    .nullable()
    .optional(),
  earlier: z
    .object({
      count: z.int().meta({ description: `How many there are; at most ${mostEarlier}` }),
      newest_at: z.string(),
    })
    .nullable()
    .optional()
    .meta({
      description:
        'Records that fit the filters but do not count: older than `since`, or matched by an earlier wait of the session. Only where the wait is not met; null for none',
    }),
})

export type WaitKind = (typeof waitKinds)[number]
export type WaitRow = z.infer<typeof row>
export type Waited = z.infer<typeof waited>
