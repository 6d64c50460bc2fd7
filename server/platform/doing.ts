import type { Clock } from '../clock/clock.ts'
import type { Transaction } from '../database/writer.ts'
import type { Emitter } from '../delivery/emit.ts'
import type { EventName } from '../events/builders.ts'
import { toIsoOffset } from '../words/time.ts'
import type { JobName, JobStore } from './jobs/store.ts'

/** Whoever changes something on the platform, a call or a job: for whom, when, and in which transaction. */
export interface Doing {
  tx: Transaction
  /** The owner of what is changed. */
  identity: string
  /** Microseconds on the sandbox's clock. */
  now: number
  /** The run it belongs to, null for none. */
  runId: string | null
  /** Writes an event of the `0.1` envelope: its name, its time, then `domain`. Only the owner's subscriptions hear of it. */
  emit(event: EventName, domain: Record<string, unknown>): void
  /** Has a job run for an object once the sandbox's clock has come to `dueAt`. */
  later(job: JobName, objectId: string, dueAt: number): void
  /** As `later`, unless that very job waits for the object already. */
  laterOnce(job: JobName, objectId: string, dueAt: number): void
  /** Forgets the jobs that wait for an object. */
  forgetLater(objectId: string): void
}

/** Makes the {@link Doing} of a call, now, or of a job, at the time it was planned for. `wake` is told after the commit that something waits. */
export function createDoings(needs: { clock: Clock; emitter: Emitter; jobs: JobStore; wake(): void }) {
  const { clock, emitter, jobs } = needs
  return (
    tx: Transaction,
    {
      identity,
      now = clock.now(),
      runId,
      callId = null,
    }: { identity: string; now?: number; runId: string | null; callId?: string | null },
  ): Doing => {
    const doing: Doing = {
      tx,
      identity,
      now,
      runId,
      emit(event, domain) {
        const payload = { event, occurred_at: toIsoOffset(now), ...domain }
        emitter.emit(tx, { event, payload, source: 'call', occurredAt: now, identity, runId, callId })
      },
      later(kind, objectId, dueAt) {
        jobs.insert({ kind, objectId, identity, dueAt, runId, callId })
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
