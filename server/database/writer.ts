import type { Bus } from '../live/bus.ts'
import type { Frame, FrameData, FrameKind } from '../wire.ts'
import type { Counters } from './counters.ts'
import type { Database } from './open.ts'

/** What a piece of work may do besides SQL while it is inside the transaction. */
export interface Transaction {
  /** Takes the next number of the sandbox's one sequence. */
  seq(): number
  /** News for the bus, told after the commit and only if the work stands. */
  announce<K extends FrameKind>(kind: K, data: FrameData[K], seq?: number): void
  /** Runs after the commit. */
  afterCommit(run: () => void): void
  /** Runs `work` so that, if it throws, its changes and news are undone and the rest of the transaction stands. */
  undoable<T>(work: () => T): T
}

interface Job {
  work(tx: Transaction): void
  settle(): void
  reject(error: unknown): void
}

/**
 * The one place that changes the database. What is handed in during a turn of the event loop is committed together;
 * each promise is fulfilled after the commit that holds its work. A work that throws is undone alone.
 */
export function createWriter(needs: { database: Database; counters: Counters; bus: Bus }) {
  const { database, counters, bus } = needs
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) =>
    database.prepare(sql),
  )
  const [savepoint, release, undo] = ['SAVEPOINT work', 'RELEASE work', 'ROLLBACK TO work'].map((sql) =>
    database.prepare(sql),
  )
  let queue: Job[] = []
  let scheduled = false

  function runAll(jobs: Job[]) {
    let frames: Frame[] = []
    let callbacks: (() => void)[] = []
    const transaction: Transaction = {
      seq: () => counters.next('seq'),
      announce(kind, data, seq = counters.next('seq')) {
        frames.push({ seq, kind, data } as Frame)
      },
      afterCommit: (run) => callbacks.push(run),
      undoable(work) {
        const [framesBefore, callbacksBefore] = [frames.length, callbacks.length]
        const restoreCounters = counters.mark()
        savepoint?.run()
        try {
          const result = work()
          release?.run()
          return result
        } catch (error) {
          // A full disk may have ended the whole transaction by itself.
          if (database.inTransaction) {
            undo?.run()
            release?.run()
          }
          restoreCounters()
          frames = frames.slice(0, framesBefore)
          callbacks = callbacks.slice(0, callbacksBefore)
          throw error
        }
      },
    }
    const restoreCounters = counters.mark()
    const outcomes: (() => void)[] = []
    try {
      begin?.run()
      for (const job of jobs) {
        try {
          transaction.undoable(() => job.work(transaction))
          outcomes.push(job.settle)
        } catch (error) {
          if (!database.inTransaction) throw error
          outcomes.push(() => job.reject(error))
        }
      }
      counters.save()
      commit?.run()
    } catch (error) {
      if (database.inTransaction) rollback?.run()
      restoreCounters()
      for (const job of jobs) job.reject(error)
      return
    }
    // A later frame may have taken its number first; listeners are promised rising numbers.
    bus.publish(frames.sort((a, b) => a.seq - b.seq))
    for (const settle of outcomes) settle()
    for (const callback of callbacks) callback()
  }

  function flush() {
    scheduled = false
    const jobs = queue
    queue = []
    if (jobs.length > 0) runAll(jobs)
  }

  return {
    /** Runs `work` in the next transaction; fulfilled with its result once that is committed. */
    write<T>(work: (tx: Transaction) => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let result: T
        queue.push({
          work: (tx) => {
            result = work(tx)
          },
          settle: () => resolve(result),
          reject,
        })
        if (scheduled) return
        scheduled = true
        setImmediate(flush)
      })
    },
    /** Runs what is queued at once; used when the sandbox closes. */
    flush,
  }
}
export type Writer = ReturnType<typeof createWriter>
