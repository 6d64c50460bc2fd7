import type { Doing } from '../doing.ts'
import type { JobName } from './store.ts'

/** What a job does to the object it was planned for; it happens at the time it was planned for, however late it is. */
type JobHandler = (doing: Doing, objectId: string) => void

interface JobKind {
  handler: JobHandler
  /** Whether it comes by the calendar, whatever call it was first planned by: its events name none. */
  byCalendar: boolean
}

/** Names what an area does later, so that it can be planned; names stand in the database and must not change. */
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
