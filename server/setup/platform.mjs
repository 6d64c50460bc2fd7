import { closeSync, openSync, readSync } from 'node:fs'

/**
 * What a binary has to be made for to run here, by npm's words.
 * @typedef {{ os: string, cpu: string, libc: string | undefined }} Platform
 */

/** The loader is named at the front of a program, behind its headers. */
const headBytes = 4096

/**
 * @param {{ platform: string, arch: string, execPath: string }} [node]
 * @returns {Platform}
 */
export function platformOf({ platform, arch, execPath } = process) {
  return { os: platform, cpu: arch, libc: platform === 'linux' ? libcOf(execPath) : undefined }
}

/**
 * Alpine's C library is another one. Node tells which it has in its report alone, and that takes 20 ms.
 * @param {string} program
 * @returns {'glibc' | 'musl'}
 */
function libcOf(program) {
  const head = Buffer.alloc(headBytes)
  try {
    const file = openSync(program, 'r')
    readSync(file, head)
    closeSync(file)
  } catch {
    // One that may be run and not be read.
  }
  return head.includes('/ld-musl-') ? 'musl' : 'glibc'
}
