import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import script from './checkpoints.worker.cjs?raw'
import { busyMs, type Database } from './open.ts'

/** So many pages of the log are best carried over at once: 16 MB, written and synchronised, which takes a disk some 20 ms. */
const enough = 4000
/** Where the thread does not keep up, a commit does it itself: with so many pages in the log. */
const most = 4 * enough
/** Where the disk has been full, a commit does it with so many pages in the log, so that this does not fill it again. */
const short = 1000
/** With so many pages in it, the log is begun anew: to write over it takes half of what it takes to make it longer. */
const long = 1.5 * enough
/**
 * A round is due so long after a commit, or after so many; between two, the thread rests at least as long as the third says. How
 * much is in the log only a round tells: its files must not be opened, since closing them takes SQLite's own locks away from the
 * whole process. Real time, ms.
 */
const [dueMs, dueCommits, restMs] = [1000, 100, 100]
/** So many commits there are before the thread is started: most sandboxes never have that much to carry over. */
const firstAfter = 500

/** What the threads tell each other, by the places of the shared numbers: each is 0 until it is so. */
const places = { isCommitted: 0, isDue: 1, isEnding: 2, isNearlyDone: 3 }

/**
 * Carries SQLite's log over into the database file in a thread of its own, so that no commit, and nobody who waits for one,
 * waits for the disk to be synchronised. Without the thread, each commit that finds the log long does it itself, as SQLite
 * does by default. The log can only be begun anew when nothing is left in it, and while there are commits, the thread never
 * gets that far: it leaves the last, which is little, to the thread that commits.
 * @param onTrouble told why the thread ended, where nobody asked it to
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
  /** Has a commit that finds so many pages in the log carry them over. */
  const carryOverAt = (pages: number) => database.pragma(`wal_autocheckpoint = ${Math.min(pages, longest)}`)
  /** So many, since the start or the last round. */
  let commits = 0
  /** Undefined until the thread is started. */
  let running: { thread: Worker; ended: Promise<void> } | undefined

  function tell(place: number) {
    Atomics.store(state, place, 1)
    Atomics.notify(state, place)
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
      if (database.open) carryOverAt(enough)
      onTrouble(error)
    })
    return { thread, ended: new Promise<void>((resolve) => thread.once('exit', () => resolve())) }
  }

  function finish() {
    try {
      if (database.open) database.pragma('wal_checkpoint(PASSIVE)')
    } catch {
      // A disk that is full or cannot be written is told by the commits that meet it.
    }
  }

  return {
    /** Something was committed. Never throws: what is committed stands. */
    committed() {
      commits++
      if (running !== undefined) {
        if (Atomics.exchange(state, places.isCommitted, 1) === 0) {
          commits = 1
          Atomics.notify(state, places.isCommitted)
        }
        if (commits === dueCommits) tell(places.isDue)
        // Whoever waits for the commit goes first, and may look at a connection for a turn before.
        if (Atomics.exchange(state, places.isNearlyDone, 0) === 1) setImmediate(setImmediate, finish)
      } else if (commits === firstAfter && database.name !== ':memory:') {
        try {
          running = start()
        } catch (error) {
          onTrouble(error)
        }
      }
    },
    /**
     * Gives the log back, since a full disk may be full of it; false where its pages do not fit into the database file. They take
     * what little room there is before what comes can. Never throws.
     */
    makeRoom(): boolean {
      try {
        // Nobody is waited for: it is tried again.
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
    /** Fulfilled when the thread has let go of the database. */
    async stop() {
      if (running === undefined) return
      tell(places.isEnding)
      // It may be waiting for commits.
      tell(places.isCommitted)
      tell(places.isDue)
      // Nothing else may keep the process alive by now: it would be over before the file is let go of.
      running.thread.ref()
      await running.ended
    },
  }
}
export type Checkpoints = ReturnType<typeof createCheckpoints>
