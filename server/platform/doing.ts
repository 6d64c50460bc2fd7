/** The context of a change on the platform, by a call or a job. */
import type { Clock } from '../clock/clock.ts'
import type { Transaction } from '../database/writer.ts'
import type { Emitter } from '../delivery/emit.ts'
import type { EventName } from '../events/builders.ts'
import { toIsoOffset } from '../words/time.ts'
import type { JobName, JobStore } from './jobs/store.ts'

/** The context of a change: for whom, when, and in which transaction. */
export interface Doing {
  tx: Transaction
  /** The owner of what changes. */
  identity: string
  /** Microseconds on the sandbox's clock. */
  now: number
  /** The id of the run, or null. */
  runId: string | null
  /** Emits an event of the `0.1` envelope: its name, its time, then `domain`. Only the owner's subscriptions get it. */
  emit(event: EventName, domain: Record<string, unknown>): void
  /** Plans a job for an object at the time `dueAt` of the sandbox's clock. */
  later(job: JobName, objectId: string, dueAt: number): void
  /** As `later`, unless the same job is already planned for the object. */
  laterOnce(job: JobName, objectId: string, dueAt: number): void
  /** Removes the planned jobs of an object. */
  forgetLater(objectId: string): void
}

/**
 * Makes the {@link Doing} of a call, now, or of a job, at its planned time. `wake` is called after a commit that planned
 * jobs.
 */
export function createDoings(needs: { clock: Clock; emitter: Emitter; jobs: JobStore; wake(): void }) {
  const { clock, emitter, jobs } = needs
  return (
    tx: Transaction,
    {
      identity,
      now = clock.now(),
      runId,
      callId = null,
      traceparent = null,
    }: {
      identity: string
      now?: number
      runId: string | null
      callId?: string | null
      traceparent?: string | null
    },
  ): Doing => {
    const doing: Doing = {
      tx,
      identity,
      now,
      runId,
      emit(event, domain) {
        const payload = { event, occurred_at: toIsoOffset(now), ...domain }
        emitter.emit(tx, {
          event,
          payload,
          source: 'call',
          occurredAt: now,
          identity,
          runId,
          callId,
          traceparent,
        })
      },
      later(kind, objectId, dueAt) {
        jobs.insert({ kind, objectId, identity, dueAt, runId, callId, traceparent })
        tx.afterCommit(needs.wake)
      },
      laterOnce(kind, objectId, dueAt) {
        if (!jobs.isPlanned({ kind, objectId, dueAt })) doing.later(kind, objectId, dueAt)
      },
      forgetLater: jobs.removeOf,
    }
    return doing
  }
}
export type Doings = ReturnType<typeof createDoings>
