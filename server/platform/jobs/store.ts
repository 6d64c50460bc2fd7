/** Reads and writes the table of planned jobs. */
import type { Database } from '../../database/open.ts'

/** The name of a job that an area has defined. */
export type JobName = string & { readonly isJob: true }

/** A planned change of an object. Times are in microseconds on the sandbox's clock. */
export interface Job {
  seq: number
  dueAt: number
  kind: JobName
  identity: string
  objectId: string
  /** The run whose call planned it, or null. */
  runId: string | null
  /** The call that planned it, or null. */
  callId: string | null
  /** The `traceparent` of that call, or null. */
  traceparent: string | null
}

export function createJobStore(database: Database) {
  const insert = database.prepare(
    'INSERT INTO jobs (due_at, kind, identity, object_id, run_id, call_id, traceparent) VALUES (@dueAt, @kind, @identity, @objectId, @runId, @callId, @traceparent)',
  )
  const due = database.prepare<[number], Job>(
    'SELECT seq, due_at AS dueAt, kind, identity, object_id AS objectId, run_id AS runId, call_id AS callId, traceparent FROM jobs WHERE due_at <= ? ORDER BY due_at, seq LIMIT 1',
  )
  const next = database.prepare<[], number>('SELECT due_at FROM jobs ORDER BY due_at LIMIT 1').pluck()
  const remove = database.prepare('DELETE FROM jobs WHERE seq = ?')
  const planned = database.prepare<[string, string, number]>(
    'SELECT 1 FROM jobs WHERE object_id = ? AND kind = ? AND due_at = ? LIMIT 1',
  )
  const removeOf = database.prepare('DELETE FROM jobs WHERE object_id = ?')
  return {
    insert: (job: Omit<Job, 'seq'>) => void insert.run(job),
    /** The first job that is due at a time. */
    due: (at: number): Job | undefined => due.get(at),
    nextDue: (): number | null => next.get() ?? null,
    isPlanned: ({ kind, objectId, dueAt }: Pick<Job, 'kind' | 'objectId' | 'dueAt'>): boolean =>
      planned.get(objectId, kind, dueAt) !== undefined,
    remove: ({ seq }: Job) => void remove.run(seq),
    removeOf: (objectId: string) => void removeOf.run(objectId),
  }
}
export type JobStore = ReturnType<typeof createJobStore>
