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
import { createDoings } from './doing.ts'
import { createIdempotency } from './idempotency.ts'
import { createJobTable } from './jobs/define.ts'
import { createScheduler, type Scheduler } from './jobs/scheduler.ts'
import { createJobStore } from './jobs/store.ts'
import { createTemporaryKeys } from './keys/store.ts'
import { createObjects } from './objects.ts'

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
  /** The pair that the sandbox itself acts with. */
  key: Key
  onTrouble(error: unknown): void
}

/** Puts the emulated platform together: its areas, what happens later, what is armed, and the app that answers. */
export function createPlatform(needs: PlatformWorld) {
  const { config, database, clock, outside } = needs
  const jobs = createJobStore(database)
  const armed = createArmedStore(database)
  const armory = createArmory({ ...needs, armed })
  const temporaryKeys = createTemporaryKeys(needs)
  const idempotency = createIdempotency(database)
  const wake = (): void => scheduler.wake()
  const doings = createDoings({ ...needs, jobs, wake })
  const { define, kindOf } = createJobTable()
  const world = { ...needs, collection: createObjects(needs), job: define }
  const books = createBooks(world)
  const operations = createAreas(world, { ...needs, books, temporaryKeys })
  const scheduler: Scheduler = createScheduler({ ...needs, jobs, kindOf, doings, after: outside.after })
  const carrier = createCarrier({ config, clock, doings, idempotency, temporaryKeys, operations })
  return {
    acts: createActs({ ...needs, books, doings }),
    /** Forgets what is remembered of the database. */
    forgetRemembered: books.transactions.forget,
    operations,
    scheduler,
    armed,
    armory,
    ...createPlatformApp({ ...needs, operations, armory, carrier, recordCall: createCallRecorder(needs) }),
  }
}
export type Platform = ReturnType<typeof createPlatform>
