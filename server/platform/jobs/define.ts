import type { Doing } from '../doing.ts'
import type { JobName } from './store.ts'

/** What a job does to the object it was planned for; it happens at the time it was planned for, however late it is. */
export type JobHandler = (doing: Doing, objectId: string) => void

/** Names what an area does later, so that it can be planned; names stand in the database and must not change. */
export type DefineJob = (name: string, handler: JobHandler) => JobName

/** The jobs of all areas, by name. */
export function createJobTable(): { define: DefineJob; handlerOf(name: JobName): JobHandler } {
  const handlers = new Map<string, JobHandler>()
  return {
    define(name, handler) {
      handlers.set(name, handler)
      return name as JobName
    },
    handlerOf(name) {
      const handler = handlers.get(name)
      if (!handler) throw new Error(`No area knows the job ${name}`)
      return handler
    },
  }
}
