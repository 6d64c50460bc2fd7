/** Copies SQLite's log into the database file in a separate thread. */
import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import script from './checkpoints.worker.cjs?raw'
import { busyMs, type Database } from './open.ts'

/** The best number of log pages for one checkpoint: 16 MB, which takes a disk about 20 ms. */
const enough = 4000
/** If the thread falls behind, a commit does the checkpoint at this number of pages. */
const most = 4 * enough
/**
 * After a full disk, a commit does the checkpoint at this number of pages, so that the log does not fill the disk again.
 */
const short = 1000
/** At this number of pages the log starts again from its beginning. Overwriting takes half the time of growing. */
const long = 1.5 * enough
/**
 * A round is due this long after a commit, or after this many commits. Between two rounds the thread pauses at least for the
 * third value. Only a round knows the size of the log: opening and closing its files would drop SQLite's locks for the whole
 * process. Real time, ms.
 */
const [dueMs, dueCommits, restMs] = [1000, 100, 100]
/** The thread starts after this many commits, or when the log has this many bytes. Most sandboxes never need it. */
const [firstAfter, firstBytes] = [500, 12_000_000]

/** The shared numbers by which the threads communicate. Each is 0 until its state holds. */
const places = { isCommitted: 0, isDue: 1, isEnding: 2, isEmptying: 3, isLocked: 4 }

/**
 * Copies SQLite's log into the database file in a thread of its own, so that no commit waits for the disk. Without the
 * thread, a commit that finds a long log does this itself, as SQLite does by default. The log can only start again from its
 * beginning when all of it is copied. While commits continue the thread gets there only by locking writers out for the rest.
 * @param onTrouble called with the reason if the thread ends unexpectedly
 */
export function createCheckpoints({
  database,
  onTrouble,
}: {
  database: Database
  onTrouble(error: unknown): void
}) {
  const state = new Int32Array(new SharedArrayBuffer(4 * Object.keys(places).length))
  let longest = Number.POSITIVE_INFINITY
  /** Makes a commit checkpoint at this number of log pages. */
  const carryOverAt = (pages: number) => database.pragma(`wal_autocheckpoint = ${Math.min(pages, longest)}`)
  /** The number of commits since the start or the last round. */
  let commits = 0
  const isFile = database.name !== ':memory:'
  let isStopped = false
  /** Undefined until the thread is started. */
  let running: { thread: Worker; ended: Promise<void> } | undefined

  function tell(place: number) {
    Atomics.store(state, place, 1)
    Atomics.notify(state, place)
  }

  function unlock() {
    Atomics.store(state, places.isLocked, 0)
    Atomics.notify(state, places.isLocked)
  }

  function start() {
    const workerData = {
      driver: createRequire(import.meta.url).resolve('better-sqlite3'),
      file: database.name,
      state,
      places,
      long,
      dueMs,
      restMs,
    }
    const thread = new Worker(script, {
      eval: true,
      name: 'checkpoints',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
    })
    thread.unref()
    carryOverAt(most)
    thread.on('error', (error) => {
      unlock()
      if (database.open) carryOverAt(enough)
      onTrouble(error)
    })
    return { thread, ended: new Promise<void>((resolve) => thread.once('exit', () => resolve())) }
  }

  function startOnce() {
    if (isStopped) return
    try {
      running ??= start()
    } catch (error) {
      onTrouble(error)
    }
  }

  /** Before this, few commits may have written much. Reading the size of a file takes a few microseconds. */
  function isLogLong() {
    try {
      return statSync(`${database.name}-wal`).size >= firstBytes
    } catch {
      return false
    }
  }

  return {
    /** Called after a commit. Never throws, since the commit is done. */
    committed() {
      commits++
      if (running !== undefined) {
        if (Atomics.exchange(state, places.isCommitted, 1) === 0) {
          commits = 1
          Atomics.notify(state, places.isCommitted)
        }
        if (commits === dueCommits) tell(places.isDue)
      } else if (isFile && (commits === firstAfter || (commits < firstAfter && isLogLong()))) {
        commits = firstAfter
        // A thread takes about 10 ms to start, so it has a turn for itself.
        setImmediate(startOnce)
      }
    },
    /** Has the thread copy the whole log and empty it, so that both files are as small as the stored data. */
    empty() {
      startOnce()
      for (const place of [places.isEmptying, places.isCommitted, places.isDue]) tell(place)
    },
    /**
     * While the thread has the log start over nobody else can write, and SQLite would have this thread sleep. Fulfilled when
     * others can write again; undefined if they can now.
     */
    unlocked(): Promise<unknown> | undefined {
      const locked = Atomics.waitAsync(state, places.isLocked, 1)
      return locked.async ? locked.value : undefined
    },
    /**
     * Returns the log's space, since a full disk may be full of it. False if its pages do not fit into the database file.
     * Uses the little free space before new data can. Never throws.
     */
    makeRoom(): boolean {
      try {
        // Waits for nobody, since it is tried again.
        database.pragma('busy_timeout = 0')
        const [row] = database.pragma('wal_checkpoint(TRUNCATE)') as { log: number; checkpointed: number }[]
        if (row?.log !== row?.checkpointed) return false
        longest = short
        carryOverAt(longest)
        return true
      } catch {
        return false
      } finally {
        database.pragma(`busy_timeout = ${busyMs}`)
      }
    },
    /** Fulfilled when the thread has closed the database. */
    async stop() {
      isStopped = true
      if (running === undefined) return
      tell(places.isEnding)
      // The thread may be waiting for commits.
      tell(places.isCommitted)
      tell(places.isDue)
      // Keeps the process alive until the thread has closed the file.
      running.thread.ref()
      await running.ended
    },
  }
}
export type Checkpoints = ReturnType<typeof createCheckpoints>
