import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Life } from '../flows/lives.ts'
import { ownFolder } from '../helpers/folder.ts'

/** A place for a database whose disk can be filled and emptied while a sandbox runs on it. */
export interface Disk {
  folder: string
  /** Nothing more can be written, by this life or by a program that is started with {@link launch}. */
  fill(life?: Life): void
  makeRoom(life?: Life): void
  /** What a command that is to find the disk full begins with. */
  launch: readonly string[]
}

export const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const mountSmall = (folder: string) =>
  succeeds('mount', '-t', 'tmpfs', '-o', 'size=16m', 'webhook-sandbox-test', folder)
/** Has such a file system hold so many megabytes. */
export const resize = (folder: string, megabytes: number) =>
  succeeds('mount', '-o', `remount,size=${megabytes}m`, folder)

export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-mount-'))
  const can = mountSmall(folder) && succeeds('umount', folder)
  rmSync(folder, { recursive: true })
  return can
}

/** A small file system of its own, filled by a file that leaves nothing: needs the right to mount. */
export function smallFileSystem(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-full-'))
  if (!mountSmall(folder)) throw new Error(`Cannot mount a file system on ${folder}`)
  onTestFinished(() => {
    succeeds('umount', folder)
    rmSync(folder, { recursive: true })
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      for (let size = 1 << 20; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size))
        } catch {
          size = Math.floor(size / 2)
        }
      }
      closeSync(file)
    },
    makeRoom: () => rmSync(filler),
    launch: [],
  }
}

/** The system lets the running program make no file longer; SQLite calls that an I/O error. */
function fileSizeLimit(): Disk {
  const limit = (life: Life | undefined, soft: string) =>
    void (life && succeeds('prlimit', '--pid', String(life.process.pid), `--fsize=${soft}:unlimited`))
  return {
    folder: ownFolder(),
    fill: (life) => limit(life, '0'),
    makeRoom: (life) => limit(life, 'unlimited'),
    launch: ['prlimit', '--fsize=0:unlimited'],
  }
}

/** How a disk is made to take no more, and whether this machine lets us. */
export const disks = [
  {
    name: 'a full file system (skipped where mounting is not permitted)',
    isPossible: canMount(),
    make: smallFileSystem,
    said: /database or disk is full/,
  },
  {
    name: 'a limit on the size of files (skipped where there is no prlimit)',
    isPossible: succeeds('prlimit', '--fsize'),
    make: fileSizeLimit,
    said: /disk I\/O error/,
  },
] as const
