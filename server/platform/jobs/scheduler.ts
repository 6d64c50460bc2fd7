/** Runs the platform's jobs when they are due. */
import type { Clock } from '../../clock/clock.ts'
import type { Timed } from '../../clock/timed.ts'
import type { Writer } from '../../database/writer.ts'
import type { Emitter } from '../../delivery/emit.ts'
import { toFailure } from '../../failures.ts'
import { createDoings, type Doings } from '../doing.ts'
import type { createJobTable } from './define.ts'
import type { JobStore } from './store.ts'

/** How many jobs run in one transaction, so that many due jobs delay nobody for long. */
const batch = 100
/** The pause after a storage error, such as a full disk. Real time, ms. */
const troubleRestMs = 1000

/**
 * Runs the platform's jobs at their time on the sandbox's clock. They are stored in the database, so a restart loses none.
 */
export function createScheduler(needs: {
  clock: Clock
  writer: Writer
  emitter: Emitter
  jobs: JobStore
  kindOf: ReturnType<typeof createJobTable>['kindOf']
  after(ms: number, run: () => void): () => void
  onTrouble(error: unknown): void
}): Timed & { doings: Doings; wake(): void; stop(): Promise<void> } {
  const { clock, writer, emitter, jobs, kindOf, onTrouble } = needs
  const doings = createDoings({ clock, emitter, jobs, wake })
  let stopped = false
  let running: Promise<void> | undefined
  const alarm = clock.alarm(wake)

  const isDue = () => (jobs.nextDue() ?? Number.POSITIVE_INFINITY) <= clock.now()

  function runDue() {
    return writer.write((tx) => {
      for (let count = 0; count < batch; count++) {
        // Read again each time: a job may plan or cancel another that comes before the next.
        const job = jobs.due(clock.now())
        if (!job) return
        const { kind, identity, objectId, dueAt, runId } = job
        const { handler, byCalendar } = kindOf(kind)
        const { callId, traceparent } = byCalendar ? { callId: null, traceparent: null } : job
        jobs.remove(job)
        try {
          tx.undoable(() =>
            handler(doings(tx, { identity, now: dueAt, runId, callId, traceparent }), objectId),
          )
        } catch (error) {
          // A full disk may have ended the whole transaction. A defective job must not repeat forever.
          if (toFailure(error).code === 'storage') throw error
          tx.afterCommit(() => onTrouble(error))
        }
      }
    })
  }

  async function drain() {
    while (!stopped) {
      try {
        if (!isDue()) return
        await runDue()
      } catch (error) {
        onTrouble(error)
        await new Promise<void>((resolve) => needs.after(troubleRestMs, resolve))
      }
    }
  }

  function wake() {
    if (stopped || running !== undefined) return
    running = drain().finally(() => {
      running = undefined
      if (stopped) return
      // Jobs planned meanwhile found the scheduler still running.
      if (isDue()) wake()
      else alarm.set(jobs.nextDue())
    })
    running.catch(onTrouble)
  }

  return {
    doings,
    wake,
    nextDue: jobs.nextDue,
    underWay: () => 0,
    stopped: () => stopped,
    async settled() {
      do {
        wake()
        await running
      } while (!stopped && isDue())
    },
    async stop() {
      stopped = true
      alarm.set(null)
      await running
    },
  }
}
