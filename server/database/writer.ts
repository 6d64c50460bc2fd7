/**
 * The only place that changes the database: commits units of work together and reports them. Over 300 lines: it follows a
 * round from its jobs to its reports.
 */
import { type Failure, toFailure } from '../failures.ts'
import type { Bus } from '../live/bus.ts'
import type { News } from '../wire.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Counters } from './counters.ts'
import type { Database } from './open.ts'
import { watchPlace } from './place.ts'
import { markOf, nothing, type Round, type Transaction } from './transaction.ts'

export type { Transaction } from './transaction.ts'

/** How long one transaction starts further work. Real time, ms. */
const sliceMs = 10

interface Job {
  work(tx: Transaction): void
  settle(): void
  reject(error: unknown): void
}

/**
 * The only place that changes the database. Work from one turn of the event loop is committed together, unless it takes
 * longer than a slice: then the rest is committed in later turns. Each promise is fulfilled after its commit. Work that
 * throws is undone alone, and the other work of its round then runs a second time. So work may only have effects through
 * the transaction.
 */
export function createWriter(needs: {
  database: Database
  counters: Counters
  bus: Bus
  /** Functions that clear copies in memory after a rollback, of the whole transaction or of one unit of work. */
  memories?: readonly ((whole: boolean) => void)[]
  checkpoints?: Checkpoints
  /** A monotonic time in ms. Without it, no work is left to a later turn. */
  elapsed?(): number
}) {
  const { database, counters, bus, memories = [], elapsed = () => 0 } = needs
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
  requirePlace()
  /** Why the last write failed, until a test write succeeds. */
  let unwritten: Failure | null = null
  /** Whether a write has failed since the log's space could be returned. */
  let isStuck = false
  let queue: Job[] = []
  let scheduled = false
  /** Finished rounds whose results are not reported yet, oldest first. */
  const untold: (() => void)[] = []

  /**
   * Runs jobs in one transaction, as many as a slice of time allows. With `apart`, each has a savepoint and a failing job
   * is undone alone. Otherwise the first failure undoes the round.
   */
  function transact(jobs: readonly Job[], apart: boolean): Round {
    const round: Round = { ...nothing(), jobs: 0, lacksSavepoint: false }
    const forgetAll = markOf(round)
    const tx = transactionOf(round, apart)
    function run(job: Job) {
      try {
        if (apart) tx.undoable(() => job.work(tx))
        else job.work(tx)
        if (round.lacksSavepoint) throw new Error('What failed had changed something')
        round.outcomes.push(job.settle)
      } catch (error) {
        // A full disk may have ended the whole transaction.
        if (!apart || !database.inTransaction) throw error
        noteUnwritten(error)
        round.outcomes.push(() => job.reject(error))
      }
    }
    const end = elapsed() + sliceMs
    begin?.run()
    try {
      for (const job of jobs) {
        run(job)
        round.jobs++
        if (elapsed() >= end) break
      }
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

  /**
   * A savepoint costs as much as a small insert, and nearly every job succeeds. So savepoints are only used after a failed
   * job that had changed something.
   */
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

  /** Commits what it can. Returns the callbacks, the function that reports the results, and the jobs for later. */
  function done(jobs: readonly Job[]): { callbacks: readonly (() => void)[]; tell(): void; left: Job[] } {
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
      return { callbacks: [], tell: refuse, left: [] }
    }
    const { news, callbacks, outcomes } = round
    // Kept frames hold on to their transaction, which must not hold on to its work.
    Object.assign(round, nothing())
    return {
      callbacks,
      left: jobs.slice(round.jobs),
      tell() {
        // A later frame may have taken its number first. Listeners get rising numbers.
        bus.publish(news.sort((a, b) => a.seq - b.seq))
        for (const settle of outcomes) settle()
      },
    }
  }

  /** Returns the jobs for later. */
  function runAll(jobs: readonly Job[]): Job[] {
    const { callbacks, tell, left } = done(jobs)
    untold.push(tell)
    for (const callback of callbacks) callback()
    // Work that waits for the commit may watch a connection for a turn. Reports come after that.
    if (callbacks.length > 0 || untold.length > 1) setImmediate(tellNext)
    else tellNext()
    return left
  }

  /** One round at a time, so that work waiting for a round continues before the next is reported. */
  function tellNext() {
    untold.shift()?.()
  }

  function flush() {
    scheduled = false
    const jobs = queue
    queue = []
    if (jobs.length === 0) return
    const left = runAll(jobs)
    queue = [...left, ...queue]
    if (left.length > 0) schedule()
  }

  function flushUnlocked() {
    const unlocked = needs.checkpoints?.unlocked()
    if (unlocked) void unlocked.then(flushUnlocked)
    else flush()
  }

  function schedule() {
    if (scheduled) return
    scheduled = true
    setImmediate(flushUnlocked)
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
      schedule()
    })
  }

  /** Does `work` for each item, in order, in transactions of a slice of time. After a failure, earlier ones remain. */
  async function writeEach<Item, T>(
    items: readonly Item[],
    work: (tx: Transaction, item: Item) => T,
  ): Promise<T[]> {
    const results: T[] = []
    while (results.length < items.length) {
      const left = items.slice(results.length)
      const done = await write((tx) => {
        const end = elapsed() + sliceMs
        const some: T[] = []
        for (const item of left) {
          some.push(work(tx, item))
          if (elapsed() >= end) break
        }
        return some
      })
      results.push(...done)
    }
    return results
  }

  return {
    /** Runs `work` in the next transaction. Fulfilled with its result after the commit. */
    write,
    writeEach,
    /** Why the database cannot be written, or null. Tests by a write of 200 KB, since small data may still fit. */
    async unwritten(): Promise<Failure | null> {
      if (unwritten === null) return null
      try {
        await write(() => takeRoom?.run())
        await write(() => leaveRoom?.run())
        unwritten = null
      } catch {
        // The reason was noted.
      }
      return unwritten
    },
    /** Runs queued work and reports it at once. Afterwards nobody has the database open. */
    async close() {
      do flush()
      while (queue.length > 0)
      while (untold.length > 0) tellNext()
      await needs.checkpoints?.stop()
    },
  }
}
export type Writer = ReturnType<typeof createWriter>
