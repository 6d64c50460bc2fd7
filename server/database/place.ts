import { statSync } from 'node:fs'
import { Failure } from '../failures.ts'

/** The inode of what stands at a path now, undefined where nothing does. */
const standsAt = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino

/**
 * Watches over the place of a database that is open: SQLite goes on writing to a file that was deleted, and what is
 * written there is gone with the process.
 * @returns throws a {@link Failure} once another file, or none, stands where that one did
 */
export function watchPlace(file: string): () => void {
  if (file === ':memory:') return () => {}
  const ours = standsAt(file)
  return () => {
    if (standsAt(file) === ours) return
    throw new Failure(
      'storage',
      `The database ${file} was deleted or moved while the sandbox runs.`,
      'Put it back, or stop the sandbox and start it again: it then makes a new one.',
    )
  }
}
