/** Keeps files that hold secrets or received requests to the user who runs the program. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'

/** The mode of a new file. Windows ignores it: there a file has the rights of its folder, which is the user's own. */
export const ownerOnly = 0o600

const others = 0o077

/**
 * Takes the rights of the group and of others from a file, if it exists. A file system without such rights is left alone.
 * @returns why the rights remain, or undefined
 */
export function keepPrivate(file: string): string | undefined {
  if (platform() === 'win32') return undefined
  try {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & others) === 0) return undefined
    chmodSync(file, mode & 0o700)
    // Some file systems accept the call and change nothing.
    return (statSync(file).mode & others) === 0 ? undefined : 'the file system keeps the rights as they are'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Creates an empty file for the user alone. A regular file that exists remains as it is. Throws the true reason of a failure. */
export function createPrivate(file: string) {
  const stands = statSync(file, { throwIfNoEntry: false })
  // Opening a FIFO would wait for its other end.
  if (stands && !stands.isFile()) throw new Error(`${file} is not a regular file`)
  if (!stands) closeSync(openSync(file, 'a', ownerOnly))
}

/** Creates a folder and the folders above it. Node's own `recursive` never ends below a folder such as /proc. */
export function createFolder(folder: string) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const above = dirname(folder)
  if (above !== folder) createFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
