/** Lets only one setup at a time work in a clone. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from './report.mjs'

const turnMs = 100
const tellAfterTurns = 10
const beatMs = 5_000
const silentMs = 60_000
/** How long npm may continue after its start was killed, without a heartbeat. npm may compile for minutes. */
const leftMs = 15 * 60_000

/** @typedef {(pid: number | undefined) => void} Share */

/**
 * Runs work while holding the lock. A dead holder is noticed by its process id. A holder on another machine, such as in a
 * container with a shared folder, is noticed by its missing heartbeat.
 * @template T
 * @param {string} root
 * @param {(share: Share) => Promise<T>} work `share` registers a program that works in the folder and may outlive this process
 * @returns {Promise<T>}
 */
export async function withLock(root, work) {
  const file = lockFile(root)
  mkdirSync(join(root, '.sandbox'), { recursive: true })
  let mine = holder({})
  /** @type {Share} */
  function share(pid) {
    if (readHolder(file)?.text !== mine) return
    mine = holder({ child: pid })
    writeFileSync(file, mine)
  }
  for (let turns = 0; !take(file, mine); turns += 1) {
    if (turns === tellAfterTurns) say('Waiting for another start that is preparing this folder…')
    dropIfStale(file)
    await pause(turnMs)
  }
  const beat = setInterval(() => touch(file), beatMs)
  try {
    return await work(share)
  } finally {
    clearInterval(beat)
    if (readHolder(file)?.text === mine) rmSync(file, { force: true })
  }
}

/** @param {{ child?: number | undefined }} more */
const holder = (more) => JSON.stringify({ pid: process.pid, host: hostname(), ...more })

/** @param {string} root */
export function lockFile(root) {
  return join(root, '.sandbox/setup.lock')
}

/**
 * @param {{ text: string, quietMs: number }} holder
 * @returns {boolean}
 */
export function isStale({ text, quietMs }) {
  const [, pid, host, child] = /"pid":(\d+),"host":"([^"]*)"(?:,"child":(\d+))?/.exec(text) ?? []
  // A lock without a holder is just being written.
  if (host !== hostname()) return quietMs > silentMs
  // Another program may have this id by now.
  if (child !== undefined && isAlive(Number(child))) return quietMs > leftMs
  return quietMs > silentMs || !isAlive(Number(pid))
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {boolean}
 */
function take(file, text) {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
function dropIfStale(file) {
  const seen = readHolder(file)
  if (!seen || !isStale(seen)) return
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  // If another waiter was quicker, the moved file is its new lock and is put back.
  const moved = readHolder(aside)
  if (moved && moved.text !== seen.text) take(file, moved.text)
  rmSync(aside, { force: true })
}

/** @param {string} file */
function readHolder(file) {
  try {
    return { text: readFileSync(file, 'utf8'), quietMs: Date.now() - statSync(file).mtimeMs }
  } catch {
    return undefined
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // A user removed the lock. The work continues.
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
