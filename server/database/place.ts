/** Prepares and watches the place of the database file, and keeps its files to the user. */
import { accessSync, constants, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { Failure, StartError } from '../failures.ts'
import { createFolder, createPrivate, keepPrivate } from '../private-files.ts'

/** Creates the file and its folder if they do not exist. Throws the system's reason why the file cannot be used. */
export function preparePlace(file: string) {
  createFolder(dirname(resolve(file)))
  requireFile(file)
  createPrivate(file)
  accessSync(file, constants.R_OK | constants.W_OK)
  requireSole(file)
}

/** SQLite's errors for a folder or a device are misleading. */
function requireFile(file: string) {
  const stands = statSync(file, { throwIfNoEntry: false })
  if (!stands || stands.isFile()) return
  throw stands.isDirectory()
    ? new StartError(
        `Cannot open the database ${file}: it is a folder.`,
        `Name a file, which is created if it does not exist: --data ${join(file, 'sandbox.db')}.`,
      )
    : new StartError(
        `Cannot open the database ${file}: it is not a regular file.`,
        'Choose another file with --data FILE, or --data :memory: for no file.',
      )
}

/** The files that SQLite keeps beside a database while it is open. */
const besides = ['-wal', '-shm'] as const

/** Takes the rights of other users from a database. `onRemark` is called if a file keeps them. */
export function keepToUser(file: string, onRemark: (remark: StartError) => void) {
  for (const one of [file, ...besides.map((end) => file + end)]) {
    const reason = keepPrivate(one)
    if (reason !== undefined)
      onRemark(
        new StartError(
          `Other users of this machine can read ${one}: ${reason}.`,
          'The file holds secrets. Change its rights, or choose another file with --data FILE.',
        ),
      )
  }
}

/**
 * Refuses a file that is open under another of its names. A hard link has a lock and a log of its own, but SQLite's lock on the
 * file itself is the same for all names.
 */
function requireSole(file: string) {
  if (statSync(file).nlink < 2) return
  const probe = new BetterSqlite3(file, { timeout: 0 })
  try {
    probe.pragma('locking_mode = EXCLUSIVE')
    probe.pragma('user_version')
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw new StartError(
        `The database ${file} is in use under another name: the file has hard links.`,
        'Stop the program that uses it, or choose another file with --data FILE.',
      )
  } finally {
    probe.close()
  }
}

/** The inode of the file at a path now, or undefined. */
const standsAt = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino

/**
 * Watches the paths of the open database and of the files that SQLite keeps beside it. SQLite would continue to write to a
 * deleted file, whose contents end with the process.
 * @returns a function that throws a {@link Failure} once a path has another file or none
 */
export function watchPlace(file: string): () => void {
  if (file === ':memory:') return () => {}
  const ours = new Map<string, bigint>()
  return () => {
    for (const end of ['', ...besides]) {
      const path = file + end
      const [known, now] = [ours.get(path), standsAt(path)]
      if (known === undefined) {
        if (now !== undefined) ours.set(path, now)
      } else if (now !== known)
        throw new Failure(
          'storage',
          `The ${end === '' ? 'database' : 'log of the database,'} ${path}${end === '' ? '' : ','} was deleted or moved while the sandbox was running.`,
          end === ''
            ? 'Put the file back, or restart the sandbox, which then creates a new one.'
            : 'Stop the sandbox, which copies what it has stored into the database, and start it again.',
        )
    }
  }
}
