import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import script from './checkpoints.worker.cjs?raw'
import type { Database } from './open.ts'

/** So many pages of the log are best carried over at once: 16 MB, written and synchronised, which takes a disk some 20 ms. */
const enough = 4000
/** Where the thread does not keep up, a commit does it itself: with so many pages in the log. */
const most = 4 * enough
/**
 * How long the thread rests between two rounds. How much is in the log only a round tells: its files must not be opened, since
 * closing them takes SQLite's own locks away from the whole process. Real time, ms.
 */
const rests = { least: 100, most: 5000 }
/** So many commits there are before the thread is started: most sandboxes never have that much to carry over. */
const firstAfter = 500

const [quiet, committed, ending] = [0, 1, 2]

/**
 * Carries SQLite's log over into the database file in a thread of its own, so that no commit, and nobody who waits for one,
 * waits for the disk to be synchronised. Without the thread, each commit that finds the log long does it itself, as SQLite
 * does by default.
 * @param onTrouble told why the thread ended, where nobody asked it to
 */
export function createCheckpoints({
  database,
  onTrouble,
}: {
  database: Database
  onTrouble(error: unknown): void
}) {
  const state = new Int32Array(new SharedArrayBuffer(8))
  let commits = 0
  /** Undefined until the thread is started. */
  let ended: Promise<void> | undefined

  function start(): Promise<void> {
    const workerData = {
      driver: createRequire(import.meta.url).resolve('better-sqlite3'),
      file: database.name,
      state,
      enough,
      rests,
      quiet,
      committed,
      ending,
    }
    const thread = new Worker(script, {
      eval: true,
      name: 'checkpoints',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
    })
    thread.unref()
    database.pragma(`wal_autocheckpoint = ${most}`)
    thread.on('error', (error) => {
      if (database.open) database.pragma(`wal_autocheckpoint = ${enough}`)
      onTrouble(error)
    })
    return new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  }

  return {
    /** Something was committed. Never throws: what is committed stands. */
    committed() {
      if (ended !== undefined) {
        Atomics.store(state, 0, committed)
        Atomics.notify(state, 0)
      } else if (++commits === firstAfter && database.name !== ':memory:') {
        try {
          ended = start()
        } catch (error) {
          onTrouble(error)
        }
      }
    },
    /** Fulfilled when the thread has let go of the database. */
    async stop() {
      if (ended === undefined) return
      Atomics.store(state, 0, ending)
      Atomics.notify(state, 0)
      // It may be resting.
      Atomics.store(state, 1, 1)
      Atomics.notify(state, 1)
      await ended
    },
  }
}
export type Checkpoints = ReturnType<typeof createCheckpoints>
