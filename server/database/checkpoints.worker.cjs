// A thread of its own, see checkpoints.ts: sleeps until something was committed, carries the log over, rests, and ends when it
// is told to. It is started from its text, since what is bundled has no other file.
const { workerData } = require('node:worker_threads')

/** @typedef {{ driver: string, file: string, state: Int32Array, places: { isCommitted: number, isDue: number, isEnding: number, isNearlyDone: number }, long: number, dueMs: number, restMs: number }} Given */
const { driver, file, state, places, long, dueMs, restMs } = /** @type {Given} */ (workerData)

function open() {
  try {
    return new (require(driver))(file, { fileMustExist: true })
  } catch (error) {
    // An error of the driver does not reach the other thread in one piece.
    throw new Error(`The thread of checkpoints cannot open ${file}: ${/** @type {Error} */ (error).message}`)
  }
}

const database = open()
database.pragma('synchronous = NORMAL')

/** Carries over what is there; answers how many pages the log has, those that were carried over before included. */
function carryOver() {
  const [{ log }] = database.pragma('wal_checkpoint(PASSIVE)')
  return log
}

function round() {
  try {
    if (carryOver() < long) return
    // What was committed meanwhile, which is little.
    carryOver()
    Atomics.store(state, places.isNearlyDone, 1)
  } catch {
    // A disk that is full or cannot be written is told by the commits that meet it.
  }
}

for (;;) {
  Atomics.wait(state, places.isCommitted, 0)
  Atomics.wait(state, places.isDue, 0, dueMs)
  if (Atomics.load(state, places.isEnding) === 1) break
  // What is committed meanwhile is looked at in the next round.
  Atomics.store(state, places.isDue, 0)
  Atomics.store(state, places.isCommitted, 0)
  round()
  Atomics.wait(state, places.isEnding, 0, restMs)
}
database.close()
