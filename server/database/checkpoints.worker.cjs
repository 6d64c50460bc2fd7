// A thread of its own, see checkpoints.ts: sleeps until something was committed, then carries the log over where it has
// grown, and ends when it is told to. It is started from its text, since what is bundled has no other file.
const { closeSync, openSync, readSync } = require('node:fs')
const { workerData } = require('node:worker_threads')

/** @typedef {{ driver: string, file: string, state: Int32Array, enough: number, restMs: number, troubleRestMs: number, quiet: number, committed: number, ending: number }} Given */
const { driver, file, state, enough, restMs, troubleRestMs, quiet, committed, ending } =
  /** @type {Given} */ (workerData)

/** How many pages stand in the log that are not in the database file: the fields of the log's index (sqlite.org/walformat.html, 2.3). */
function left() {
  const head = Buffer.alloc(100)
  const index = openSync(`${file}-shm`, 'r')
  try {
    readSync(index, head, 0, head.length, 0)
  } finally {
    closeSync(index)
  }
  const numbers = new Uint32Array(head.buffer, head.byteOffset, head.length / 4)
  const [frames = 0, carriedOver = 0] = [numbers[4], numbers[24]]
  return frames - carriedOver
}

/** A disk that is full or cannot be written is told by the commits that meet it; what is left here waits for better times. */
function carryOver() {
  try {
    if (left() >= enough) database.pragma('wal_checkpoint(PASSIVE)')
    return restMs
  } catch {
    return troubleRestMs
  }
}

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
for (;;) {
  Atomics.wait(state, 0, quiet)
  // What is committed meanwhile is looked at in the next round.
  if (Atomics.compareExchange(state, 0, committed, quiet) === ending) break
  Atomics.wait(state, 1, 0, carryOver())
}
database.close()
