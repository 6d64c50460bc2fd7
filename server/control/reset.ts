/** The route that empties the database and starts the sandbox again as new. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import type { ClockControl } from '../clock/control.ts'
import type { Config } from '../config.ts'
import type { Counters } from '../database/counters.ts'
import type { Counts } from '../database/counts.ts'
import type { Database } from '../database/open.ts'
import type { Transaction, Writer } from '../database/writer.ts'
import type { Engine } from '../delivery/engine.ts'
import { inputCounter } from '../inputs/store.ts'

const keepable = ['subscriptions', 'endpoints'] as const
const body = z.strictObject({
  keep: z.array(z.enum(keepable)).max(100, 'must be at most 100 names').default([]),
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
  'checks',
] as const

export function resetRoutes(needs: {
  config: Config
  database: Database
  counters: Counters
  writer: Writer
  engine: Engine
  counts: Pick<Counts, 'clear'>
  /** Creates what a new database contains, except for what is kept. */
  furnish(tx: Transaction, kept: readonly string[]): void
  /** Ends the calls whose armed responses are held back. */
  forgetHeld(): void
  /** Drops the running scenarios. Fulfilled when they have stopped. */
  forgetRuns(): Promise<void>
  forgetChecks(): void
  clockControl: Pick<ClockControl, 'restartIn'>
  /** Resets the recorded session. */
  beginSession(): void
  /** Makes the recorded session keep its captures. */
  keepSession(): void
  /** Clears the in-memory copies of tables. */
  forgetRemembered(): void
}): ControlRoute[] {
  const { database, counters, writer, engine, counts, clockControl } = needs
  const { seed } = needs.config

  /**
   * Whether a counter begins again. Without a seed from the user no id is made twice: a receiver that ignores repeated ids
   * must see what comes after a reset as new.
   */
  function beginsAgain(counter: string, keep: readonly string[]): boolean {
    // A session goes on where something is kept, and a kept subscription keeps its id and secret.
    if (counter === inputCounter) return keep.length === 0
    const isTaken = keep.includes('subscriptions') && ['uuid', 'secret'].includes(counter)
    return seed !== null && counter !== 'seq' && !isTaken
  }

  const empty = Object.fromEntries([...records, ...keepable].map((table) => [table, `DELETE FROM ${table}`]))

  const emptyCheckSubscriptions = "DELETE FROM subscriptions WHERE identity GLOB 'chk_*'"
  const emptyRunEndpoints =
    'DELETE FROM endpoints WHERE name IN (SELECT endpoint FROM runs WHERE endpoint IS NOT NULL)'

  return [
    route({
      method: 'POST',
      path: '/reset',
      operationId: 'reset',
      summary: 'Empty the database',
      description:
        "Ids repeat only where a seed was given; the numbers of records and frames go on. A running clock returns to the wall clock's time and keeps its speed; a stopped clock stays.",

      body,
      success: {
        status: 200,
        description: 'The database is empty',
        schema: z.object({ reset: z.literal(true), kept: z.array(z.string()) }),
      },
      async run({ body: { keep } }) {
        await needs.forgetRuns()
        needs.forgetChecks()
        /** Undefined until the transaction has done its work. A failed transaction runs again. */
        let takeClockBack: (() => void) | undefined
        const emptied = engine.forgetAfter(() =>
          writer.write((tx) => {
            tx.announce('reset', () => ({ kept: keep }))
            takeClockBack?.()
            takeClockBack = clockControl.restartIn(tx)
            if (keep.length > 0) needs.keepSession()
            // Run endpoints go after the runs, like their subscriptions.
            database.exec(emptyRunEndpoints)
            database.exec(emptyCheckSubscriptions)
            for (const table of [...records, ...keepable])
              if (!keep.some((kept) => kept === table)) database.exec(empty[table] ?? '')
            counts.clear()
            database.exec('UPDATE subscriptions SET failed_in_a_row = 0')
            needs.forgetRemembered()
            counters.restart((counter) => beginsAgain(counter, keep))
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
