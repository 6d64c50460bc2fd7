import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import type { ClockControl } from '../clock/control.ts'
import type { Counters } from '../database/counters.ts'
import type { Counts } from '../database/counts.ts'
import type { Database } from '../database/open.ts'
import type { Search } from '../database/search.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { Engine } from '../delivery/engine.ts'
import { inputCounter } from '../inputs/store.ts'

const keepable = ['subscriptions', 'endpoints'] as const
const body = z.strictObject({
  keep: z.array(z.enum(keepable)).max(100, 'must be 100 names at most').default([]),
})
const records = [
  'events',
  'deliveries',
  'attempts',
  'attempt_ends',
  'captures',
  'webhook_ids',
  'capture_flags',
  'exchanges',
  'calls',
  'objects',
  'transactions',
  'jobs',
  'idempotency_keys',
  'temporary_keys',
  'armed_errors',
  'fault_rules',
  'runs',
] as const

export function resetRoutes(needs: {
  database: Database
  counters: Counters
  writer: Writer
  engine: Engine
  search: Pick<Search, 'clear'>
  counts: Pick<Counts, 'clear'>
  /** Makes what a new database begins with, but for what is kept. */
  furnish(tx: Transaction, kept: readonly string[]): void
  /** Cuts the calls whose armed answers are held back. */
  forgetHeld(): void
  /** Drops the runs under way; fulfilled when they do nothing any more. */
  forgetRuns(): Promise<void>
  clockControl: Pick<ClockControl, 'restartIn'>
  /** Has the recorded session begin anew. */
  beginSession(): void
  /** Has the recorded session keep what it has of the captures. */
  keepSession(): void
  /** Forgets what is remembered of the tables. */
  forgetRemembered(): void
}): ControlRoute[] {
  const { database, counters, writer, engine, search, counts, clockControl } = needs
  const empty = Object.fromEntries([...records, ...keepable].map((table) => [table, `DELETE FROM ${table}`]))

  const emptyRunEndpoints =
    'DELETE FROM endpoints WHERE name IN (SELECT endpoint FROM runs WHERE endpoint IS NOT NULL)'

  return [
    route({
      method: 'POST',
      path: '/reset',
      operationId: 'reset',
      summary:
        "Empty the database; ids begin again, the numbers of records and frames go on. A clock that runs comes back to the wall's time at the speed it has, one that stands stays where it is",

      body,
      success: {
        status: 200,
        description: 'It is empty',
        schema: z.object({ reset: z.literal(true), kept: z.array(z.string()) }),
      },
      async run({ body: { keep } }) {
        await needs.forgetRuns()
        /** Undefined until the work is done, which is done again where the transaction failed. */
        let takeClockBack: (() => void) | undefined
        const emptied = engine.forgetAfter(() =>
          writer.write((tx) => {
            tx.announce('reset', () => ({ kept: keep }))
            takeClockBack?.()
            takeClockBack = clockControl.restartIn(tx)
            if (keep.length > 0) needs.keepSession()
            // As their subscriptions, which go once the runs are gone.
            database.exec(emptyRunEndpoints)
            for (const table of [...records, ...keepable])
              if (!keep.some((kept) => kept === table)) database.exec(empty[table] ?? '')
            search.clear()
            counts.clear()
            // What comes now is held against nothing that is gone.
            database.exec('UPDATE endpoints SET newest_event_at = NULL, newest_event_by = NULL')
            database.exec('UPDATE subscriptions SET failed_in_a_row = 0')
            needs.forgetRemembered()
            // A kept subscription keeps its id and its secret, so these must not be drawn a second time.
            const drawn = keep.includes('subscriptions') ? ['uuid', 'secret'] : []
            // What is kept follows from what came before, so that the recorded session goes on.
            counters.restart(['seq', ...drawn, ...(keep.length > 0 ? [inputCounter] : [])])
            if (keep.length === 0) {
              database.exec('DELETE FROM inputs')
              needs.beginSession()
            }
            tx.afterCommit(needs.forgetHeld)
            needs.furnish(tx, keep)
            return { reset: true as const, kept: keep }
          }),
        )
        return emptied.catch((error) => {
          takeClockBack?.()
          throw error
        })
      },
    }),
  ]
}
