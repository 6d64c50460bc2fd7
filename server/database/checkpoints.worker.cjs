// The thread of checkpoints.ts: waits for a commit, copies SQLite's log into the database file, pauses, and repeats until its
// end is requested. It is started from its text, since the bundle has no separate file.
const { workerData } = require('node:worker_threads')

/** @typedef {{ driver: string, file: string, state: Int32Array, places: { isCommitted: number, isDue: number, isEnding: number, isEmptying: number, isLocked: number }, long: number, dueMs: number, restMs: number }} Given */
const { driver, file, state, places, long, dueMs, restMs } = /** @type {Given} */ (workerData)

/** How long a new start of the log, for which writers wait, waits for others that read or write it. Real time, ms. */
const startOverMs = 10

function open() {
  try {
    return new (require(driver))(file, { fileMustExist: true, timeout: startOverMs })
  } catch (error) {
    // An error of the driver loses its details between threads.
    throw new Error(`The thread of checkpoints cannot open ${file}: ${/** @type {Error} */ (error).message}`)
  }
}

const database = open()
database.pragma('synchronous = NORMAL')

/** Copies the log. Returns its number of pages, and whether all of them are copied. */
function copyLog() {
  const [{ log, checkpointed }] = database.pragma('wal_checkpoint(PASSIVE)')
  return { pages: log, isWhole: log === checkpointed }
}

/**
 * Copies what is left, and has the log start again from its beginning or emptied. Nobody can write meanwhile. Returns false
 * if somebody else reads or writes it.
 * @param {'RESTART' | 'TRUNCATE'} mode
 */
function startOver(mode) {
  Atomics.store(state, places.isLocked, 1)
  try {
    const [{ busy }] = database.pragma(`wal_checkpoint(${mode})`)
    return busy === 0
  } finally {
    Atomics.store(state, places.isLocked, 0)
    Atomics.notify(state, places.isLocked)
  }
}

function round() {
  try {
    copyLog()
    // The few pages that were committed meanwhile.
    const { pages, isWhole } = copyLog()
    // Writers wait for this, so nothing may be left to copy to the disk.
    if (isWhole && Atomics.exchange(state, places.isEmptying, 0) === 1) {
      if (!startOver('TRUNCATE')) Atomics.store(state, places.isEmptying, 1)
    }
    // While commits continue, a few pages are always left.
    else if (pages >= long) startOver('RESTART')
  } catch {
    // A commit that meets a full or read-only disk reports it.
  }
}

for (;;) {
  Atomics.wait(state, places.isCommitted, 0)
  Atomics.wait(state, places.isDue, 0, dueMs)
  if (Atomics.load(state, places.isEnding) === 1) break
  // The next round sees later commits.
  Atomics.store(state, places.isDue, 0)
  Atomics.store(state, places.isCommitted, 0)
  round()
  Atomics.wait(state, places.isEnding, 0, restMs)
}
database.close()
