/** The actions that wait until they can no longer be undone. */
import { signal } from '@preact/signals'
import type { Result } from './api.ts'

/** An action that runs later, and can be undone until then. */
export interface Later {
  /** The action in words: `Deleted /in/demo`. */
  said: string
  /** Runs the action. A refusal is shown, and the record comes back. Absent if the action already ran. */
  run?(): Promise<Result<unknown> | undefined>
  /** Brings the record back to the page. */
  undo(): unknown
  /** The record to hide from now on, by id or name. */
  ids?: readonly string[]
}
export interface Pending extends Later {
  number: number
}

/** The actions that can be undone, oldest first. */
export const pending = signal<readonly Pending[]>([])
/** The records being deleted, by id or name. */
export const leaving = signal<ReadonlySet<string>>(new Set())

/** Whether a record is about to be deleted, and so not listed. */
export const isLeaving = (id: string): boolean => leaving.value.has(id)
