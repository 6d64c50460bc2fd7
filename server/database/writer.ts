import { statSync } from 'node:fs'
import { Failure, toFailure } from '../failures.ts'
import type { Bus } from '../live/bus.ts'
import type { News } from '../wire.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Counters } from './counters.ts'
import type { Database } from './open.ts'
import { markOf, nothing, type Round, type Transaction } from './transaction.ts'

/** The inode of what stands at a path now, undefined where nothing does. */
const standsAt = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino

/**
 * Watches over the place of a database that is open: SQLite goes on writing to a file that was deleted, and what is
 * written there is gone with the process.
 * @returns throws a {@link Failure} once another file, or none, stands where that one did
 */
function watchPlace(file: string): () => void {
  if (file === ':memory:') return () => {}
  const ours = standsAt(file)
  return () => {
    if (standsAt(file) === ours) return
    throw new Failure(
      'storage',
      `The database ${file} was deleted or moved while the sandbox runs.`,
      'Put it back, or stop the sandbox and start it again: it then makes a new one.',
    )
  }
}

export type { Transaction } from './transaction.ts'

interface Job {
  work(tx: Transaction): void
  settle(): void
  reject(error: unknown): void
}

/**
 * The one place that changes the database. What is handed in during a turn of the event loop is committed together;
 * each promise is fulfilled after the commit that holds its work. A work that throws is undone alone; then the others of
 * its round are done a second time, so a work must have no effect but through the transaction.
 */
export function createWriter(needs: {
  database: Database
  counters: Counters
  bus: Bus
  /**
   * Forgets what is remembered of the database, since something was undone: the whole transaction, with what it has left
   * for its end, or one work in it.
   */
  memories?: readonly ((whole: boolean) => void)[]
  checkpoints?: Checkpoints
}) {
  const { database, counters, bus, memories = [] } = needs
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) =>
    database.prepare(sql),
  )
  const [savepoint, release, undo] = ['SAVEPOINT work', 'RELEASE work', 'ROLLBACK TO work'].map((sql) =>
    database.prepare(sql),
  )
  const [takeRoom, leaveRoom] = [
    "INSERT OR REPLACE INTO settings (name, value) VALUES ('trial', hex(zeroblob(100000)))",
    "DELETE FROM settings WHERE name = 'trial'",
  ].map((sql) => database.prepare(sql))
  const changes = database.prepare<[], number>('SELECT total_changes()').pluck()
  const requirePlace = watchPlace(database.name)
  /** Why something could not be written, until a trial can be. */
  let unwritten: Failure | null = null
  /** Whether that was met since the log could be given back. */
  let isStuck = false
  let queue: Job[] = []
  let scheduled = false
  /** Rounds that are over and that nobody was told of yet, oldest first. */
  const untold: (() => void)[] = []

  /**
   * Does all jobs in one transaction. With `apart`, each has a savepoint and a job that throws is undone alone; without,
   * the first that throws undoes the round.
   */
  function transact(jobs: readonly Job[], apart: boolean): Round {
    const round: Round = { ...nothing(), lacksSavepoint: false }
    const forgetAll = markOf(round)
    const tx = transactionOf(round, apart)
    function run(job: Job) {
      try {
        if (apart) tx.undoable(() => job.work(tx))
        else job.work(tx)
        if (round.lacksSavepoint) throw new Error('What failed had changed something')
        round.outcomes.push(job.settle)
      } catch (error) {
        // A full disk may have ended the whole transaction by itself.
        if (!apart || !database.inTransaction) throw error
        noteUnwritten(error)
        round.outcomes.push(() => job.reject(error))
      }
    }
    begin?.run()
    try {
      for (const job of jobs) run(job)
      for (const { work, failed } of round.last) run({ work, settle() {}, reject: failed })
      counters.save()
      commit?.run()
      needs.checkpoints?.committed()
      return round
    } catch (error) {
      if (database.inTransaction) rollback?.run()
      forgetMemory(true)
      forgetAll()
      throw error
    }
  }

  function noteUnwritten(error: unknown) {
    const failure = toFailure(error)
    if (failure.code !== 'storage') return
    unwritten = failure
    isStuck = true
  }

  function forgetMemory(whole: boolean) {
    for (const forget of memories) forget(whole)
  }

  function transactionOf(round: Round, apart: boolean): Transaction {
    return {
      seq: () => counters.next('seq'),
      announce(kind, tell, seq = counters.next('seq')) {
        const one =
          typeof tell === 'function' ? { seq, kind, tell } : { seq, kind, tell: tell.now, later: tell.later }
        round.news.push(one as News)
      },
      afterCommit: (run) => round.callbacks.push(run),
      ifUndone: (takeBack) => round.undoings.push(takeBack),
      atEnd: (last) => round.last.add(last),
      undoable(work) {
        const forgetSince = markOf(round)
        if (!apart) {
          const before = changes.get()
          try {
            return work()
          } catch (error) {
            round.lacksSavepoint ||= changes.get() !== before
            forgetMemory(false)
            forgetSince()
            throw error
          }
        }
        const mark = counters.mark()
        savepoint?.run()
        try {
          const result = work()
          release?.run()
          return result
        } catch (error) {
          if (database.inTransaction) {
            undo?.run()
            release?.run()
          }
          mark.keepTaken()
          forgetMemory(false)
          forgetSince()
          throw error
        }
      },
    }
  }

  /** A savepoint costs as much as a small insert, and nearly every work succeeds: so they are used only once one failed that had changed something. */
  function commitAll(jobs: readonly Job[]): Round {
    const mark = counters.mark()
    try {
      return transact(jobs, false)
    } catch {
      mark.restore()
    }
    try {
      return transact(jobs, true)
    } catch (error) {
      mark.keepTaken()
      throw error
    }
  }

  /** Commits what it can of the jobs; answers what that frees, and how it is told. */
  function done(jobs: readonly Job[]): { callbacks: readonly (() => void)[]; tell(): void } {
    let round: Round
    if (isStuck) isStuck = needs.checkpoints?.makeRoom() === false
    try {
      requirePlace()
      round = commitAll(jobs)
    } catch (error) {
      noteUnwritten(error)
      const refuse = () => {
        for (const job of jobs) job.reject(error)
      }
      return { callbacks: [], tell: refuse }
    }
    const { news, callbacks, outcomes } = round
    // News that is kept holds on to the transaction that told it, and must not hold on to what was done in it.
    Object.assign(round, nothing())
    return {
      callbacks,
      tell() {
        // A later frame may have taken its number first; listeners are promised rising numbers.
        bus.publish(news.sort((a, b) => a.seq - b.seq))
        for (const settle of outcomes) settle()
      },
    }
  }

  function runAll(jobs: readonly Job[]) {
    const { callbacks, tell } = done(jobs)
    untold.push(tell)
    for (const callback of callbacks) callback()
    // What waits for the commit to leave the house looks at its connection for a turn; who is told of it comes behind that.
    if (callbacks.length > 0 || untold.length > 1) setImmediate(tellNext)
    else tellNext()
  }

  /** One round at a time, so that whoever waits for it goes on before the next is told. */
  function tellNext() {
    untold.shift()?.()
  }

  function flush() {
    scheduled = false
    const jobs = queue
    queue = []
    if (jobs.length > 0) runAll(jobs)
  }

  function write<T>(work: (tx: Transaction) => T): Promise<T> {
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
  }

  return {
    /** Runs `work` in the next transaction; fulfilled with its result once that is committed. */
    write,
    /**
     * Why something could not be written; null where all could be, or a trial that is made now can be. That is of 200 KB, since
     * what is small may still find room.
     */
    async unwritten(): Promise<Failure | null> {
      if (unwritten === null) return null
      try {
        await write(() => takeRoom?.run())
        await write(() => leaveRoom?.run())
        unwritten = null
      } catch {
        // It was noted why.
      }
      return unwritten
    },
    /** Runs what is queued and tells of it at once; after that nobody else has the database open. */
    async close() {
      flush()
      while (untold.length > 0) tellNext()
      await needs.checkpoints?.stop()
    },
  }
}
export type Writer = ReturnType<typeof createWriter>
