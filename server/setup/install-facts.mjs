/** Reads the facts that decide whether node_modules is right. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { majorOf } from './install-plan.mjs'

/**
 * The platform that a binary must be made for, in npm's words.
 * @typedef {{ os: string, cpu: string, libc: string | undefined }} Platform
 */

/** The loader's name is near the beginning of a program. */
const headBytes = 4096

/**
 * @param {{ platform: string, arch: string, execPath: string }} [node]
 * @returns {Platform}
 */
export function platformOf({ platform, arch, execPath } = process) {
  return { os: platform, cpu: arch, libc: platform === 'linux' ? libcOf(execPath) : undefined }
}

/**
 * Alpine has another C library. Node only reports the library in its diagnostic report, which takes 20 ms.
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
    // A program may be executable but not readable.
  }
  return head.includes('/ld-musl-') ? 'musl' : 'glibc'
}

/** @typedef {{ version?: string, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage */
/** @typedef {{ version?: string, packages?: Record<string, LockedPackage> }} JsonFile */
/** @typedef {{ dependencies: Record<string, string>, devDependencies?: Record<string, string> }} Manifest */
/** @typedef {{ modules: string, napi?: string | undefined }} NodeVersions */

const sqlite = 'node_modules/better-sqlite3'
/** npm's record of node_modules, written when npm has finished. */
const record = 'node_modules/.package-lock.json'

/**
 * A short string that changes with everything on which node_modules depends. Cheap enough for every start.
 * @param {string} root
 * @param {NodeVersions} [node]
 * @param {Platform} [here]
 * @returns {string}
 */
export function installFingerprint(root, node = process.versions, { os, cpu, libc } = platformOf()) {
  const { dependencies, devDependencies } = readManifest(root)
  const hash = createHash('sha256')
  hash.update(JSON.stringify([dependencies, devDependencies]))
  for (const file of ['package-lock.json', record, `${sqlite}/package.json`])
    hash.update(bytesOf(join(root, file)))
  hash.update(binaryMark(root))
  return `${[os, cpu, libc].join('-')} abi ${node.modules} napi ${node.napi} ${hash.digest('hex')}`
}

/**
 * @param {string} root
 * @param {Platform} [here]
 * @returns {boolean} true when npm's record agrees with package.json and package-lock.json, better-sqlite3 aside
 */
export function treeFits(root, here = platformOf()) {
  const installed = readJson(join(root, record))?.packages
  const locked = readJson(join(root, 'package-lock.json'))?.packages
  if (!installed || !locked) return false
  const { dependencies, devDependencies } = readManifest(root)
  const direct = Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}`)
  const complete = direct.every((path) => path in installed && path in locked)
  // Packages outside the lock file are fine: the other better-sqlite3 adds one.
  const agreeing = Object.entries(installed).every(
    ([path, found]) => path === sqlite || !locked[path] || locked[path].version === found.version,
  )
  // An older npm leaves the C library out of its record.
  const known = Object.entries(installed).map(([path, found]) => ({ ...locked[path], ...found }))
  return complete && agreeing && areFor(here, known)
}

/**
 * A folder shared with a container may contain packages for the other platform. Only packages for certain platforms count, and
 * among these only those for certain C libraries, if there are any.
 * @param {Platform} here
 * @param {LockedPackage[]} installed
 * @returns {boolean}
 */
function areFor(here, installed) {
  const native = installed.filter(({ os, cpu }) => os || cpu)
  const closest = native.some(({ libc }) => libc) ? native.filter(({ libc }) => libc) : native
  const isOwn = closest.some(
    ({ os, cpu, libc }) => allows(os, here.os) && allows(cpu, here.cpu) && allows(libc, here.libc),
  )
  return closest.length === 0 || isOwn
}

/**
 * @param {string[] | undefined} names as in package.json: the allowed names, or with `!` the excluded ones
 * @param {string} [name]
 */
const allows = (names, name = '') =>
  names === undefined ||
  (names.every((one) => one.startsWith('!')) ? !names.includes(`!${name}`) : names.includes(name))

/**
 * @param {string} root
 * @returns {number} better-sqlite3's major version in package-lock.json
 */
export function lockedSqliteMajor(root) {
  return majorOf(readJson(join(root, 'package-lock.json'))?.packages?.[sqlite]?.version ?? '')
}

/**
 * @param {string} root
 * @returns {number | undefined} better-sqlite3's major version in node_modules
 */
export function installedSqliteMajor(root) {
  const version = readJson(join(root, sqlite, 'package.json'))?.version
  return version === undefined ? undefined : majorOf(version)
}

/**
 * @param {string} root
 * @returns {Manifest}
 */
export function readManifest(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

/**
 * @param {string} file
 * @returns {JsonFile | undefined} undefined when absent or cut short
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} file */
function bytesOf(file) {
  return existsSync(file) ? readFileSync(file) : 'absent'
}

/** @param {string} root */
function binaryMark(root) {
  const stat = statSync(join(root, sqlite, 'build/Release/better_sqlite3.node'), { throwIfNoEntry: false })
  return stat ? `${stat.size} ${stat.mtimeMs}` : 'absent'
}
