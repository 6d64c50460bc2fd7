import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { StartError } from '../failures.ts'
import { makeWritable, openDatabase } from './open.ts'

/** What a running sandbox leaves beside its database, for the command line to find it by. */
export interface Running {
  url: string
  pid: number
}

const lockFile = (place: string) => `${place}.lock`
const runningFile = (place: string) => `${place}.running.json`

/** Where a database stands: SQLite follows a link, and whoever names the file by another way is to meet the same lock. */
function placeOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    // Not made yet.
    return file
  }
}

/** Where the sandbox on this database file runs, undefined when none has left word. */
export function findRunning(file: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(runningFile(placeOf(file)), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Keeps a second sandbox off a database file: two would deliver everything twice.
 * The lock is one of the operating system, held through SQLite on a file beside, so that it ends with the process however that ends.
 */
export function lockDatabase(file: string) {
  if (file === ':memory:') return { announce() {}, release() {} }
  const place = placeOf(file)
  const isNew = !existsSync(lockFile(place))
  const lock = new BetterSqlite3(lockFile(place), { timeout: 0 })
  try {
    if (isNew) lock.pragma('journal_mode = DELETE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof BetterSqlite3.SqliteError && error.code === 'SQLITE_BUSY')) throw error
    const other = findRunning(file)
    throw new StartError(
      `The database ${file} is in use${other ? ` by the sandbox at ${other.url} (process ${other.pid})` : ''}.`,
      'Stop that one first, or choose another file with --data FILE.',
    )
  }
  return {
    /** Leaves word of where the sandbox runs. Throws a {@link StartError} where that cannot be written, as on a full disk. */
    announce(running: Running) {
      try {
        writeFileSync(runningFile(place), `${JSON.stringify(running)}\n`)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new StartError(`Cannot write ${runningFile(place)}: ${reason}.`, makeWritable)
      }
    },
    release() {
      try {
        rmSync(runningFile(place), { force: true })
      } catch {
        // What cannot be taken away stays as a killed sandbox leaves it.
      }
      // The file stays: removing it would let two later starts hold a lock on two files of one name.
      lock.close()
    },
  }
}

/**
 * Opens a database file for this process alone. Locked before it is brought to a newer version: one that runs on it would go on
 * with statements of the older.
 */
export function openLocked(file: string) {
  let lock: ReturnType<typeof lockDatabase> | undefined
  const take = () => (lock ??= lockDatabase(file))
  try {
    return { database: openDatabase(file, take), lock: take() }
  } catch (error) {
    lock?.release()
    throw error
  }
}
