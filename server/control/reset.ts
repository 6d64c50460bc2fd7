import { z } from 'zod'
import type { Counters } from '../database/counters.ts'
import type { Database } from '../database/open.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { Engine } from '../delivery/engine.ts'
import { type ControlRoute, route } from './route.ts'

const keepable = ['subscriptions', 'endpoints'] as const
const body = z.strictObject({ keep: z.array(z.enum(keepable)).default([]) })
const records = [
  'events',
  'deliveries',
  'attempts',
  'attempt_ends',
  'captures',
  'calls',
  'search',
  'objects',
  'transactions',
  'jobs',
  'idempotency_keys',
  'temporary_keys',
  'armed_errors',
  'fault_rules',
  'runs',
  'inputs',
] as const

export function resetRoutes(needs: {
  database: Database
  counters: Counters
  writer: Writer
  engine: Engine
  /** Makes what a new database begins with, but for what is kept. */
  furnish(tx: Transaction, kept: readonly string[]): void
  /** Cuts the calls whose armed answers are held back. */
  forgetHeld(): void
  /** Forgets what is remembered of the tables. */
  forgetRemembered(): void
}): ControlRoute[] {
  const { database, counters, writer, engine } = needs
  const empty = Object.fromEntries([...records, ...keepable].map((table) => [table, `DELETE FROM ${table}`]))

  return [
    route({
      method: 'POST',
      path: '/reset',
      operationId: 'reset',
      summary: 'Empty the database; ids begin again, the numbers of records and frames go on',
      body,
      success: {
        status: 200,
        description: 'It is empty',
        schema: z.object({ reset: z.literal(true), kept: z.array(z.string()) }),
      },
      errors: ['invalid_field', 'body_malformed', 'content_type', 'body_too_large'],
      run: ({ body: { keep } }) =>
        engine.forgetAfter(() =>
          writer.write((tx) => {
            for (const table of [...records, ...keepable])
              if (!keep.some((kept) => kept === table)) database.exec(empty[table] ?? '')
            needs.forgetRemembered()
            // A kept subscription keeps its id and its secret, so these must not be drawn a second time.
            counters.restart(keep.includes('subscriptions') ? ['seq', 'uuid', 'secret'] : ['seq'])
            tx.afterCommit(needs.forgetHeld)
            tx.announce('reset', () => ({ kept: keep }))
            needs.furnish(tx, keep)
            return { reset: true, kept: keep }
          }),
        ),
    }),
  ]
}
