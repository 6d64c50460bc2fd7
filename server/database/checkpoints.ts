import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import script from './checkpoints.worker.cjs?raw'
import type { Database } from './open.ts'

/** So many pages of the log are best carried over at once: 16 MB, written and synchronised, which takes a disk some 20 ms. */
const enough = 4000
/** Where the thread does not keep up, a commit does it itself: with so many pages in the log. */
const most = 4 * enough
/** With so many pages in it, the log is begun anew: to write over it takes half of what it takes to make it longer. */
const long = 1.5 * enough
/** How long the thread rests between two rounds at least. Real time, ms. */
const restMs = 100
/** So many commits there are before the thread is started: most sandboxes never have that much to carry over. */
const firstAfter = 500
/** And so many between two rounds. How much is in the log only a round tells: its files must not be opened, since closing them takes SQLite's own locks away from the whole process. */
const roundAfter = 100

/** What the threads tell each other, by the places of the shared numbers; each is 0 until then. */
const places = { due: 0, ending: 1, isNearlyDone: 2 }

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
  let commits = 0
  /** Undefined until the thread is started. */
  let ended: Promise<void> | undefined

  function tell(place: number) {
    Atomics.store(state, place, 1)
    Atomics.notify(state, place)
  }

  function start(): Promise<void> {
    const workerData = {
      driver: createRequire(import.meta.url).resolve('better-sqlite3'),
      file: database.name,
      state,
      places,
      long,
      restMs,
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
      if (ended !== undefined) {
        if (commits % roundAfter === 0) tell(places.due)
        // Whoever waits for the commit goes first.
        if (Atomics.exchange(state, places.isNearlyDone, 0) === 1) setImmediate(finish)
      } else if (commits === firstAfter && database.name !== ':memory:') {
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
      tell(places.ending)
      // It may be waiting for commits.
      tell(places.due)
      await ended
    },
  }
}
export type Checkpoints = ReturnType<typeof createCheckpoints>
