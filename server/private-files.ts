/** Keeps files that hold secrets or received requests to the user who runs the program. */
import {
  chmodSync,
  closeSync,
  createWriteStream,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  statSync,
} from 'node:fs'
import { rename, rm, unlink } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, isAbsolute } from 'node:path'
import { pipeline } from 'node:stream/promises'

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

/** Text in parts. */
type Parts = AsyncIterable<string> | readonly string[]

/**
 * Writes a file for the user alone. A file of that name is replaced once the new contents are complete on the disk. A device or a
 * pipe is written to, and not replaced.
 */
export async function writePrivate(file: string, parts: Parts) {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) return writeInto(file, 'w', parts)
  const place = behindLinks(file)
  const draft = `${place}.part`
  // A draft that a killed process left may have other rights.
  await unlink(draft).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  try {
    await writeInto(draft, 'wx', parts)
    await rename(draft, place)
  } catch (error) {
    // The reason why writing failed may also prevent removing.
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

// A device cannot be flushed.
const writeInto = (file: string, flags: 'w' | 'wx', parts: Parts) =>
  pipeline(parts, createWriteStream(file, { mode: ownerOnly, flags, flush: flags === 'wx' }))

/** The file that a symbolic link leads to, even if it does not exist yet. The path is not normalized: `..` after a link is another folder. */
function behindLinks(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return file
  const link = readlinkSync(file)
  return behindLinks(isAbsolute(link) ? link : `${dirname(file)}/${link}`)
}
