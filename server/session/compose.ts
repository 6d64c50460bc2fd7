/** Puts together the parts that record a session. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { createStepCount } from '../database/count-in-steps.ts'
import type { Counters } from '../database/counters.ts'
import type { Settings } from '../database/facts.ts'
import type { Database } from '../database/open.ts'
import type { Writer } from '../database/writer.ts'
import type { AttemptStore } from '../delivery/attempts.ts'
import type { EventStore } from '../delivery/event-store.ts'
import type { Ledger } from '../delivery/ledger.ts'
import type { DeliveryStore } from '../delivery/store.ts'
import { createRecorder } from '../inputs/recorder.ts'
import { createInputStore } from '../inputs/store.ts'
import { createBeginning } from './beginning.ts'
import { createExporter } from './export.ts'

/** Records requests from outside, so that they can be exported and played. */
export function createSessions(needs: {
  config: Config
  version: string
  database: Database
  counters: Counters
  clock: Clock
  writer: Writer
  settings: Settings
  events: EventStore
  deliveries: DeliveryStore
  attempts: AttemptStore
  ledger: Ledger
  seed(): number
  baseUrl(): string
  onTrouble(error: unknown): void
}) {
  const { config, database, counters } = needs
  const inputs = createInputStore(database, counters)
  const beginning = createBeginning(needs)
  // What checks have sent is not part of a session.
  const made = [
    { counter: 'evt', kept: createStepCount(database, 'events', "source <> 'check'") },
    {
      counter: 'dlv',
      kept: createStepCount(
        database,
        'deliveries',
        "NOT EXISTS (SELECT 1 FROM events WHERE events.seq = event_seq AND source = 'check')",
      ),
    },
  ]

  function scenarioText(name: string): string | undefined {
    const file = join(config.scenarios ?? '', `${name}.yaml`)
    const isName = /^[a-z0-9-]+$/.test(name)
    return config.scenarios !== null && isName && existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }

  return {
    recorder: createRecorder({ ...needs, inputs }),
    beginSession: beginning.begin,
    /** Captures are about to be deleted while the session continues. */
    keepSession: inputs.takeFromCaptures,
    /** At the start: a new database begins a session, an existing one continues it. */
    start: (isNew: boolean) => (isNew ? beginning.begin() : beginning.goOn()),
    written: createExporter({
      ...needs,
      inputs,
      beginning,
      newest: () => counters.current('seq'),
      *outcomeGone() {
        const { counters: begun = {} } = beginning.read()
        for (const { counter, kept } of made) {
          const count = counters.current(counter) - (begun[counter] ?? 0)
          if (count > (yield* kept())) return true
        }
        return false
      },
      scenarioText,
    }),
  }
}
export type Sessions = ReturnType<typeof createSessions>
