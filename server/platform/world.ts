/** What the areas of the platform are created from. */
import type { Config } from '../config.ts'
import type { Ids } from '../database/ids.ts'
import type { Database } from '../database/open.ts'
import type { DefineJob } from './jobs/define.ts'
import type { Objects } from './objects/store.ts'

export interface World {
  config: Config
  database: Database
  ids: Ids
  collection: Objects
  job: DefineJob
}
