/** Defines the jobs of the areas by name. */
import type { Doing } from '../doing.ts'
import type { JobName } from './store.ts'

/** What a job does to its object, at its planned time, however late it runs. */
type JobHandler = (doing: Doing, objectId: string) => void

interface JobKind {
  handler: JobHandler
  /** Whether it follows the calendar. Its events then name no call. */
  byCalendar: boolean
}

/** Names a later job of an area. The database stores names, so they must not change. */
export type DefineJob = (name: string, handler: JobHandler, how?: { byCalendar: boolean }) => JobName

/** The jobs of all areas, by name. */
export function createJobTable(): { define: DefineJob; kindOf(name: JobName): JobKind } {
  const kinds = new Map<string, JobKind>()
  return {
    define(name, handler, { byCalendar } = { byCalendar: false }) {
      kinds.set(name, { handler, byCalendar })
      return name as JobName
    },
    kindOf(name) {
      const kind = kinds.get(name)
      if (!kind) throw new Error(`No area knows the job ${name}`)
      return kind
    },
  }
}
