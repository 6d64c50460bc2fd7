/** Puts the emulated platform together. */
import type { Key } from '../api/given.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Ids } from '../database/ids.ts'
import type { Database } from '../database/open.ts'
import type { Writer } from '../database/writer.ts'
import type { Emitter } from '../delivery/emit.ts'
import type { Recorder } from '../inputs/recorder.ts'
import type { Outside } from '../outside.ts'
import type { SubscriptionService } from '../subscriptions/service.ts'
import { createActs } from './acts/acts.ts'
import { createPlatformApp } from './app.ts'
import { createAreas } from './areas.ts'
import { createArmory } from './arming/armory.ts'
import { createArmedStore } from './arming/store.ts'
import { createBooks } from './books.ts'
import { createCallRecorder } from './calls/record.ts'
import type { CallStore } from './calls/store.ts'
import { createCarrier } from './carry-out.ts'
import { createIdempotency } from './idempotency.ts'
import { createJobTable } from './jobs/define.ts'
import { createScheduler } from './jobs/scheduler.ts'
import { createJobStore } from './jobs/store.ts'
import { createTemporaryKeys } from './keys/store.ts'
import { createObjects } from './objects/store.ts'
import { createObjectView } from './objects/view.ts'

export interface PlatformWorld {
  config: Config
  database: Database
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  emitter: Emitter
  calls: CallStore
  service: SubscriptionService
  recorder: Recorder
  /** The sandbox's own credentials. */
  key: Key
  onTrouble(error: unknown): void
}

/** Puts the emulated platform together: its areas, jobs, armed errors and app. */
export function createPlatform(needs: PlatformWorld) {
  const { config, database, clock, outside, ids, writer, emitter, service, recorder, key, onTrouble } = needs
  const jobs = createJobStore(database)
  const armed = createArmedStore(database)
  const armory = createArmory({ config, armed, ids, clock })
  const temporaryKeys = createTemporaryKeys({ database, ids })
  const idempotency = createIdempotency(database)
  const { define, kindOf } = createJobTable()
  const { after } = outside
  const scheduler = createScheduler({ clock, writer, emitter, jobs, kindOf, after, onTrouble })
  const { doings } = scheduler
  const world = { config, database, ids, collection: createObjects({ database, ids }), job: define }
  const books = createBooks(world)
  const operations = createAreas(world, { books, service, temporaryKeys })
  const carrier = createCarrier({ config, clock, doings, idempotency, temporaryKeys, operations })
  const recordCall = createCallRecorder({ calls: needs.calls })
  const answering = { config, clock, outside, ids, writer, recorder, recordCall }
  return {
    acts: createActs({ books, doings, key }),
    /** Clears the copies of tables in memory. */
    forgetRemembered: books.transactions.forget,
    objects: createObjectView({ database, transactions: books.transactions, now: clock.now }),
    operations,
    scheduler,
    armed,
    armory,
    ...createPlatformApp({ ...answering, operations, armory, carrier }),
  }
}
export type Platform = ReturnType<typeof createPlatform>
