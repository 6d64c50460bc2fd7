/** Installs the packages if node_modules does not fit the lock file and this Node. */
import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFingerprint } from './install-facts.mjs'

/** @typedef {import('./install-plan.mjs').Step} Step */
/** @typedef {import('./lock.mjs').Share} Share */
/**
 * The steps of an installation, replaceable in tests.
 * @typedef {object} Installer
 * @property {(root: string, options: { trustTree: boolean }) => Promise<Step[]>} plan what is missing
 * @property {(root: string, step: Step, options: { started: Share }) => Promise<void>} perform one step, or a SetupError
 */

const unfinished = 'unfinished'

/**
 * Installs packages unless node_modules fits the lock file and this Node already, which is a quick check.
 * @param {string} root
 * @param {Installer} [installer]
 */
export async function ensureInstalled(root, installer) {
  if (readStamp(root) !== installFingerprint(root)) {
    const { withLock } = await import('./lock.mjs')
    const { npmInstaller } = await import('./install-steps.mjs')
    const { requireBuildable } = await import('./place.mjs')
    requireBuildable(root)
    await withLock(root, (share) => install(root, installer ?? npmInstaller, share))
  }
  linkOwnBin(root)
}

/**
 * @param {string} root
 * @param {Installer} installer
 * @param {Share} started
 */
async function install(root, installer, started) {
  const stamp = readStamp(root)
  if (stamp === installFingerprint(root)) return
  // npm's record survives an interrupted `npm install`. After an interruption, nothing in the folder is trusted.
  const steps = await installer.plan(root, { trustTree: stamp !== unfinished })
  if (steps.length > 0) writeStamp(root, unfinished)
  for (const step of steps) await installer.perform(root, step, { started })
  if (steps.length > 0) await demandComplete(root, installer)
  writeStamp(root, installFingerprint(root))
}

/**
 * @param {string} root
 * @param {Installer} installer
 */
async function demandComplete(root, installer) {
  const left = await installer.plan(root, { trustTree: true })
  if (left.length === 0) return
  const { SetupError } = await import('./report.mjs')
  throw new SetupError(
    `npm finished, but node_modules still does not fit Node ${process.versions.node} on ${process.platform}-${process.arch} (missing: ${left.join(', ')}). Remove the node_modules folder and start again. If the error remains, better-sqlite3 may not support this platform.`,
  )
}

/** @param {string} root */
export function stampFile(root) {
  return join(root, 'node_modules/.webhook-sandbox-install')
}

/** @param {string} root */
function readStamp(root) {
  try {
    return readFileSync(stampFile(root), 'utf8')
  } catch {
    return undefined
  }
}

/**
 * @param {string} root
 * @param {string} content
 */
function writeStamp(root, content) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  rmSync(stampFile(root), { force: true })
  writeFileSync(stampFile(root), content)
}

const name = 'webhook-sandbox'

/**
 * Links the program, so that `npx webhook-sandbox` works inside the clone, offline. npm only links programs of dependencies.
 * @param {string} root
 * @param {NodeJS.Platform} [platform]
 */
export function linkOwnBin(root, platform = process.platform) {
  const folder = join(root, 'node_modules/.bin')
  const link = join(folder, name)
  try {
    if (!lstatSync(link, { throwIfNoEntry: false })) put(folder, link, platform)
  } catch {
    // The folder may belong to another user, or another start was quicker. The sandbox starts anyway.
  }
}

/**
 * @param {string} folder
 * @param {string} link
 * @param {NodeJS.Platform} platform
 */
function put(folder, link, platform) {
  mkdirSync(folder, { recursive: true })
  if (platform !== 'win32') {
    symlinkSync('../../dist/server/main.js', link)
    return
  }
  writeFileSync(`${link}.cmd`, '@node "%~dp0\\..\\..\\dist\\server\\main.js" %*\r\n')
  // npx looks for the name without an extension.
  writeFileSync(link, '#!/bin/sh\nexec node "$(dirname "$0")/../../dist/server/main.js" "$@"\n')
}
