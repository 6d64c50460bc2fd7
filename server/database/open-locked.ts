import { lockDatabase } from './lock.ts'
import { openDatabase } from './open.ts'

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
