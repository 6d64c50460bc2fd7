/** Keeps a second sandbox off a database file, and says where the first one runs. */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { StartError } from '../failures.ts'
import { createPrivate, keepPrivate, ownerOnly } from '../private-files.ts'
import { makeWritable, openDatabase } from './open.ts'

/** What a running sandbox writes beside its database, so that the command line finds it. */
export interface Running {
  url: string
  pid: number
}

const lockFile = (place: string) => `${place}.lock`
const runningFile = (place: string) => `${place}.running.json`

/** The real path of a database. SQLite follows links, and another name of the file must meet the same lock. */
function placeOf(file: string): string {
  try {
    // The system's own also knows the case in which a name is stored.
    return realpathSync.native(file)
  } catch {
    // The file does not exist yet.
    return file
  }
}

/** Where the sandbox on this database file runs, or undefined. */
export function findRunning(file: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(runningFile(placeOf(file)), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Locks a database file: two sandboxes would deliver everything twice. The operating system's lock, held through SQLite on a
 * second file, ends with the process in any case.
 */
export function lockDatabase(file: string) {
  if (file === ':memory:') return { announce() {}, release() {} }
  const place = placeOf(file)
  const isNew = !existsSync(lockFile(place))
  createPrivate(lockFile(place))
  // Rights that cannot be taken are reported for the database itself.
  for (const one of [lockFile(place), `${lockFile(place)}-journal`, runningFile(place)]) keepPrivate(one)
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
      'Stop that sandbox first, or choose another file with --data FILE.',
    )
  }
  return {
    /** Writes down where the sandbox runs. Throws a {@link StartError} if that fails, as on a full disk. */
    announce(running: Running) {
      try {
        writeFileSync(runningFile(place), `${JSON.stringify(running)}\n`, { mode: ownerOnly })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new StartError(`Cannot write ${runningFile(place)}: ${reason}.`, makeWritable)
      }
    },
    release() {
      try {
        rmSync(runningFile(place), { force: true })
      } catch {
        // A file that cannot be removed remains, as after a kill.
      }
      // The file remains: deleting it could give two later starts locks on two files of one name.
      lock.close()
    },
  }
}

/**
 * Opens a database file for this process alone. The lock comes before migrations, since a running sandbox would continue
 * with older statements.
 */
export function openLocked(file: string, onRemark?: (remark: StartError) => void) {
  let lock: ReturnType<typeof lockDatabase> | undefined
  const take = () => (lock ??= lockDatabase(file))
  try {
    return { database: openDatabase(file, take, onRemark), lock: take() }
  } catch (error) {
    lock?.release()
    throw error
  }
}
