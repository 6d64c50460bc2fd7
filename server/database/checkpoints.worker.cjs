// A thread of its own, see checkpoints.ts: sleeps until something was committed, carries the log over now and then, and ends
// when it is told to. It is started from its text, since what is bundled has no other file.
const { workerData } = require('node:worker_threads')

/** @typedef {{ driver: string, file: string, state: Int32Array, enough: number, rests: { least: number, most: number }, quiet: number, committed: number, ending: number }} Given */
const { driver, file, state, enough, rests, quiet, committed, ending } = /** @type {Given} */ (workerData)

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
let restMs = rests.least

/** Carries over what is there, and chooses the rest so that about enough is there after it. */
function carryOver() {
  try {
    const [{ log, checkpointed }] = database.pragma('wal_checkpoint(PASSIVE)')
    // Somebody was reading: what is in the log alone slows down every reader until it is carried over.
    if (checkpointed < log) Atomics.compareExchange(state, 0, quiet, committed)
    restMs = Math.min(rests.most, Math.max(rests.least, (restMs * enough) / Math.max(1, log)))
  } catch {
    // A disk that is full or cannot be written is told by the commits that meet it.
    restMs = rests.most
  }
}

for (;;) {
  Atomics.wait(state, 0, quiet)
  // What is committed meanwhile is looked at in the next round.
  if (Atomics.compareExchange(state, 0, committed, quiet) === ending) break
  carryOver()
  Atomics.wait(state, 1, 0, restMs)
}
database.close()
